//! What a page shows until the app has loaded.

use docket_wire::{PageMatch, Right};

use crate::auth::caller::Caller;

/// A file of the app with what a page shows first. None has controls that the person may not use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPaint {
    /// The sign-in form.
    SignedOut,
    /// The form for a new job.
    NewJob,
    /// An empty frame.
    Frame,
}

/// What is known of who opens a page.
#[derive(Debug, Clone, Copy)]
pub struct Navigation<'a> {
    /// The person, if the request has a valid session or assertion.
    pub caller: Option<&'a Caller>,
    /// Whether the request has an assertion, valid or not.
    pub has_assertion: bool,
    /// Whether a link of another site leads here. Browsers do not send the session's cookie with such a request.
    pub is_from_other_site: bool,
    /// Whether anybody can sign in with a passphrase.
    pub can_have_passphrase: bool,
}

impl FirstPaint {
    /// What a person sees first of a page. Where the app may find out that the person is signed in, it is the frame.
    #[must_use]
    pub fn of(page: &PageMatch, navigation: Navigation<'_>) -> Self {
        let Navigation { caller, has_assertion, is_from_other_site, can_have_passphrase } = navigation;
        match (caller, page) {
            (Some(caller), PageMatch::Jobs(project)) if caller.may(Right::JobsWrite, Some(project)) => {
                Self::NewJob
            }
            (None, _) if !has_assertion && !is_from_other_site && can_have_passphrase => Self::SignedOut,
            _ => Self::Frame,
        }
    }

    /// The path of its file.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::SignedOut => "/signed-out",
            Self::NewJob => "/new-job",
            Self::Frame => "/",
        }
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, Grant, ProjectScope, set_of};

    use super::*;

    fn person(right: Right) -> Caller {
        let projects = ProjectScope::Only(set_of(["docs".parse().unwrap()]));
        let grants = vec![Grant { rights: set_of([right]), projects }];
        Caller { name: CallerName("ada".to_owned()), grants }
    }

    #[test]
    fn nobody_sees_a_form_that_they_may_not_use() {
        let (reader, writer) = (person(Right::JobsRead), person(Right::JobsWrite));
        let nobody = Navigation {
            caller: None,
            has_assertion: false,
            is_from_other_site: false,
            can_have_passphrase: true,
        };
        let of = |caller| Navigation { caller: Some(caller), ..nobody };
        for (what, path, navigation, expected) in [
            ("a stranger", "/", nobody, FirstPaint::SignedOut),
            ("a stranger", "/p/docs/jobs", nobody, FirstPaint::SignedOut),
            ("an invalid assertion", "/", Navigation { has_assertion: true, ..nobody }, FirstPaint::Frame),
            (
                "a link of another site",
                "/",
                Navigation { is_from_other_site: true, ..nobody },
                FirstPaint::Frame,
            ),
            ("no passphrases", "/", Navigation { can_have_passphrase: false, ..nobody }, FirstPaint::Frame),
            ("a writer", "/p/docs/jobs", of(&writer), FirstPaint::NewJob),
            ("a writer elsewhere", "/p/blog/jobs", of(&writer), FirstPaint::Frame),
            ("a writer, on another page", "/p/docs/visitors", of(&writer), FirstPaint::Frame),
            ("a reader", "/p/docs/jobs", of(&reader), FirstPaint::Frame),
        ] {
            assert_eq!(FirstPaint::of(&PageMatch::from_path(path), navigation), expected, "{what}: {path}");
        }
    }
}
