//! Who has access, by the settings and by who has signed in.

use std::collections::BTreeSet;

use docket_wire::{AssignedRole, CallerName, People, PersonInfo, RoleSource, RoleSourceKind, SignInMethod};

use super::seen::SeenPerson;
use crate::auth::caller_settings::CallerSettings;
use crate::auth::roles::{Person, RoleRule};
use crate::auth::sso::Email;

/// Who has access according to the settings: all accounts and, with Cloudflare Access, people whom a rule names by
/// address and people who have signed in. The groups of a person of Access are those of their last visit.
#[must_use]
pub fn people(settings: CallerSettings<'_>, seen: &[SeenPerson]) -> People {
    let rules = || settings.roles.iter();
    let seen_by = |sign_in| seen.iter().filter(move |seen| seen.sign_in == sign_in);
    let mut people: Vec<_> = settings
        .accounts
        .iter()
        .map(|account| {
            let name = &account.name.0;
            let seen = seen_by(SignInMethod::Passphrase).find(|seen| seen.name == account.name);
            info(name, SignInMethod::Passphrase, roles(settings, Person::Account { name }), seen)
        })
        .collect();
    if settings.application.is_none() {
        return People { people, rules: Vec::new(), has_more: false };
    }
    let accounts = people.len();
    let mut open = Vec::new();
    for seen in seen_by(SignInMethod::Access) {
        people.extend(of_access(settings, &seen.name.0, Some(seen)));
    }
    for rule in rules() {
        for email in &rule.emails {
            let mut others = people.iter().skip(accounts);
            if !others.any(|person| person.name.0 == *email) {
                people.extend(of_access(settings, email, None));
            }
        }
        open_roles(rule, &mut open);
    }
    People { people, rules: open, has_more: false }
}

/// A person of Cloudflare Access.
fn of_access(settings: CallerSettings<'_>, address: &str, seen: Option<&SeenPerson>) -> Option<PersonInfo> {
    let (email, nowhere) = (Email::parse(address)?, BTreeSet::new());
    let groups = seen.map_or(&nowhere, |seen| &seen.groups);
    let roles = roles(settings, Person::Access { email: &email, groups });
    Some(info(address, SignInMethod::Access, roles, seen))
}

fn info(
    name: &str,
    sign_in: SignInMethod,
    roles: Vec<AssignedRole>,
    seen: Option<&SeenPerson>,
) -> PersonInfo {
    PersonInfo {
        name: CallerName(name.to_owned()),
        sign_in,
        roles,
        seen_at: seen.map(|seen| seen.seen_at),
        sessions: seen.map_or(0, |seen| seen.sessions),
    }
}

fn roles(settings: CallerSettings<'_>, person: Person<'_>) -> Vec<AssignedRole> {
    settings.roles.iter().filter_map(|rule| assigned(rule, person)).collect()
}

/// The role that a rule gives to a person, if it names them.
fn assigned(rule: &RoleRule, person: Person<'_>) -> Option<AssignedRole> {
    use RoleSourceKind::{Domain, Email, Group, Name};
    let (kind, id) = match person {
        Person::Account { name } if rule.names.contains(name) => (Name, name),
        Person::Access { email, .. } if rule.emails.contains(email.as_str()) => (Email, email.as_str()),
        Person::Access { email, .. } if rule.domains.contains(email.domain()) => (Domain, email.domain()),
        Person::Access { groups, .. } if !rule.groups.is_disjoint(groups) => {
            (Group, rule.groups.intersection(groups).next().map_or("", String::as_str))
        }
        _ if rule.names(person) => return everyone(rule),
        _ => return None,
    };
    Some(source(rule, kind, id))
}

/// Adds the roles that a rule gives to people of Cloudflare Access by domain or group.
fn open_roles(rule: &RoleRule, roles: &mut Vec<AssignedRole>) {
    for domain in &rule.domains {
        roles.push(source(rule, RoleSourceKind::Domain, domain));
    }
    for group in &rule.groups {
        roles.push(source(rule, RoleSourceKind::Group, group));
    }
    if rule.everyone == Some(SignInMethod::Access) {
        roles.extend(everyone(rule));
    }
}

fn everyone(rule: &RoleRule) -> Option<AssignedRole> {
    Some(source(rule, RoleSourceKind::Everyone, rule.everyone?.as_str()))
}

