//! What is stored, and for how long.

use docket_core::audit::{AuditCache, REFUSALS_MAX};
use docket_core::storage::Database;
use docket_wire::{AuditAction, AuditTarget, AuditTargetKind, ProblemCode, UnixMs};

use crate::{DAY_MS, DAYS, NOW, authors, database, log, query, read, record, refusal};

#[test]
fn an_entry_says_who_did_what_on_what_from_where() {
    let db = database();
    let patch = record("ada", AuditAction::PatchJob).about(AuditTarget::new(AuditTargetKind::Job, "job-a"));
    log(&db).append(&patch.pack(), None, NOW).unwrap();
    log(&db).append(&refusal("eve"), None, NOW.plus_ms(5)).unwrap();
    let page = read(&log(&db).page(&query(&[]), None, NOW).unwrap());
    let [refused, done] = &page.entries[..] else { panic!("{page:?}") };
    assert_eq!((done.at, done.action, done.refused), (NOW, AuditAction::PatchJob, None));
    assert_eq!(done.target.as_ref().unwrap().id, "job-a");
    assert_eq!((done.address.as_str(), done.country.as_deref()), ("203.0.113.9", Some("NL")));
    assert_eq!(done.request_id, "req_1");
    assert_eq!((refused.at, refused.refused), (NOW.plus_ms(5), Some(ProblemCode::Forbidden)));
    assert!(!page.has_more);
}

#[test]
fn what_a_path_names_is_the_target_rather_than_what_was_made() {
    let named =
        record("ada", AuditAction::SendMessage).about(AuditTarget::new(AuditTargetKind::Job, "job-a"));
    let named = named.about(AuditTarget::new(AuditTargetKind::Submission, "sub-1"));
    assert_eq!(named.target.unwrap().id, "job-a");
}

#[test]
fn ids_grow_also_if_the_clock_is_set_back() {
    let db = database();
    for at in [NOW, NOW, NOW.plus_ms(-DAY_MS), NOW.plus_ms(1)] {
        log(&db).append(&record("ada", AuditAction::SignIn).pack(), None, at).unwrap();
    }
    let page = read(&log(&db).page(&query(&[]), None, NOW).unwrap());
    let ids: Vec<u64> = page.entries.iter().map(|entry| entry.id).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");
    assert_eq!(page.entries[1].at, NOW.plus_ms(-DAY_MS), "an entry has what the clock said");
}

#[test]
fn old_entries_are_not_shown_and_are_deleted_a_few_at_a_time() {
    let db = database();
    for n in 0..100 {
        log(&db).append(&record("old", AuditAction::SignIn).pack(), None, NOW.plus_ms(n)).unwrap();
    }
    let later = NOW.plus_ms(i64::from(DAYS) * DAY_MS + 50);
    let shown = || log(&db).page(&query(&[]), None, later).unwrap().entries.len();
    let stored = || db.run("SELECT COUNT(*) FROM audit", &[]).unwrap().remove(0).integer().unwrap();
    assert_eq!(stored(), 100);
    assert_eq!(shown(), 50);
    log(&db).append(&record("new", AuditAction::SignIn).pack(), None, later).unwrap();
    assert_eq!(stored(), 61, "40 of the 50 that are too old are gone");
    assert_eq!(shown(), 51);
    assert_eq!((stored(), shown()), (51, 51));
}

#[test]
fn a_flood_of_refusals_deletes_older_refusals_and_no_change() {
    let db = database();
    log(&db).append(&record("ada", AuditAction::PatchJob).pack(), None, NOW).unwrap();
    for n in 0..REFUSALS_MAX + 50 {
        log(&db).append(&refusal("eve"), None, NOW.plus_ms(n)).unwrap();
    }
    let stored = db.run("SELECT COUNT(*) FROM audit WHERE refusal IS NOT NULL", &[]).unwrap().remove(0);
    assert_eq!(stored.clone().integer().unwrap(), REFUSALS_MAX);
    let done = log(&db).page(&query(&[("refused", "false")]), None, NOW).unwrap();
    assert_eq!(authors(&done), ["ada"]);
}

#[test]
fn a_log_that_knows_its_ends_reads_nothing_and_still_forgets_what_is_old() {
    let (db, cache) = (database(), AuditCache::default());
    let append = |now: UnixMs| {
        log(&db).with_cache(&cache).append(&record("ada", AuditAction::SignIn).pack(), None, now).unwrap();
    };
    let ids = || -> Vec<i64> {
        let rows = db.run("SELECT id FROM audit ORDER BY id", &[]).unwrap();
        rows.into_iter().map(|mut row| row.integer().unwrap()).collect()
    };
    append(NOW);
    append(NOW);
    // The clock was set back.
    append(NOW.plus_ms(-DAY_MS));
    let first = ids();
    assert!(first.is_sorted_by(|before, after| before < after), "{first:?}");
    append(NOW.plus_ms(DAY_MS));
    assert_eq!(ids().len(), 4, "none is old");
    append(NOW.plus_ms((i64::from(DAYS) + 1) * DAY_MS));
    assert_eq!(ids().len(), 2, "the first three are old");
    append(NOW.plus_ms((i64::from(DAYS) + 2) * DAY_MS));
    assert_eq!(ids().len(), 2, "so is the fourth");
}
