//! Whose sessions a caller may see and end: their own, and with the right to manage access those of everybody.

use docket_wire::{CallerName, Right};

use crate::auth::authorization::Denial;
use crate::auth::caller::Caller;

/// The sessions of which a caller may end one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndableSessions {
    OfEverybody,
    Of(CallerName),
    /// Cloudflare Access manages the sessions of its people.
    None,
}

impl EndableSessions {
    /// Those of a caller. `own` is the person of the session that the caller has, if it is one of Docket's.
    #[must_use]
    pub fn of(caller: &Caller, own: Option<&CallerName>) -> Self {
        match own {
            _ if may_manage(caller) => Self::OfEverybody,
            Some(own) => Self::Of(own.clone()),
            None => Self::None,
        }
    }
}

/// The person whose sessions a request is about: `named`, or the caller. `None` for a caller who has no session of Docket's, and
/// names nobody.
///
/// # Errors
/// If the caller names somebody else without the right to manage access.
pub fn person_of_sessions(
    caller: &Caller,
    own: Option<&CallerName>,
    named: Option<CallerName>,
) -> Result<Option<CallerName>, Denial> {
    match named {
        Some(named) if own == Some(&named) || may_manage(caller) => Ok(Some(named)),
        Some(_) => Err(Denial::Needs(Right::AccessManage)),
        None => Ok(own.cloned()),
    }
}

fn may_manage(caller: &Caller) -> bool {
    caller.may(Right::AccessManage, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::{Grant, ProjectScope};

    fn name(text: &str) -> CallerName {
        CallerName(text.into())
    }

    #[test]
    fn only_who_manages_access_sees_and_ends_the_sessions_of_others() {
        let caller = |text: &str, right| Caller {
            name: name(text),
            grants: vec![Grant::new([right], ProjectScope::All)],
        };
        let (ada, zoe) = (caller("ada", Right::AccessManage), caller("zoe", Right::JobsWrite));
        let denied = Err(Denial::Needs(Right::AccessManage));
        for (caller, own, named, expected) in [
            (&zoe, Some("zoe"), None, Ok(Some("zoe"))),
            (&zoe, Some("zoe"), Some("zoe"), Ok(Some("zoe"))),
            (&zoe, Some("zoe"), Some("ada"), denied),
            (&zoe, None, None, Ok(None)),
            (&zoe, None, Some("zoe"), denied),
            (&ada, Some("ada"), Some("zoe"), Ok(Some("zoe"))),
            (&ada, None, Some("zoe"), Ok(Some("zoe"))),
            (&ada, Some("ada"), None, Ok(Some("ada"))),
        ] {
            let found = person_of_sessions(caller, own.map(name).as_ref(), named.map(name));
            assert_eq!(found, expected.map(|person| person.map(name)), "{own:?} {named:?}");
        }
        let of = |caller, own: Option<&str>| EndableSessions::of(caller, own.map(name).as_ref());
        assert_eq!(of(&ada, Some("ada")), EndableSessions::OfEverybody);
        assert_eq!(of(&ada, None), EndableSessions::OfEverybody);
        assert_eq!(of(&zoe, Some("zoe")), EndableSessions::Of(name("zoe")));
        assert_eq!(of(&zoe, None), EndableSessions::None);
    }
}
