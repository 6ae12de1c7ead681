//! Ways to name one job in a search, besides the words of its prompts.

use crate::JobId;

/// The jobs that a search names, if its text has the form of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedJob {
    /// The job with this id.
    Id(JobId),
    /// Jobs whose pull request has this number.
    PullRequest(u32),
}

impl NamedJob {
    /// What a search names, if it has the form of an id or of `#405`.
    #[must_use]
    pub fn from_search(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(number) = text.strip_prefix('#') {
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            return number.parse().ok().filter(|_| is_number).map(Self::PullRequest);
        }
        // The service's ids are long and have digits, unlike the words that people search for.
        let has_form = text.len() >= 16 && text.bytes().any(|byte| byte.is_ascii_digit());
        let is_one_word = !text.contains(char::is_whitespace);
        text.parse().ok().filter(|_| has_form && is_one_word).map(Self::Id)
    }
}

/// The repository and the number in the URL of a pull request, if it has the form of a well-known host.
#[must_use]
pub fn pull_request(url: &str) -> Option<(&str, u32)> {
    ["/pull/", "/-/merge_requests/", "/pull-requests/", "/pulls/"].iter().find_map(|marker| {
        let (repository, rest) = url.split_once(marker)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((repository, rest.get(..digits)?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_can_name_one_job() {
        let id = "01890000-0000-7000-8000-000000000000";
        assert_eq!(NamedJob::from_search(&format!(" {id}")), Some(NamedJob::Id(id.parse().unwrap())));
        assert_eq!(NamedJob::from_search("#405"), Some(NamedJob::PullRequest(405)));
        for words in [
            "",
            "#",
            "#+5",
            "#quickstart",
            "#99999999999",
            "405",
            "update the quickstart for SDK 4",
            "internationalization",
        ] {
            assert_eq!(NamedJob::from_search(words), None, "{words}");
        }
    }

    #[test]
    fn the_url_of_a_pull_request_has_its_repository_and_number() {
        for (url, found) in [
            ("https://github.com/acme/docs/pull/42", Some(("https://github.com/acme/docs", 42))),
            ("https://github.com/acme/docs/pull/42/files", Some(("https://github.com/acme/docs", 42))),
            ("https://git.example/acme/docs/-/merge_requests/7", Some(("https://git.example/acme/docs", 7))),
            ("https://code.example/pull-requests/8#top", Some(("https://code.example", 8))),
            ("https://code.example/pulls/x", None),
            ("https://code.example/review/9", None),
            ("https://code.example/pull/99999999999", None),
        ] {
            assert_eq!(pull_request(url), found, "{url}");
        }
    }
}
