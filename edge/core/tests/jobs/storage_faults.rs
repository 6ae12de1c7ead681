//! Storage that fails while a job runs.

use docket_core::jobs::{Ledger, NewSubmission, SubmitDecision};
use docket_wire::*;

use crate::faulty::Faulty;
use crate::world::{SETTINGS, ada, job, response};

const NOW: UnixMs = UnixMs(1_790_000_000_000);

fn new(id: &str, job: Option<JobId>) -> NewSubmission {
    NewSubmission {
        id: id.parse().unwrap(),
        job,
        prompt: "Do it".into(),
        author: ada(),
        idempotency_key: Some(id.into()),
        is_confirmed: true,
        labels: Vec::new(),
    }
}

#[test]
fn an_answer_that_cannot_be_stored_leaves_the_outcome_unknown_and_nothing_stuck() {
    // Every statement of settling fails once.
    for statement in 0.. {
        let disk = Faulty::new();
        let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
        let create = ledger.submit(&new("a", None), NOW).unwrap();
        let SubmitDecision::Call { submission } = create else { panic!() };
        ledger.settle(&submission, &response("j1", "completed", None), NOW).unwrap();
        let follow_up = ledger.submit(&new("b", Some(job("j1"))), NOW).unwrap();
        let SubmitDecision::Call { submission } = follow_up else { panic!() };

        disk.interrupt_after(Some(statement));
        let settled = ledger.settle(&submission, &response("j1", "active", None), NOW);
        if disk.is_interrupted() {
            assert!(ledger.abandon(&submission, NOW).is_err(), "storage still fails");
        }
        disk.interrupt_after(None);
        if settled.is_ok() {
            assert!(statement > 5, "settling takes several statements");
            break;
        }
        ledger.abandon(&submission, NOW).unwrap();
        let again = ledger.submit(&new("b", Some(job("j1"))), NOW).unwrap();
        assert!(matches!(again, SubmitDecision::Unknown { .. }), "{again:?}");
        let other = ledger.submit(&new("c", Some(job("j1"))), NOW).unwrap();
        assert!(matches!(other, SubmitDecision::Call { .. }), "the job takes follow-ups: {other:?}");
        assert!(ledger.next_alarm(NOW).unwrap().is_some(), "the job is polled, because it may be active");
    }
}

#[test]
fn a_create_that_fails_anywhere_leaves_nothing_behind() {
    for statement in 0.. {
        let disk = Faulty::new();
        let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
        let submit = || ledger.with_audit(NOW, || Ok((ledger.submit(&new("a", None), NOW)?, None)));
        disk.interrupt_after(Some(statement));
        let failed = submit().is_err();
        disk.interrupt_after(None);
        if !failed {
            assert!(statement > 2, "a create takes several statements");
            break;
        }
        assert_eq!(ledger.revision().unwrap(), 0);
        assert!(matches!(submit().unwrap(), SubmitDecision::Call { .. }), "the same request is new");
    }
}
