//! Checks at the end of a soak: compares the stored ledger with what the service received, and with what Docket acknowledged
//! to the actors.

use std::collections::{BTreeMap, BTreeSet};

use docket_sim::JobRecord;
use docket_wire::JobStatus;

use crate::harness::PROJECT;
use crate::shared_state::SharedState;
use crate::storage::Stored;

struct Submission {
    id: String,
    job: Option<String>,
    prompt: String,
    state: String,
    was_unknown: bool,
    /// How often the ledger allowed a call of the service for it.
    calls: u32,
}

pub(crate) fn check(shared: &SharedState, ledger: &Stored) {
    shared.record.check();
    let service: Vec<JobRecord> =
        shared.sim.jobs().into_iter().filter(|job| job.project == PROJECT).collect();
    let submissions = submissions(ledger);
    check_promises(shared, &submissions);
    check_prompts(shared, &submissions, &service);
    check_revisions(ledger);
    check_jobs(ledger, &service);
    println!("{} submissions, {} jobs of the service: all accounted for", submissions.len(), service.len());
}

fn submissions(ledger: &Stored) -> Vec<Submission> {
    // The ledger appends an event before each call.
    let sql = "SELECT submissions.id, submissions.job_id, prompt, state,
                   total(what ->> 'kind' = 'outcome_unknown') > 0,
                   CAST(total(what ->> 'kind' IN ('submitted', 'resent')) AS INTEGER)
               FROM submissions JOIN events ON events.submission_id = submissions.id GROUP BY submissions.id";
    ledger.rows(sql, |row| {
        Ok(Submission {
            id: row.get(0)?,
            job: row.get(1)?,
            prompt: row.get(2)?,
            state: row.get(3)?,
            was_unknown: row.get(4)?,
            calls: row.get(5)?,
        })
    })
}

/// What Docket acknowledged is in the ledger, with the outcome that it named.
fn check_promises(shared: &SharedState, submissions: &[Submission]) {
    let by_id: BTreeMap<&str, &Submission> = submissions.iter().map(|one| (one.id.as_str(), one)).collect();
    let by_prompt: BTreeMap<&str, &Submission> =
        submissions.iter().map(|one| (one.prompt.as_str(), one)).collect();
    let promises = shared.record.promises();
    for (id, prompts) in &promises.submissions {
        let stored = by_id.get(id.as_str()).map(|one| &one.prompt);
        assert!(
            stored.is_some_and(|prompt| prompts.contains(prompt)),
            "{id} {prompts:?} was lost: {stored:?}"
        );
    }
    for (prompt, job) in &promises.accepted {
        let stored = by_prompt.get(prompt.as_str()).map(|one| (one.state.as_str(), one.job.as_deref()));
        assert_eq!(stored, Some(("accepted", Some(job.as_str()))), "{prompt:?} was lost");
    }
}

/// Every prompt at the service came from one submission, and was sent as often as the ledger says.
fn check_prompts(shared: &SharedState, submissions: &[Submission], service: &[JobRecord]) {
    let mut carried_out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for job in service {
        for prompt in &job.prompts {
            carried_out.entry(prompt).or_default().push(&job.id);
        }
    }
    let known: BTreeSet<&str> = submissions.iter().map(|one| one.prompt.as_str()).collect();
    assert_eq!(known.len(), submissions.len(), "two submissions have one prompt");
    let unknown: Vec<_> = carried_out.keys().filter(|prompt| !known.contains(*prompt)).collect();
    assert!(unknown.is_empty(), "the service carried out what the ledger does not have: {unknown:?}");

    let promises = shared.record.promises();
    for Submission { id, job, prompt, state, was_unknown, calls } in submissions {
        let jobs = carried_out.get(prompt.as_str()).map(Vec::as_slice).unwrap_or_default();
        let context = format!("{id} {prompt:?}, {state}, {calls} calls: carried out in {jobs:?}");
        let resent = promises.resent.get(prompt).copied().unwrap_or(0) as usize;
        assert!(jobs.len() <= 1 + resent, "doubled: {context}");
        assert!(shared.sim.received(prompt) <= *calls as usize, "sent without a record: {context}");
        match state.as_str() {
            "accepted" => assert!(jobs.contains(&job.as_deref().unwrap()), "{context}"),
            "rejected" => assert!(*was_unknown || jobs.is_empty(), "{context}"),
            "discarded" | "unknown" => {}
            _ => panic!("stuck: {context}"),
        }
    }
}

/// Every change has a revision, without a gap.
fn check_revisions(ledger: &Stored) {
    let revisions: Vec<i64> = ledger.rows("SELECT revision FROM events ORDER BY revision", |row| row.get(0));
    let gap = revisions.iter().zip(1..).find(|(revision, expected)| *revision != expected);
    assert_eq!(gap, None, "a revision is missing");
}

/// Jobs that have ended at the service have ended in the ledger, and the others are polled.
fn check_jobs(ledger: &Stored, service: &[JobRecord]) {
    let truth: BTreeMap<&str, &JobRecord> = service.iter().map(|job| (job.id.as_str(), job)).collect();
    let jobs: Vec<(String, String, Option<i64>)> = ledger
        .rows("SELECT id, status, next_poll_at FROM jobs", |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    for (id, status, next_poll_at) in jobs {
        let job = truth.get(id.as_str()).unwrap_or_else(|| panic!("the service has no job {id}"));
        let status = JobStatus::from(status);
        assert_eq!(status.has_ended(), job.status.has_ended(), "{id} is {status:?}, at the service {job:?}");
        assert!(status.has_ended() || next_poll_at.is_some(), "{id} is active and not polled");
    }
}
