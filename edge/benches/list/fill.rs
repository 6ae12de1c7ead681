//! A ledger with many jobs, which the ledger itself writes natively.

use std::path::{Path, PathBuf};

use docket_core::jobs::{Ledger, LedgerSettings, NewSubmission, SubmitDecision};
use docket_core::storage::Database as _;
use docket_core::upstream::response::read_job;
use docket_wire::{CallerName, JobPatch, Label, UnixMs};
use serde_json::json;

use crate::sqlite::Sqlite;

/// The database file of the only jobs object.
pub fn database(state: &Path) -> PathBuf {
    let folders = std::fs::read_dir(state.join("v3/do")).unwrap().map(|entry| entry.unwrap().path());
    let object = folders.into_iter().find(|folder| folder.to_string_lossy().ends_with("JobsObject")).unwrap();
    let mut files = std::fs::read_dir(object).unwrap().map(|entry| entry.unwrap().path());
    files
        .find(|file| {
            file.extension().is_some_and(|extension| extension == "sqlite")
                && !file.ends_with("metadata.sqlite")
        })
        .unwrap()
}

/// Ten minutes between two jobs, so that the rate limiter's hour stays small.
pub const APART_MS: i64 = 600_000;

/// Fills the database of a ledger with jobs that have ended, so many milliseconds apart. Returns when the last one did.
pub fn fill(file: &Path, jobs: u32, apart_ms: i64) -> UnixMs {
    let settings =
        LedgerSettings { agent_per_hour: u32::MAX, polls_per_hour: 3_600, ..LedgerSettings::NOTHING };
    let mut now = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Sqlite::at(file), settings, now).unwrap();
    for n in 0..jobs {
        let is_rare = n % 50 == 0;
        let author = CallerName(if n % 20 == 0 { "bob" } else { "ada" }.to_owned());
        let subject = if is_rare { "webhooks" } else { "quickstart" };
        let new = NewSubmission {
            id: format!("sub-{n}").parse().unwrap(),
            job: None,
            prompt: format!("Update the {subject} page for release {n}"),
            author: author.clone(),
            idempotency_key: None,
            is_confirmed: true,
            labels: Vec::new(),
        };
        let SubmitDecision::Call { submission } = ledger.submit(&new, now).unwrap() else {
            panic!("the submission was not let through")
        };
        let id = if n == jobs / 2 { "job-middle".to_owned() } else { format!("job-{n}") };
        let status = if is_rare { "failed" } else { "completed" };
        let response = read_job(201, json!({ "id": id, "status": status, "model": "sonnet" }).to_string());
        ledger.settle(&submission, &response, now).unwrap();
        if is_rare {
            let labels = Some(vec![Label::try_from("urgent".to_owned()).unwrap()]);
            let patch = JobPatch { labels, ..JobPatch::default() };
            ledger.patch(&response.unwrap().job.id, &patch, &author, now).unwrap().unwrap();
        }
        now = now.plus_ms(apart_ms);
    }
    // Their last polls are made: otherwise the first alarms would make them all.
    Sqlite::at(file).run("UPDATE jobs SET next_poll_at = NULL", &[]).unwrap();
    now
}
