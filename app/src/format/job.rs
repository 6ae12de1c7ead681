//! A job's status, title and freshness in words.

use docket_wire::{JobEntry, JobId, JobStatus, Polling, SubmissionState};

/// Said of a job that is active far longer than its project's jobs take.
pub(crate) const STALE: &str = "active far longer than usual";

/// The first line of a text that says something.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

/// What a job is called: the start of its prompt, or its id if it was made elsewhere.
pub(crate) fn title(title: Option<&str>, id: &JobId) -> String {
    title.and_then(first_line).map_or_else(|| format!("Job {id}"), str::to_owned)
}

/// The same of a whole row.
pub(crate) fn entry_title(job: &JobEntry) -> String {
    title(job.title.as_deref(), &job.id)
}

/// The shape that goes with a state of a job or of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Being worked on.
    Active,
    /// Ended well.
    Completed,
    /// Put away.
    Archived,
    /// Ended badly.
    Failed,
    /// A word that Docket does not know.
    Other,
    /// On its way to the service.
    Sending,
    /// Not carried out.
    Rejected,
    /// Nobody knows.
    Unknown,
}

impl Shape {
    /// The name of its class.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Archived => "archived",
            Self::Failed => "failed",
            Self::Other => "other",
            Self::Sending => "sending",
            Self::Rejected => "rejected",
            Self::Unknown => "unknown",
        }
    }
}

/// Shape and word of a job's status. An unknown status is its own word.
pub(crate) fn status(status: &JobStatus) -> (Shape, String) {
    match status {
        JobStatus::Active => (Shape::Active, "Active".to_owned()),
        JobStatus::Completed => (Shape::Completed, "Completed".to_owned()),
        JobStatus::Archived => (Shape::Archived, "Archived".to_owned()),
        JobStatus::Failed => (Shape::Failed, "Failed".to_owned()),
        JobStatus::Other(word) => (Shape::Other, word.clone()),
    }
}

/// Shape and word of what became of a submission.
pub(crate) fn submission(state: &SubmissionState) -> (Shape, &'static str) {
    match state {
        SubmissionState::Sending => (Shape::Sending, "Sending"),
        SubmissionState::Queued => (Shape::Sending, "Queued"),
        SubmissionState::Discarded => (Shape::Archived, "Laid aside"),
        SubmissionState::Accepted => (Shape::Completed, "Accepted"),
        SubmissionState::Rejected { .. } => (Shape::Rejected, "Refused"),
        SubmissionState::Unknown { .. } => (Shape::Unknown, "Unknown"),
    }
}

/// How far a status can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// It cannot change by itself any more.
    Settled,
    /// Asked for as planned.
    Fresh,
    /// Should have been asked for again some time ago, or the last try failed.
    Late,
    /// Docket no longer asks.
    Stopped,
    /// Somebody said to stop asking.
    Unwatched,
}

/// Polls are planned from seconds to minutes apart; this much late is worth saying.
const LATE_AFTER_MS: i64 = 60_000;

/// How far `job`'s status can be relied on at the moment `now_ms`.
pub(crate) fn freshness(job: &JobEntry, now_ms: i64) -> Freshness {
    match &job.polling {
        Polling::Ended => Freshness::Settled,
        Polling::Suspended { .. } => Freshness::Stopped,
        Polling::Stopped => Freshness::Unwatched,
        Polling::Scheduled { last_error: Some(_), .. } => Freshness::Late,
        Polling::Scheduled { next_at, last_error: None } if now_ms - next_at.0 > LATE_AFTER_MS => {
            Freshness::Late
        }
        Polling::Scheduled { .. } => Freshness::Fresh,
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{Fault, ProblemCode, UnixMs};

    use super::*;
    use crate::state::sample;

    #[test]
    fn titles() {
        let id: JobId = "job_1".parse().unwrap();
        assert_eq!(title(Some("\n  Update the quickstart\nfor SDK 4"), &id), "Update the quickstart");
        assert_eq!(title(Some("  "), &id), "Job job_1");
        assert_eq!(title(None, &id), "Job job_1");
    }

    #[test]
    fn an_unknown_status_is_shown_as_it_is() {
        assert_eq!(status(&JobStatus::Other("paused".into())), (Shape::Other, "paused".into()));
    }

    #[test]
    fn freshness_says_what_is_known() {
        let fault = || Fault { code: ProblemCode::ServiceTimeout, error: "No answer.".into() };
        let polling = |last_error| Polling::Scheduled { next_at: UnixMs(10_000), last_error };
        let cases = [
            (Polling::Ended, 1_000_000, Freshness::Settled),
            (Polling::Stopped, 1_000_000, Freshness::Unwatched),
            (Polling::Suspended { reason: fault() }, 0, Freshness::Stopped),
            (polling(None), 70_000, Freshness::Fresh),
            (polling(None), 70_001, Freshness::Late),
            (polling(Some(fault())), 0, Freshness::Late),
        ];
        for (watch, now_ms, expected) in cases {
            let mut job = sample::job("a", 1);
            job.polling = watch;
            assert_eq!(freshness(&job, now_ms), expected);
        }
    }
}
