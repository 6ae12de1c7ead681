//! Rows for tests.

use docket_wire::{
    CallerName, Event, EventKind, JobEntry, JobStatus, Polling, Submission, SubmissionKind, SubmissionState,
    UnixMs,
};

/// An active job, created at `created_s`.
pub(crate) fn job(id: &str, created_s: i64) -> JobEntry {
    JobEntry {
        id: id.parse().unwrap(),
        status: JobStatus::Active,
        title: Some(format!("Prompt of {id}")),
        author: Some(CallerName("ada".into())),
        repository: None,
        reference: None,
        model: None,
        pr_link: None,
        added_at: UnixMs(created_s * 1000),
        ended_at: None,
        checked_at: UnixMs(created_s * 1000),
        polling: Polling::Scheduled { next_at: UnixMs(created_s * 1000 + 5000), last_error: None },
        follow_ups: 0,
        stale: false,
        labels: Vec::new(),
        hidden: false,
        revision: 1,
    }
}

/// A submission of a new job, without a job yet.
pub(crate) fn create(id: &str, state: SubmissionState, revision: u64) -> Submission {
    Submission {
        id: id.parse().unwrap(),
        kind: SubmissionKind::Create,
        job: None,
        prompt: "Hi".into(),
        author: CallerName("ada".into()),
        submitted_at: UnixMs(1),
        state,
        revision,
    }
}

/// An event of a job.
pub(crate) fn event(revision: u64, job: &str, what: EventKind) -> Event {
    Event { revision, at: UnixMs(1), job: Some(job.parse().unwrap()), submission: None, author: None, what }
}
