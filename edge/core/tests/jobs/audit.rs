//! The record of a change is stored with the change, or neither is.

use docket_core::audit::{AuditRecord, RequestSource};
use docket_core::jobs::{Ledger, NewSubmission};
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::faulty::Faulty;
use crate::world::{SETTINGS, World, ada, job, response};

const NOW: UnixMs = UnixMs(1_790_000_000_000);

fn record() -> AuditRecord {
    let source = RequestSource::new(None, None, "req_1".into());
    AuditRecord::new(Some(ada()), AuditCredential::Passphrase, source, AuditAction::CreateJob.into())
}

/// The outcome of a change, with its record.
fn recording<T>(outcome: T) -> (T, Option<AuditRecord>) {
    (outcome, Some(record()))
}

fn create() -> NewSubmission {
    NewSubmission {
        id: "sub-1".parse().unwrap(),
        job: None,
        prompt: "Do it".into(),
        author: ada(),
        idempotency_key: Some("key".into()),
        is_confirmed: true,
        labels: Vec::new(),
    }
}

fn recorded<D: docket_core::storage::Database>(ledger: &Ledger<D>) -> usize {
    ledger.audit().page(&AuditQuery::default(), None, NOW).unwrap().entries.len()
}

#[test]
fn an_interruption_at_any_statement_leaves_both_or_neither() {
    for statement in 0.. {
        let disk = Faulty::new();
        let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
        disk.interrupt_after(Some(statement));
        let submitted = ledger.with_audit(NOW, || ledger.submit(&create(), NOW).map(recording));
        disk.interrupt_after(None);
        let has_submission = ledger.reads().has_submission(&create().id).unwrap();
        assert_eq!(
            (has_submission, recorded(&ledger)),
            if submitted.is_ok() { (true, 1) } else { (false, 0) }
        );
        assert_eq!(ledger.revision().unwrap(), u64::from(submitted.is_ok()), "statement {statement}");
        if submitted.is_ok() {
            assert!(statement > 5, "no statement failed");
            break;
        }
    }
}

#[test]
fn every_import_of_a_job_that_one_request_adds_has_a_record() {
    let world = World::new();
    let found = response("j1", "active", None).unwrap();
    for (records, seen) in [(2, None), (0, Some(1))] {
        let before = recorded(&world.ledger);
        let mut import = || {
            world.ledger.import(&found, seen, &ada(), NOW)?;
            Ok(vec![record(), record()])
        };
        world.ledger.with_audit_of_all(NOW, &mut import).unwrap();
        assert_eq!(recorded(&world.ledger) - before, records, "the second request finds what it adds");
    }
}

#[test]
fn what_changes_nothing_leaves_no_record() {
    let mut world = World::new();
    world.create("j1");
    let hide = JobPatch { hidden: Some(true), ..JobPatch::default() };
    for _ in 0..2 {
        let patch = || world.ledger.patch(&job("j1"), &hide, &ada(), NOW).map(recording);
        world.ledger.with_audit(NOW, patch).unwrap().unwrap();
    }
    let unknown = || world.ledger.patch(&job("j2"), &hide, &ada(), NOW).map(recording);
    world.ledger.with_audit(NOW, unknown).unwrap().unwrap_err();
    assert_eq!(recorded(&world.ledger), 1);
    let queued = world.queue("j1", "Go on");
    for (prompt, records) in [("Go on", 1), ("Go on now", 2), ("Go on now", 2)] {
        let prompt = Prompt { prompt: prompt.into() };
        let edit = || world.ledger.edit(&queued, &prompt, &ada(), NOW).map(recording);
        let edited = world.ledger.with_audit(NOW, edit).unwrap().unwrap();
        assert_eq!(edited.prompt, Some(prompt.prompt));
        assert_eq!(recorded(&world.ledger), records);
    }
    world.ledger.end_pauses(NOW, &record()).unwrap();
    assert_eq!(recorded(&world.ledger), 2, "nothing was paused");
    world.poll(Err(CallFailure::Throttled { retry_after_s: Some(90), error: None }));
    for _ in 0..2 {
        world.ledger.end_pauses(world.now, &record()).unwrap();
        assert_eq!(recorded(&world.ledger), 3);
    }
}
