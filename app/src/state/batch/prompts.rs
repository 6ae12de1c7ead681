//! The prompts of a batch, one for each page, and the progress of each. Pure.

use docket_wire::{JobId, Label, SubmissionId};
use serde::{Deserialize, Serialize};

use crate::texts::batch as texts;

/// The prompts of a batch. The browser stores them before anything is sent, and they do not change afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Batch {
    /// Names the batch, and begins the idempotency key of each prompt.
    pub id: String,
    pub template: String,
    /// Labels of all its jobs.
    #[serde(default)]
    pub labels: Vec<Label>,
    /// The prompts, in the order in which they are sent.
    pub prompts: Vec<BatchPrompt>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BatchPrompt {
    pub page: String,
    pub prompt: String,
}

impl Batch {
    /// The most prompts of a batch.
    pub(crate) const PROMPTS_MAX: usize = 200;

    /// The idempotency key of a prompt. It is derived from what the browser stored before it sent the first prompt. So every tab
    /// repeats a prompt with the same key, after any interruption, and the edge carries it out once.
    pub(crate) fn key(&self, index: usize) -> String {
        format!("{}-{index}", self.id)
    }
}

/// The progress of a prompt, as far as the browser knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Progress {
    /// It was not sent.
    #[default]
    Waiting,
    /// A request with it was begun, and no response has come: it may have made a job. It is sent again with its key, which the edge
    /// carries out once.
    Begun,
    /// It made this job.
    Sent(JobId),
    /// It was refused: a sentence says why.
    Failed(String),
    /// Its outcome is unknown: a sentence says why. The same key gets the same answer until a person has decided
    /// about its submission on the page of the jobs.
    Unknown { reason: String, submission: Option<SubmissionId> },
    /// A person cancelled it before it was sent.
    Cancelled,
}

impl Progress {
    /// Whether it was refused, or its outcome is unknown.
    pub(super) fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Unknown { .. })
    }
}

/// How many prompts are where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BatchCounts {
    pub waiting: usize,
    /// Became jobs.
    pub sent: usize,
    /// Refused.
    pub failed: usize,
    /// Of unknown outcome: they may have become jobs.
    pub unknown: usize,
    pub cancelled: usize,
}

impl BatchCounts {
    pub(crate) fn of(items: &[Progress]) -> Self {
        let mut counts = Self::default();
        for item in items {
            let count = match item {
                Progress::Waiting | Progress::Begun => &mut counts.waiting,
                Progress::Sent(_) => &mut counts.sent,
                Progress::Failed(_) => &mut counts.failed,
                Progress::Unknown { .. } => &mut counts.unknown,
                Progress::Cancelled => &mut counts.cancelled,
            };
            *count += 1;
        }
        counts
    }

    /// Those that are not cancelled.
    pub(crate) fn all(self) -> usize {
        self.waiting + self.sent + self.failed + self.unknown
    }

    /// Those that a person can send or check again.
    pub(crate) fn failures(self) -> usize {
        self.failed + self.unknown
    }

    /// The sentence about them.
    pub(crate) fn sentence(self) -> String {
        let mut parts = vec![texts::sent_of(&self.sent.to_string(), &self.all().to_string())];
        if self.failed > 0 {
            parts.push(texts::failed(&self.failed.to_string()));
        }
        if self.unknown > 0 {
            parts.push(texts::unknown(&self.unknown.to_string()));
        }
        if self.cancelled > 0 {
            parts.push(texts::cancelled(&self.cancelled.to_string()));
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::{assert_read_from, assert_stored_as};

    #[test]
    fn the_stored_form_of_a_batch_is_pinned() {
        let prompts = vec![BatchPrompt { page: "/a".into(), prompt: "Update /a.".into() }];
        let labels = vec![Label::try_from("sdk".to_owned()).unwrap()];
        let batch = Batch { id: "b1".into(), template: "Update".into(), labels, prompts };
        assert_stored_as(
            &batch,
            r#"{"id":"b1","template":"Update","labels":["sdk"],"prompts":[{"page":"/a","prompt":"Update /a."}]}"#,
        );
        assert_read_from(
            &Batch { labels: Vec::new(), ..batch },
            r#"{"id":"b1","template":"Update","prompts":[{"page":"/a","prompt":"Update /a."}]}"#,
        );
    }

    #[test]
    fn the_stored_form_of_progress_is_pinned() {
        let unknown = |submission| Progress::Unknown { reason: "No answer.".into(), submission };
        for (progress, json) in [
            (Progress::Waiting, r#""waiting""#),
            (Progress::Begun, r#""begun""#),
            (Progress::Sent("job_1".parse().unwrap()), r#"{"sent":"job_1"}"#),
            (Progress::Failed("No.".into()), r#"{"failed":"No."}"#),
            (
                unknown(Some("sub_1".parse().unwrap())),
                r#"{"unknown":{"reason":"No answer.","submission":"sub_1"}}"#,
            ),
            (unknown(None), r#"{"unknown":{"reason":"No answer.","submission":null}}"#),
            (Progress::Cancelled, r#""cancelled""#),
        ] {
            assert_stored_as(&progress, json);
        }
    }

    #[test]
    fn an_unknown_outcome_is_no_failure_and_a_cancelled_prompt_is_none_of_all() {
        let unknown = Progress::Unknown { reason: "Nobody knows.".into(), submission: None };
        let sent = Progress::Sent("job_1".parse().unwrap());
        let items = [sent, unknown, Progress::Failed("No.".into()), Progress::Cancelled, Progress::Waiting];
        let counts = BatchCounts::of(&items);
        assert_eq!(counts.sentence(), "1 of 4 sent, 1 failed, 1 with unknown outcome, 1 cancelled");
        assert_eq!(counts.all(), 4);
    }
}
