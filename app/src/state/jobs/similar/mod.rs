//! Finds jobs that resemble a prompt. Pure. The measure is simple, because a person judges its result.

pub(crate) mod search;

use std::collections::BTreeSet;

use docket_wire::{JobEntry, JobFilter};

/// Words that prompts of any kind have.
const COMMON: [&str; 24] = [
    "and", "the", "for", "with", "that", "this", "from", "page", "pages", "update", "improve", "add", "new",
    "job", "docs", "please", "all", "not", "are", "into", "make", "its", "has", "our",
];
/// Two texts are alike if they share this many words, and this percentage of those of the shorter one.
const SHARED_MIN: usize = 3;
const SHARE_PERCENT_MIN: usize = 60;

/// How long after its end a job is still worth a follow-up.
const RECENT_MS: i64 = 24 * 3_600_000;

/// Whether a job may still be followed up instead of started again: it is active, or ended within a day.
fn is_open(job: &JobEntry, now_ms: i64) -> bool {
    !job.status.has_ended() || job.ended_at.is_some_and(|ended| now_ms - ended.0 < RECENT_MS)
}

/// What a text is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Topic {
    paths: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Topic {
    /// What a text is about: the paths of pages, and its other words.
    pub(crate) fn of(text: &str) -> Self {
        let mut topic = Self::default();
        for token in text.split_whitespace().filter(|token| !token.contains("://")) {
            let token = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
            let path = token.trim_end_matches('/');
            if path.starts_with('/') && path.contains(char::is_alphanumeric) {
                topic.paths.insert(path.to_owned());
                continue;
            }
            let words = token.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
            topic
                .words
                .extend(words.filter(|word| word.chars().count() > 2 && !COMMON.contains(&word.as_str())));
        }
        topic
    }

    /// What a job is about, by its title, if it may still be followed up.
    pub(crate) fn of_open(job: &JobEntry, now_ms: i64) -> Option<Self> {
        is_open(job, now_ms).then_some(job.title.as_deref()?).map(Self::of)
    }

    /// Whether a job may still be followed up, and its title is like this text.
    pub(crate) fn is_open_as(&self, job: &JobEntry, now_ms: i64) -> bool {
        Self::of_open(job, now_ms).is_some_and(|topic| self.is_like(&topic))
    }

    /// Whether a job that the search for [`Topic::path`] found may be followed up, and is about the same. A title without a path is only the
    /// first line of a text that has the words of the path; the single word of a short path means nothing there.
    pub(crate) fn is_found_as(&self, job: &JobEntry, now_ms: i64) -> bool {
        let is_long = self.path().is_some_and(|path| path.matches('/').count() > 1);
        Self::of_open(job, now_ms)
            .is_some_and(|topic| self.is_like(&topic) || (is_long && topic.paths.is_empty()))
    }

    /// Whether both name the same page, or share most words.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        // Two prompts of one template share its words, and differ in the page.
        if !self.paths.is_empty() && !other.paths.is_empty() {
            return self.shares_path(other);
        }
        let shared = self.words.intersection(&other.words).count();
        let shorter = self.words.len().min(other.words.len());
        shared >= SHARED_MIN && shared * 100 >= shorter * SHARE_PERCENT_MIN
    }

    /// Whether both name the same page.
    pub(crate) fn shares_path(&self, other: &Self) -> bool {
        !self.paths.is_disjoint(&other.paths)
    }

    /// A path that it names and that a search can have.
    pub(crate) fn path(&self) -> Option<&str> {
        self.paths.iter().map(String::as_str).find(|path| path.len() <= JobFilter::TEXT_BYTES_MAX)
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{JobStatus, UnixMs};

    use super::*;
    use crate::sample;

    #[test]
    fn a_job_has_a_topic_until_a_day_after_its_end() {
        let title = Some("Rewrite /guides/sdk".to_owned());
        let active = JobEntry { title, ..sample::job("a", 1) };
        let ended = JobEntry { status: JobStatus::Completed, ended_at: Some(UnixMs(0)), ..active.clone() };
        assert_eq!(Topic::of_open(&active, i64::MAX), Some(Topic::of("Rewrite /guides/sdk")));
        assert_eq!(Topic::of_open(&ended, RECENT_MS - 1), Topic::of_open(&active, 0));
        assert_eq!(Topic::of_open(&ended, RECENT_MS), None);
    }

    fn is_like(one: &str, other: &str) -> bool {
        let (one, other) = (Topic::of(one), Topic::of(other));
        assert_eq!(one.is_like(&other), other.is_like(&one));
        one.is_like(&other)
    }

    #[test]
    fn the_same_page_is_the_same_topic() {
        assert!(is_like("Improve the page /guides/sdk: more examples", "Rewrite /guides/sdk/."));
        assert!(!is_like(
            "Improve the page /guides/sdk for release 4",
            "Improve the page /guides/api for release 4"
        ));
        for text in ["Look at /", "Remove the // comments", "Move /-/ up"] {
            assert!(!is_like(text, text), "{text}: without a letter it is no topic");
            assert_eq!(Topic::of(text).path(), None, "{text}");
        }
        let without_page = Topic::of("Update docs for the release, add examples");
        assert!(!Topic::of("Update /a for the release, add examples").shares_path(&without_page));
        assert_eq!(Topic::of("See https://x.example/a, then (/guides/sdk)").path(), Some("/guides/sdk"));
    }

    #[test]
    fn a_path_that_no_search_can_have_is_not_searched_for() {
        let long = format!("/{}", "a".repeat(JobFilter::TEXT_BYTES_MAX));
        assert_eq!(Topic::of(&long).path(), None);
        assert_eq!(Topic::of(&format!("{long} and /guides")).path(), Some("/guides"));
        assert!(is_like(&long, &long), "it is a topic anyway");
    }

    #[test]
    fn most_words_in_common_are_the_same_topic() {
        assert!(is_like(
            "Document the retry header of webhooks",
            "Document webhooks: the retry header, and its limits"
        ));
        assert!(!is_like("Document the retry header of webhooks", "Document the search of the changelog"));
        assert!(!is_like("Fix typos", "Fix typos"), "too few words to tell");
        assert!(!is_like("", ""));
    }
}
