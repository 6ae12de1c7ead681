//! Who has which role: the rules of the setting `DOCKET_ROLES`.

use std::collections::BTreeSet;

use docket_wire::{Grant, ProjectId, ProjectScope, Role, SignInMethod, set_of};
use serde::{Deserialize, Serialize};

use super::sso::Email;

/// An authenticated person, as the rules see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person<'a> {
    /// A person who signed in with a passphrase.
    Account {
        /// The name in the setting.
        name: &'a str,
    },
    /// A person who came through Cloudflare Access.
    Access {
        /// The verified address.
        email: &'a Email,
        /// Groups at the identity provider.
        groups: &'a BTreeSet<String>,
    },
}

/// One rule: everyone whom it names has the role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleRule {
    pub role: Role,
    /// The projects in which they have it; all by default.
    #[serde(default = "all_projects")]
    pub projects: ProjectScope,
    /// Accounts, whose people sign in with a passphrase, by name.
    #[serde(default)]
    pub names: BTreeSet<String>,
    /// People of Cloudflare Access, by e-mail address in lower case.
    #[serde(default)]
    pub emails: BTreeSet<String>,
    /// Everyone of Cloudflare Access whose address is in one of these domains, in lower case and without their
    /// subdomains.
    #[serde(default)]
    pub domains: BTreeSet<String>,
    /// Everyone of Cloudflare Access who is in one of these groups of the identity provider.
    #[serde(default)]
    pub groups: BTreeSet<String>,
    /// Everyone who signs in by this method.
    #[serde(default)]
    pub everyone: Option<SignInMethod>,
}

fn all_projects() -> ProjectScope {
    ProjectScope::All
}

impl RoleRule {
    /// Whether the rule names a person.
    #[must_use]
    pub fn names(&self, person: Person<'_>) -> bool {
        match person {
            Person::Account { name } => {
                self.names.contains(name) || self.everyone == Some(SignInMethod::Passphrase)
            }
            Person::Access { email, groups } => {
                self.emails.contains(email.as_str())
                    || self.domains.contains(email.domain())
                    || !self.groups.is_disjoint(groups)
                    || self.everyone == Some(SignInMethod::Access)
            }
        }
    }

    fn is_for_access(&self) -> bool {
        let has_entries = [&self.emails, &self.domains, &self.groups].iter().any(|named| !named.is_empty());
        has_entries || self.everyone == Some(SignInMethod::Access)
    }

    /// The same rule with addresses and domains in lower case.
    ///
    /// # Errors
    /// Says what is wrong, without quoting it.
    fn checked(mut self) -> Result<Self, &'static str> {
        if !self.is_for_access() && self.names.is_empty() && self.everyone.is_none() {
            return Err("must name people, by names, emails, domains, groups or everyone");
        }
        if matches!(&self.projects, ProjectScope::Only(projects) if projects.is_empty()) {
            return Err("must name at least one project, or \"all\"");
        }
        let emails: Option<Vec<Email>> = self.emails.iter().map(|text| Email::parse(text)).collect();
        let emails = emails.ok_or("must have emails like ada@acme.com")?;
        self.emails = set_of(emails.iter().map(ToString::to_string));
        let is_domain = |text: &String| Email::parse(&format!("x@{text}")).is_some();
        if !self.domains.iter().all(is_domain) {
            return Err("must have domains like acme.com, without an @");
        }
        self.domains = set_of(self.domains.iter().map(|domain| domain.to_ascii_lowercase()));
        Ok(self)
    }
}

/// All rules. A person has the roles of every rule that names them, and none without such a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoleRules(Vec<RoleRule>);

impl RoleRules {
    /// Reads the rules.
    ///
    /// # Errors
    /// Says what is wrong, without quoting it.
    pub fn parse(json: &str) -> Result<Self, String> {
        let rules: Vec<RoleRule> = docket_wire::json::from_str(json).map_err(|_| {
            "must be JSON like [{\"role\": \"viewer\", \"names\": [\"ada\"], \"projects\": [\"acme-docs\"]}], with \
             the role viewer, operator or admin"
                .to_owned()
        })?;
        let checked = (1..).zip(rules).map(|(number, rule): (usize, RoleRule)| {
            rule.checked().map_err(|problem| format!("entry {number} {problem}"))
        });
        checked.collect::<Result<_, _>>().map(Self)
    }

    /// What a person may do.
    #[must_use]
    pub fn grants(&self, person: Person<'_>) -> Vec<Grant> {
        let rules = self.0.iter().filter(|rule| rule.names(person));
        rules.map(|rule| Grant::new(rule.role.rights(), rule.projects.clone())).collect()
    }

