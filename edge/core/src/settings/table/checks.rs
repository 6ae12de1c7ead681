//! Checks of several settings together.

use super::names;
use crate::auth::operator::Operator;
use crate::auth::roles::RoleRules;
use crate::auth::token::Token;
use crate::settings::projects::ProjectSettings;
use crate::settings::reader::SettingsReader;

/// Checks that people can sign in in some way.
pub(super) fn check_sign_in(reader: &mut SettingsReader<'_>, roles: Option<&RoleRules>) {
    let [has_operators, has_team, has_audience] =
        [names::OPERATORS, names::ACCESS_TEAM, names::ACCESS_AUDIENCE]
            .map(|name| reader.text(name).is_some());
    if has_team && !has_audience {
        reader.report(names::ACCESS_AUDIENCE, format!("is not set, and {} is", names::ACCESS_TEAM));
    }
    if has_audience && !has_team {
        reader.report(names::ACCESS_TEAM, format!("is not set, and {} is", names::ACCESS_AUDIENCE));
    }
    if !has_operators && !has_team && !has_audience {
        reader.report(names::OPERATORS, format!("is not set, and neither is {}", names::ACCESS_TEAM));
    }
    if has_team && roles.is_some_and(|roles| !roles.have_access_people()) {
        reader.warn(format!("{} gives no role to the people of Cloudflare Access", names::ROLES));
    }
}

/// Warns of roles for names that nobody signs in with: most likely a name is misspelt.
pub(super) fn check_names(
    reader: &mut SettingsReader<'_>,
    roles: Option<&RoleRules>,
    operators: &[Operator],
) {
    let is_unknown = |name: &String| !operators.iter().any(|operator| operator.name.0 == *name);
    if roles.is_some_and(|roles| roles.names().any(is_unknown)) {
        reader.warn(format!("{} names somebody who is not in {}", names::ROLES, names::OPERATORS));
    }
}

/// Checks that prompts are not stored longer than their jobs, with which they are deleted.
pub(super) fn check_retention(
    reader: &mut SettingsReader<'_>,
    prompts_days: Option<u32>,
    jobs_days: Option<u32>,
) {
    if let (Some(prompts), Some(jobs)) = (prompts_days, jobs_days)
        && prompts > jobs
    {
        let problem = format!("must be at most {}: a job is deleted with its prompts", names::JOBS_DAYS);
        reader.report(names::PROMPTS_DAYS, problem);
    }
}

/// Warns of roles and tokens for projects that are not configured: most likely an id is misspelt.
pub(super) fn check_projects(
    reader: &mut SettingsReader<'_>,
    projects: &[ProjectSettings],
    roles: Option<&RoleRules>,
    tokens: &[Token],
) {
    let of_roles = roles.into_iter().flat_map(RoleRules::projects).map(|project| (names::ROLES, project));
    let of_tokens =
        tokens.iter().flat_map(|token| token.grant.projects.ids()).map(|project| (names::TOKENS, project));
    for (name, id) in of_roles.chain(of_tokens) {
        if !projects.iter().any(|project| project.id == *id) {
            reader.warn(format!("{name} names a project that {} does not have", names::PROJECTS));
        }
    }
    if roles.is_some_and(|roles| !roles.have_admin()) {
        reader.warn(format!("{} makes nobody an admin of all projects", names::ROLES));
    }
}
