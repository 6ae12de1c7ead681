mod filters;
mod open_job;
mod pages;
mod stream;

use docket_wire::{ErrorReason, EventKind, JobStatus, ProblemCode};

use super::*;
use crate::sample::{self, create, event, job};

fn snapshot(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> Snapshot {
    Snapshot { revision, jobs, submissions: vec![], has_more }
}

fn store(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> JobStore {
    let mut store = JobStore::default();
    store.reset(snapshot(revision, jobs, has_more));
    store
}

fn changes(since: u64, revision: u64, jobs: Vec<JobEntry>, submissions: Vec<Submission>) -> LiveMessage {
    LiveMessage::Changes { since, revision, events: vec![], jobs, submissions }
}

fn with(mut job: JobEntry, status: JobStatus, revision: u64) -> JobEntry {
    job.status = status;
    job.revision = revision;
    job
}

fn ids(store: &JobStore) -> Vec<&str> {
    store.jobs().iter().map(|job| job.id.as_str()).collect()
}

fn rejected() -> SubmissionState {
    SubmissionState::Rejected {
        reason: ErrorReason { code: ProblemCode::ServiceRejected, error: "No.".into() },
    }
}

fn filter_by(store: &mut JobStore, text: &str) -> JobFilter {
    let filter = JobFilter { text: Some(text.into()), ..JobFilter::default() };
    store.set_filter(filter.clone());
    filter
}
