//! Rows for tests.

use docket_wire::{
    CallerName, Event, EventKind, JobDetail, JobEntry, JobStatus, LearnedDurations, Polling, Rows,
    Submission, SubmissionKind, SubmissionState, UnixMs, VisitorRow,
};

/// An active job, added at `added_s`, without what not every job has.
pub(crate) fn job(id: &str, added_s: i64) -> JobEntry {
    let added_at = UnixMs(added_s * 1000);
    JobEntry {
        id: id.parse().unwrap(),
        status: JobStatus::Active,
        title: Some(format!("Prompt of {id}")),
        author: Some(CallerName("ada".into())),
        repository: None,
        reference: None,
        model: None,
        pr_link: None,
        created_at: None,
        added_at,
        ended_at: None,
        checked_at: added_at,
        polling: Polling::Scheduled { next_at: added_at.plus_ms(5000), last_error: None },
        labels: Vec::new(),
        revision: 1,
        ..docket_wire::json::from_str(JobEntry::EXAMPLE).unwrap()
    }
}

/// The opened job `a` with its whole history.
pub(crate) fn detail(revision: u64, submissions: Vec<Submission>, events: Vec<Event>) -> JobDetail {
    JobDetail {
        revision,
        job: job("a", 1),
        submissions,
        events,
        has_more: false,
        durations: LearnedDurations::default(),
    }
}

/// All paths of October, as far as a table of paths shows them.
pub(crate) fn rows(rows: Vec<VisitorRow>) -> Rows {
    let (count, at) = (rows.len(), UnixMs(1_790_000_000_000));
    serde_json::from_value(serde_json::json!({
        "interval": { "from": "2026-10-01", "to": "2026-11-01" },
        "partial": false,
        "rows": rows,
        "hasMore": false,
        "matched": count,
        "loaded": count,
        "complete": true,
        "pagesLoaded": 1,
        "duplicatesDropped": 0,
        "totalsChanged": false,
        "fetchedFrom": at,
        "fetchedTo": at,
        "stale": false,
        "totals": { "human": 7, "ai": 3, "total": 9 },
        "backfill": null,
        "budget": { "limit": 100, "remaining": 99, "resetS": 0 },
    }))
    .unwrap()
}

/// A submission of a new job, without a job yet.
pub(crate) fn create(id: &str, state: SubmissionState, revision: u64) -> Submission {
    Submission {
        id: id.parse().unwrap(),
        kind: SubmissionKind::Create,
        job: None,
        title: "Hi".into(),
        prompt: Some("Hi".into()),
        prompt_deleted_after_days: None,
        author: CallerName("ada".into()),
        submitted_at: UnixMs(1),
        state,
        revision,
    }
}

pub(crate) fn event(revision: u64, job: &str, what: EventKind) -> Event {
    Event { revision, at: UnixMs(1), job: Some(job.parse().unwrap()), submission: None, author: None, what }
}