fn source(rule: &RoleRule, kind: RoleSourceKind, id: &str) -> AssignedRole {
    let by = RoleSource { kind, id: id.to_owned() };
    AssignedRole { role: rule.role, projects: rule.projects.clone(), by }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use docket_wire::{ProjectScope, Role, UnixMs};
    use serde_json::json;

    fn settings(is_behind_access: bool) -> Settings {
        let hash = crate::auth::passphrase::hash("correct horse battery staple", &[1; 16]).unwrap();
        let roles = json!([
            { "role": "admin", "names": ["ada"] },
            { "role": "viewer", "everyone": "passphrase", "projects": ["docs"] },
            { "role": "operator", "emails": ["Grace@acme.example"] },
            { "role": "viewer", "domains": ["acme.example"] },
            { "role": "admin", "groups": ["admins", "owners"], "projects": ["docs"] },
        ]);
        let accounts = json!([{ "name": "ada", "hash": hash }, { "name": "bob", "hash": hash }]);
        Settings::read(|name| match name {
            "DOCKET_PROJECTS" => Some(r#"[{"id":"docs"}]"#.to_owned()),
            "DOCKET_ADMIN_KEY" => Some("mint_one".to_owned()),
            "DOCKET_SESSION_SECRET" => Some("0123456789abcdef0123456789abcdef".to_owned()),
            "DOCKET_ACCOUNTS" => Some(accounts.to_string()),
            "DOCKET_ROLES" => Some(roles.to_string()),
            "DOCKET_ACCESS_TEAM" => is_behind_access.then(|| "acme".to_owned()),
            "DOCKET_ACCESS_AUDIENCE" => is_behind_access.then(|| "a1".repeat(32)),
            _ => None,
        })
        .unwrap()
    }

    fn seen(name: &str, sign_in: SignInMethod, sessions: u32) -> SeenPerson {
        let groups = ["owners".to_owned()].into();
        SeenPerson { name: CallerName(name.into()), sign_in, groups, seen_at: UnixMs(7), sessions }
    }

    /// A person on one line: name, roles with their reasons, and whether they have signed in.
    fn line(person: &PersonInfo) -> String {
        let by = |role: &AssignedRole| {
            format!("{:?} in {} by {:?} {}", role.role, scope(&role.projects), role.by.kind, role.by.id)
        };
        let roles: Vec<_> = person.roles.iter().map(by).collect();
        let here = if person.seen_at.is_some() { "seen" } else { "never" };
        format!("{}: {}; {here}, {}", person.name, roles.join(", "), person.sessions)
    }

    fn scope(projects: &ProjectScope) -> &'static str {
        if *projects == ProjectScope::All { "all" } else { "docs" }
    }

    #[test]
    fn everybody_who_can_get_in_is_listed_with_the_reason() {
        let here = [
            seen("ada", SignInMethod::Passphrase, 2),
            seen("gone", SignInMethod::Passphrase, 1),
            seen("bob", SignInMethod::Access, 0),
            seen("eve@other.example", SignInMethod::Access, 0),
            seen("lin@acme.example", SignInMethod::Access, 0),
        ];
        let all = people(settings(true).callers(), &here);
        let lines: Vec<_> = all.people.iter().map(line).collect();
        assert_eq!(
            lines,
            [
                "ada: Admin in all by Name ada, Viewer in docs by Everyone passphrase; seen, 2",
                "bob: Viewer in docs by Everyone passphrase; never, 0",
                "eve@other.example: Admin in docs by Group owners; seen, 0",
                "lin@acme.example: Viewer in all by Domain acme.example, Admin in docs by Group owners; seen, 0",
                "grace@acme.example: Operator in all by Email grace@acme.example, Viewer in all by Domain acme.example; never, 0",
            ]
        );
        let rules: Vec<_> = all.rules.iter().map(|rule| (rule.role, rule.by.id.as_str())).collect();
        assert_eq!(rules, [(Role::Viewer, "acme.example"), (Role::Admin, "admins"), (Role::Admin, "owners")]);
        let without = people(settings(false).callers(), &here);
        assert_eq!((without.people.len(), without.rules), (2, Vec::new()), "nobody comes through Access");
    }
}
