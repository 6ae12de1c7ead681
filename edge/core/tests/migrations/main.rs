//! A ledger of every earlier schema, stored as SQL, becomes one of today's with everything that was in it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, unreachable_pub, reason = "tests")]

#[path = "../support/sqlite.rs"]
#[allow(dead_code, reason = "this one needs no memory")]
mod sqlite;

use std::path::{Path, PathBuf};

use docket_core::jobs::{Ledger, Limits, NewSubmission, SubmitDecision};
use docket_wire::*;
use sqlite::Sqlite;

const LIMITS: Limits = Limits { agent_per_hour: 100, polls_per_hour: 3600, typical_job_ms: 150_000 };
const NOW: UnixMs = UnixMs(1_790_000_300_000);

/// Every earlier schema, oldest first.
const SAMPLES: [&str; 1] = [include_str!("schema_1.sql")];

fn open(sample: &str, path: &Path) -> Ledger<Sqlite> {
    rusqlite::Connection::open(path).unwrap().execute_batch(sample).unwrap();
    // Opened twice: the second time there is nothing left to do.
    drop(Ledger::open(Sqlite::at(path), LIMITS, NOW).unwrap());
    Ledger::open(Sqlite::at(path), LIMITS, NOW).unwrap()
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("docket-{name}-{}.sqlite", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn ids(ledger: &Ledger<Sqlite>, pairs: &[(&str, &str)]) -> Vec<String> {
    let filter = JobFilter::from_pairs(pairs.iter().copied()).unwrap();
    ledger.snapshot(&filter, NOW).unwrap().jobs.into_iter().map(|job| job.id.to_string()).collect()
}

#[test]
fn everything_is_still_there_and_everything_new_works() {
    for (n, sample) in SAMPLES.iter().enumerate() {
        let path = file(&format!("schema-{}", n + 1));
        let ledger = open(sample, &path);
        assert_eq!(ledger.owner().unwrap().unwrap().as_str(), "acme-docs");
        assert_eq!(ids(&ledger, &[]), ["job-c", "job-b", "job-a"], "newest first");
        assert_eq!(ids(&ledger, &[("q", "cafe")]), ["job-a"], "old prompts are searched");
        assert_eq!(ids(&ledger, &[("q", "quickstart webhooks")]), ["job-b"], "follow-ups too");
        assert_eq!(ids(&ledger, &[("person", "ada"), ("status", "completed")]), ["job-b"]);

        let detail = ledger.detail(&"job-b".parse().unwrap()).unwrap().unwrap();
        assert_eq!(detail.submissions.len(), 2);
        assert_eq!(detail.job.pr_link.as_deref(), Some("https://code.example/pull/2"));
        assert_eq!((detail.job.follow_ups, detail.job.hidden, detail.job.stale), (1, false, false));
        assert_eq!(detail.job.labels, []);
        let stopped = ledger.detail(&"job-c".parse().unwrap()).unwrap().unwrap().job;
        assert!(matches!(stopped.polling, Polling::Suspended { .. }));

        let open: Vec<_> = ledger.open_submissions().unwrap();
        let states: Vec<_> = open.iter().map(|open| (open.prompt.as_str(), &open.state)).collect();
        assert!(matches!(
            states[..],
            [
                ("Lost on the way", SubmissionState::Unknown { .. }),
                ("Interrupted", SubmissionState::Unknown { .. })
            ]
        ));
        assert_eq!(ledger.due(NOW).unwrap().len(), 1, "the active job is still watched");

        let again = NewSubmission {
            id: "sub_6".parse().unwrap(),
            job: None,
            prompt: "Fix the café example".into(),
            author: CallerName("token:ci".into()),
            idempotency_key: Some("key-1".into()),
            is_confirmed: true,
        };
        assert!(
            matches!(ledger.submit(&again, NOW).unwrap(), SubmitDecision::Replayed { .. }),
            "keys are remembered"
        );
    }
}

#[test]
fn a_ledger_of_a_later_docket_is_left_alone() {
    let path = file("later");
    let later = "CREATE TABLE schema (version INTEGER NOT NULL) STRICT; INSERT INTO schema VALUES (999);";
    rusqlite::Connection::open(&path).unwrap().execute_batch(later).unwrap();
    let refused = Ledger::open(Sqlite::at(&path), LIMITS, NOW).unwrap_err();
    assert!(refused.to_string().contains("newer"), "{refused}");
    std::fs::remove_file(&path).unwrap();
}