    /// The rules, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &RoleRule> {
        self.0.iter()
    }

    /// The groups of a person that a rule names.
    #[must_use]
    pub fn named_groups(&self, groups: &BTreeSet<String>) -> BTreeSet<String> {
        let is_named = |group: &&String| self.0.iter().any(|rule| rule.groups.contains(*group));
        set_of(groups.iter().filter(is_named).cloned())
    }

    /// The projects that rules name.
    pub fn projects(&self) -> impl Iterator<Item = &ProjectId> {
        self.0.iter().flat_map(|rule| rule.projects.ids())
    }

    /// The names of accounts in rules.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.0.iter().flat_map(|rule| &rule.names)
    }

    /// Whether any person of Cloudflare Access has a role.
    #[must_use]
    pub fn have_access_people(&self) -> bool {
        self.0.iter().any(RoleRule::is_for_access)
    }

    /// Whether any person can be an admin of all projects.
    #[must_use]
    pub fn have_admin(&self) -> bool {
        self.0.iter().any(|rule| rule.role == Role::Admin && rule.projects == ProjectScope::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::{Right, has_right};

    fn grants(rules: &str, name: &str) -> Vec<Grant> {
        RoleRules::parse(rules).unwrap().grants(Person::Account { name })
    }

    #[test]
    fn a_person_has_the_roles_of_every_rule_that_names_them() {
        let rules = r#"[
            {"role": "viewer", "everyone": "passphrase"},
            {"role": "operator", "names": ["ada", "Zoë"], "projects": ["docs"]},
            {"role": "admin", "names": ["eve"], "projects": "all"}
        ]"#;
        let [docs, other] = ["docs", "other"].map(|id| id.parse::<ProjectId>().unwrap());
        for (name, right, project, expected) in [
            ("ada", Right::JobsRead, Some(&other), true),
            ("ada", Right::JobsWrite, Some(&docs), true),
            ("ada", Right::JobsWrite, Some(&other), false),
            ("ada", Right::JobsWrite, None, false),
            ("ada", Right::JobsRead, None, true),
            ("eve", Right::JobsWrite, Some(&other), true),
            ("eve", Right::JobsWrite, None, true),
            ("bob", Right::JobsRead, Some(&docs), true),
            ("bob", Right::JobsWrite, Some(&docs), false),
        ] {
            let found = has_right(&grants(rules, name), right, project);
            assert_eq!(found, expected, "{name} {right:?} {project:?}");
        }
    }

    fn has_role_by_access(rules: &str, email: &str, groups: &[&str]) -> bool {
        let email = Email::parse(email).unwrap();
        let groups = groups.iter().map(|&group| group.to_owned()).collect();
        let person = Person::Access { email: &email, groups: &groups };
        !RoleRules::parse(rules).unwrap().grants(person).is_empty()
    }

    #[test]
    fn people_of_access_have_roles_by_address_domain_and_group() {
        for (rule, email, groups, expected) in [
            (r#""emails": ["Ada@Acme.com"]"#, "ada@ACME.com", &[][..], true),
            (r#""emails": ["ada@acme.com"]"#, "eve@acme.com", &[], false),
            (r#""emails": ["kate@acme.com"]"#, "\u{212a}ate@acme.com", &[], false),
            (r#""domains": ["Acme.com"]"#, "eve@acme.COM", &[], true),
            (r#""domains": ["acme.com"]"#, "eve@sub.acme.com", &[], false),
            (r#""domains": ["acme.com"]"#, "eve@notacme.com", &[], false),
            (r#""domains": ["acme.com"]"#, "acme.com@eve.com", &[], false),
            (r#""groups": ["docs"]"#, "eve@b.com", &["ops", "docs"], true),
            (r#""groups": ["docs"]"#, "eve@b.com", &["Docs", "docs-team"], false),
            (r#""everyone": "access""#, "eve@b.com", &[], true),
            // The names and the people of passphrases are others, even if the text is the same.
            (r#""names": ["ada@acme.com"]"#, "ada@acme.com", &[], false),
            (r#""everyone": "passphrase""#, "ada@acme.com", &[], false),
        ] {
            let rules = format!(r#"[{{"role": "viewer", {rule}}}]"#);
            assert_eq!(has_role_by_access(&rules, email, groups), expected, "{rule} {email} {groups:?}");
        }
        let rules = r#"[{"role": "viewer", "emails": ["ada@acme.com"], "domains": ["acme.com"], "everyone": "access"}]"#;
        assert_eq!(grants(rules, "ada@acme.com"), [], "an account with the name of an address");
    }

    #[test]
    fn nobody_has_a_role_without_a_rule() {
        assert_eq!(grants("[]", "ada"), []);
        assert_eq!(grants(r#"[{"role": "admin", "names": ["Ada"]}]"#, "ada"), []);
    }

    #[test]
    fn a_rule_names_a_person_and_a_project() {
        for (bad, problem) in [
            (r#"[{"role": "admin"}]"#, "entry 1 must name people"),
            (r#"[{"role": "admin", "names": []}]"#, "entry 1 must name people"),
            (
                r#"[{"role": "admin", "names": ["a"], "projects": []}]"#,
                "entry 1 must name at least one project",
            ),
            (r#"[{"role": "admin", "names": ["a"], "projects": "docs"}]"#, "must be JSON like"),
            (r#"[{"role": "admin", "emails": ["acme.com"]}]"#, "entry 1 must have emails"),
            (r#"[{"role": "admin", "domains": ["@acme.com"]}]"#, "entry 1 must have domains"),
            (r#"[{"role": "admin", "domains": [""]}]"#, "entry 1 must have domains"),
            (r#"[{"role": "admin", "everyone": "all"}]"#, "must be JSON like"),
            (r#"[{"role": "owner", "names": ["a"]}]"#, "must be JSON like"),
            (r#"[{"role": "admin", "name": "a"}]"#, "must be JSON like"),
            ("{}", "must be JSON like"),
        ] {
            let error = RoleRules::parse(bad).unwrap_err();
            assert!(error.starts_with(problem), "{bad}: {error}");
        }
    }
}
