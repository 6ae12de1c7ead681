//! Whether a caller may use a route.

use docket_wire::{ProjectId, Right};

use super::caller::Caller;
use crate::http::route::AuthorizationRule;

/// Why a caller may not use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    /// The request has no valid session or token.
    Unauthenticated,
    /// The caller has no right at all in the project, and so does not learn whether it exists.
    UnknownProject,
    /// Only a person may use the route.
    NeedsPerson,
    /// The caller lacks this right.
    Needs(Right),
}

/// Checks that a caller may use a route, in the project that its path names, if there is one.
///
/// # Errors
/// Why not.
pub fn check(
    rule: AuthorizationRule,
    project: Option<&ProjectId>,
    caller: Option<&Caller>,
) -> Result<(), Denial> {
    if rule == AuthorizationRule::Public {
        return Ok(());
    }
    let caller = caller.ok_or(Denial::Unauthenticated)?;
    if project.is_some_and(|project| caller.rights_in(project).is_empty()) {
        return Err(Denial::UnknownProject);
    }
    let right = match rule {
        AuthorizationRule::AnyPerson | AuthorizationRule::NeedsPerson(_) if caller.is_program() => {
            return Err(Denial::NeedsPerson);
        }
        AuthorizationRule::Public | AuthorizationRule::SignedIn | AuthorizationRule::AnyPerson => {
            return Ok(());
        }
        AuthorizationRule::NeedsSomewhere(right) => {
            let has_right = caller.grants.iter().any(|grant| grant.rights.contains(&right));
            return if has_right { Ok(()) } else { Err(Denial::Needs(right)) };
        }
        AuthorizationRule::Needs(right) | AuthorizationRule::NeedsPerson(right) => right,
    };
    if caller.may(right, project) { Ok(()) } else { Err(Denial::Needs(right)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::{CallerName, Grant, ProjectScope};

    #[test]
    fn only_a_grant_of_the_right_in_the_project_allows_a_route() {
        let [docs, other] = ["docs", "other"].map(|id| id.parse::<ProjectId>().unwrap());
        let caller = |name: &str, right, projects| Caller {
            name: CallerName(name.into()),
            grants: vec![Grant::new([right], projects)],
        };
        let in_docs = || ProjectScope::Only([docs.clone()].into());
        let ada = caller("ada", Right::JobsRead, in_docs());
        let ci = caller("token:ci", Right::JobsRead, ProjectScope::All);
        let stranger = Caller { name: CallerName("eve".into()), grants: Vec::new() };
        let read = AuthorizationRule::Needs(Right::JobsRead);
        let by_person = AuthorizationRule::NeedsPerson(Right::JobsRead);
        for (rule, project, caller, expected) in [
            (AuthorizationRule::Public, Some(&docs), None, Ok(())),
            (AuthorizationRule::SignedIn, None, None, Err(Denial::Unauthenticated)),
            (AuthorizationRule::SignedIn, None, Some(&stranger), Ok(())),
            (read, Some(&docs), None, Err(Denial::Unauthenticated)),
            (read, Some(&docs), Some(&stranger), Err(Denial::UnknownProject)),
            (read, Some(&docs), Some(&ada), Ok(())),
            (read, Some(&other), Some(&ada), Err(Denial::UnknownProject)),
            (read, None, Some(&ada), Err(Denial::Needs(Right::JobsRead))),
            (
                AuthorizationRule::Needs(Right::JobsWrite),
                Some(&docs),
                Some(&ada),
                Err(Denial::Needs(Right::JobsWrite)),
            ),
            (read, Some(&other), Some(&ci), Ok(())),
            (read, None, Some(&ci), Ok(())),
            (by_person, Some(&docs), Some(&ci), Err(Denial::NeedsPerson)),
            (by_person, Some(&docs), Some(&ada), Ok(())),
            (AuthorizationRule::NeedsSomewhere(Right::JobsRead), None, Some(&ada), Ok(())),
            (AuthorizationRule::NeedsSomewhere(Right::JobsRead), None, Some(&ci), Ok(())),
            (
                AuthorizationRule::NeedsSomewhere(Right::JobsWrite),
                None,
                Some(&ada),
                Err(Denial::Needs(Right::JobsWrite)),
            ),
            (
                AuthorizationRule::NeedsSomewhere(Right::JobsRead),
                None,
                Some(&stranger),
                Err(Denial::Needs(Right::JobsRead)),
            ),
            (AuthorizationRule::NeedsSomewhere(Right::JobsRead), None, None, Err(Denial::Unauthenticated)),
            (AuthorizationRule::AnyPerson, None, Some(&stranger), Ok(())),
            (AuthorizationRule::AnyPerson, None, Some(&ci), Err(Denial::NeedsPerson)),
            (AuthorizationRule::AnyPerson, None, None, Err(Denial::Unauthenticated)),
        ] {
            assert_eq!(check(rule, project, caller), expected, "{rule:?} {project:?} {caller:?}");
        }
    }
}
