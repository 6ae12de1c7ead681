//! What the query and the fragment of the page's URL say.

use docket_wire::SubmissionId;
use percent_encoding::percent_decode_str;

use super::page::SUBMISSION;

/// The path to open after the sign-in: the one that [`Page::SignIn`](super::Page::SignIn) was built with, if it is on this site.
pub(crate) fn return_to(query: &str) -> Option<String> {
    internal(&parameter(query, "return")?).map(str::to_owned)
}

/// A parameter of the query. The router's own map of parameters decodes twice, which changes values that contain a
/// percent sign.
pub(crate) fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    percent_decode_str(&value.replace('+', " ")).decode_utf8().ok().map(Into::into)
}

/// The submission that the fragment of a URL names.
pub(crate) fn submission(fragment: &str) -> Option<SubmissionId> {
    let id = fragment.trim_start_matches('#').strip_prefix(SUBMISSION)?;
    percent_decode_str(id).decode_utf8().ok()?.parse().ok()
}

/// A browser resolves `//host`, `/\host` and paths with tabs in them to other sites.
fn internal(path: &str) -> Option<&str> {
    let is_on_this_site = path.starts_with('/') && !path.starts_with("//");
    let is_plain = !path.contains(|c: char| c == '\\' || c.is_control());
    let is_other_page = path.split(['?', '#']).next() != Some("/sign-in");
    (is_on_this_site && is_plain && is_other_page).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::Page;

    #[test]
    fn the_sign_in_returns_to_the_page_that_required_it() {
        for path in [
            "/p/acme/jobs/job%3A%C3%A9",
            "/p/acme/visitors?from=2026-10-01&to=2026-10-31",
            "/p/a/jobs?q=a%26b",
        ] {
            let page = Page::SignIn { return_to: Some(path) }.to_string();
            let (_, query) = page.split_once('?').unwrap();
            assert_eq!(return_to(query).as_deref(), Some(path));
        }
        for query in ["", "return=", "return=%2F%2Fevil.example", "return=%FF", "to=%2F"] {
            assert_eq!(return_to(query), None, "{query}");
        }
    }

    #[test]
    fn a_fragment_names_a_submission() {
        assert_eq!(submission("#submission-sub_1"), "sub_1".parse().ok());
        for fragment in ["", "#", "#main", "#submission-", "#submission-%FF"] {
            assert_eq!(submission(fragment), None, "{fragment}");
        }
    }

    #[test]
    fn parameters_are_decoded_once() {
        let query = "?q=50%25+%26+more&hidden=true&empty=";
        assert_eq!(parameter(query, "q").as_deref(), Some("50% & more"));
        assert_eq!(parameter(query, "empty").as_deref(), Some(""));
        assert_eq!(parameter(query, "absent"), None);
        assert_eq!(parameter("q=%FF", "q"), None);
    }

    #[test]
    fn the_sign_in_returns_only_to_internal_paths() {
        for valid in ["/", "/p/a/jobs", "/p/a/visitors?from=2026-01-01#x"] {
            assert_eq!(internal(valid), Some(valid));
        }
        for bad in [
            "",
            "p/a",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/sign-in",
            "/sign-in?return=/",
        ] {
            assert_eq!(internal(bad), None, "{bad}");
        }
    }
}
