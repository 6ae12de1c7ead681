//! What a restore refuses. It changes nothing then.

use docket_core::auth::store as auth_store;
use docket_core::backup::Domain;
use docket_core::backup::restore::{self, RestoreError};
use docket_core::backup::step;
use docket_core::jobs::backup_domain;
use docket_core::storage::Database as _;
use docket_core::storage::schema::migrate;
use docket_wire::{RestoreStep, TableRows};
use serde_json::{Value, json};

use crate::faulty::Faulty;
use crate::sqlite::Sqlite;
use crate::{Db, NOW, insert, lines, object, rows_in};

const SAMPLE: &str = include_str!("../migrations/jobs_3.sql");

/// The schema of this release.
fn schema() -> u32 {
    u32::try_from(backup_domain::<Db>().migrations.len()).unwrap()
}

fn full() -> Db {
    let db = Db::new(Sqlite::after(SAMPLE));
    migrate(&db, &backup_domain().migrations).unwrap();
    db
}

#[test]
fn a_full_object_is_not_overwritten() {
    let db = full();
    let before = lines(&db, &backup_domain());
    let refused = restore::begin(&db, &backup_domain(), schema(), None);
    assert!(matches!(refused, Err(RestoreError::NotEmpty(table)) if table == "jobs"));
    assert_eq!(lines(&db, &backup_domain()), before);
}

#[test]
fn a_backup_of_a_later_release_is_refused() {
    let refused = restore::begin(&Db::new(Sqlite::in_memory()), &backup_domain(), schema() + 1, None);
    assert_eq!(refused, Err(RestoreError::Newer { found: schema() + 1, known: schema() }));
}

#[test]
fn every_step_needs_a_beginning() {
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &backup_domain().migrations).unwrap();
    let rows = |value: Value| serde_json::from_value::<TableRows>(value).unwrap();
    let none = rows(json!({"table": "owner", "columns": ["rowid", "project"], "rows": []}));
    assert_eq!(restore::insert(&db, &backup_domain(), none), Err(RestoreError::NotBegun));
    assert_eq!(restore::end(&db, &backup_domain(), "acme-docs", 0, None, NOW), Err(RestoreError::NotBegun));
    assert_eq!(restore::cancel(&db, &backup_domain()), Err(RestoreError::NotBegun));
    assert_eq!(restore::is_running(&db), Ok(false));
}

#[test]
fn rows_that_do_not_belong_there_are_refused() {
    let db = Db::new(Sqlite::in_memory());
    restore::begin(&db, &backup_domain(), schema(), None).unwrap();
    for (rows, says) in [
        (json!({"table": "sqlite_master", "columns": [], "rows": []}), "no table"),
        (json!({"table": "restoring_backup", "columns": ["name", "sql"], "rows": [["x", "x"]]}), "no table"),
        (json!({"table": "search", "columns": ["prompts"], "rows": [["x"]]}), "no table"),
        (json!({"table": "owner", "columns": ["project"], "rows": [["x"]]}), "other columns"),
        (json!({"table": "owner", "columns": ["rowid", "project"], "rows": [[1]]}), "has 1 values"),
        (json!({"table": "owner", "columns": ["rowid", "project"], "rows": [[1, null]]}), "NOT NULL"),
        (
            json!({"table": "owner", "columns": ["rowid", "project"], "rows": [[1, {"hex": "?"}]]}),
            "hexadecimal",
        ),
    ] {
        let refused = restore::insert(&db, &backup_domain(), serde_json::from_value(rows).unwrap());
        assert!(matches!(&refused, Err(RestoreError::Invalid(error)) if error.contains(says)), "{refused:?}");
    }
    assert_eq!(db.run("SELECT * FROM owner", &[]).unwrap().len(), 0);
}

#[test]
fn it_does_not_end_with_missing_rows_and_can_be_repeated() {
    let backup = lines(&full(), &backup_domain());
    let db = Db::new(Sqlite::in_memory());
    restore::begin(&db, &backup_domain(), schema(), None).unwrap();
    insert(&db, &backup_domain(), &backup[..5]);
    let refused = restore::end(&db, &backup_domain(), "acme-docs", rows_in(&backup), None, NOW);
    assert!(matches!(refused, Err(RestoreError::Rows { .. })), "{refused:?}");
    assert_eq!(restore::is_running(&db), Ok(true));

    // A request that was repeated stores its rows once.
    insert(&db, &backup_domain(), &backup);
    insert(&db, &backup_domain(), &backup);
    restore::end(&db, &backup_domain(), "acme-docs", rows_in(&backup), None, NOW).unwrap();
    assert_eq!(restore::is_running(&db), Ok(false));

    restore::begin(&db, &backup_domain(), schema(), None).unwrap_err();
    let other = Db::new(Sqlite::in_memory());
    restore::begin(&other, &backup_domain(), schema(), None).unwrap();
    insert(&other, &backup_domain(), &backup[..5]);
    restore::begin(&other, &backup_domain(), schema(), None).unwrap();
    assert_eq!(rows_in(&lines(&other, &backup_domain())), 0, "it started over");
    restore::cancel(&other, &backup_domain()).unwrap();
    assert_eq!(restore::is_running(&other), Ok(false));
    migrate(&other, &backup_domain().migrations).unwrap();
}

#[test]
fn two_backups_at_the_same_time_are_not_mixed() {
    let (db, domain) = (Db::new(Sqlite::in_memory()), backup_domain());
    let take = |step, backup: Option<&str>| {
        let step: RestoreStep = serde_json::from_value(step).unwrap();
        step::take(&db, &domain, &object(), step, backup.map(str::to_owned), NOW).map(drop)
    };
    let row =
        || json!({"insert": {"table": "owner", "columns": ["rowid", "project"], "rows": [[1, "acme-docs"]]}});
    take(json!({"begin": schema()}), Some("monday")).unwrap();
    take(row(), Some("monday")).unwrap();
    take(json!({"begin": schema()}), Some("tuesday")).unwrap();
    for step in [row(), json!({"end": 1})] {
        assert_eq!(take(step, Some("monday")), Err(RestoreError::OtherBackup));
    }
    assert_eq!(db.run("SELECT * FROM owner", &[]).unwrap().len(), 0);
    take(row(), Some("tuesday")).unwrap();
    // A client of an earlier release names the backup at its end alone.
    take(row(), None).unwrap();
    take(json!({"end": 1}), Some("tuesday")).unwrap();
    assert_eq!(take(json!({"check": schema()}), Some("tuesday")), Err(RestoreError::Restored));
}

#[test]
fn a_beginning_that_is_interrupted_leaves_the_tables_of_no_other_backup() {
    let domain = docket_core::jobs::backup_domain::<Faulty>();
    let schema = u32::try_from(domain.migrations.len()).unwrap();
    let row =
        || json!({"insert": {"table": "owner", "columns": ["rowid", "project"], "rows": [[1, "acme-docs"]]}});
    for statements in 0.. {
        let db = Faulty::new();
        let take = |step, backup: &str| {
            let step: RestoreStep = serde_json::from_value(step).unwrap();
            step::take(&db, &domain, &object(), step, Some(backup.to_owned()), NOW).map(drop)
        };
        take(json!({"begin": schema}), "monday").unwrap();
        take(row(), "monday").unwrap();
        db.interrupt_after(Some(statements));
        let is_done = take(json!({"begin": schema}), "tuesday").is_ok();
        db.interrupt_after(None);
        let rows = db.run("SELECT * FROM owner", &[]).unwrap().len();
        let expected = if is_done { (0, Err(RestoreError::OtherBackup)) } else { (1, Ok(())) };
        assert_eq!((rows, take(row(), "monday")), expected, "after {statements} statements");
        if is_done {
            return;
        }
    }
}

/// Restores these lines, and says which backup they are.
fn restore_as(db: &Db, domain: &Domain<Db>, lines: &[String], backup: Option<&str>) {
    restore::begin(db, domain, u32::try_from(domain.migrations.len()).unwrap(), None).unwrap();
    insert(db, domain, lines);
    let backup = backup.map(str::to_owned);
    restore::end(db, domain, "acme-docs", rows_in(lines), backup, NOW).unwrap();
}

#[test]
fn what_was_recorded_before_a_restore_stays_recorded() {
    let domain = backup_domain();
    let full = full();
    full.run("INSERT INTO audit VALUES (5, 'eve', 'refused', NULL, 9, '{\"id\":5,\"at\":\"\"}')", &[])
        .unwrap();
    let backup = lines(&full, &domain);
    let log = |db: &Db| -> Vec<(i64, Option<i64>)> {
        let rows = db.run("SELECT id, COALESCE(refusal, 0) FROM audit ORDER BY id", &[]).unwrap();
        let of = |mut row: docket_core::storage::Row| {
            let (id, refusal) = (row.integer().unwrap(), row.integer().unwrap());
            (id, (refusal > 0).then_some(refusal))
        };
        rows.into_iter().map(of).collect()
    };
    let before = log(&full);
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &domain.migrations).unwrap();
    let own = "INSERT INTO audit VALUES (1007, 'eve', 'refused', NULL, 4, '{}'), (1008, 'ada', 'sign_in', NULL, NULL, '{}')";
    db.run(own, &[]).unwrap();
    restore::begin(&db, &domain, schema(), None).unwrap();
    assert_eq!(log(&db), []);
    restore::cancel(&db, &domain).unwrap();
    assert_eq!(log(&db), [(1007, Some(1)), (1008, None)]);
    restore::begin(&db, &domain, schema(), None).unwrap();
    restore_as(&db, &domain, &backup, None);
    let after: Vec<_> = before.into_iter().chain([(1007, Some(10)), (1008, None)]).collect();
    assert_eq!(
        log(&db),
        after,
        "those of the backup, and then its own, with the numbers of refusals that follow"
    );
    assert!(!lines(&db, &domain).iter().any(|line| line.contains("preserved_audit")));
}

#[test]
fn no_backup_changes_what_was_recorded_before() {
    let domain = auth_store::backup_domain();
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &domain.migrations).unwrap();
    let entry = |text: &str| format!("INSERT INTO audit VALUES (7, 'eve', 'sign_in', NULL, NULL, '{text}')");
    let backup_of = |text: &str| {
        let other = Db::new(Sqlite::in_memory());
        migrate(&other, &domain.migrations).unwrap();
        other.run(&entry(text), &[]).unwrap();
        lines(&other, &domain)
    };
    db.run(&entry(r#"{"id":7,"author":"eve"}"#), &[]).unwrap();
    restore_as(&db, &domain, &backup_of(r#"{"id":7,"author":"nobody"}"#), None);
    let stored = db.run("SELECT entry FROM audit", &[]).unwrap().pop().unwrap().text().unwrap();
    assert_eq!(stored, r#"{"id":7,"author":"eve"}"#);

    // Reads pass entries on as they are.
    for text in [r#"{"id":8,"author":"eve"}"#, r#"{"id":7,"author":"#, "{\"id\":7,\n\"author\":\"eve\"}"] {
        let lines = backup_of(text);
        let db = Db::new(Sqlite::in_memory());
        restore::begin(&db, &domain, u32::try_from(domain.migrations.len()).unwrap(), None).unwrap();
        insert(&db, &domain, &lines);
        let ended = restore::end(&db, &domain, "auth", rows_in(&lines), None, NOW);
        assert!(matches!(&ended, Err(RestoreError::Invalid(error)) if error.contains("audit")), "{ended:?}");
    }
}

#[test]
fn an_object_knows_the_backup_that_it_was_restored_from() {
    let domain = backup_domain();
    let backup = lines(&full(), &domain);
    let db = Db::new(Sqlite::in_memory());
    let check = |backup: Option<&str>| restore::check(&db, &domain, schema(), backup.map(str::to_owned));
    restore::begin(&db, &domain, schema(), None).unwrap();
    assert_eq!(check(Some("this")), Ok(()), "its restore has not ended");
    restore_as(&db, &domain, &backup, Some("this"));
    assert_eq!(check(Some("this")), Err(RestoreError::Restored));
    for other in [Some("that"), None] {
        assert!(matches!(check(other), Err(RestoreError::NotEmpty(_))), "{other:?}");
    }
    let again = lines(&db, &domain);
    assert!(again.iter().all(|line| !line.contains("restored_backup")), "a backup of it does not say so");

    let unnamed = Db::new(Sqlite::in_memory());
    restore_as(&unnamed, &domain, &backup, None);
    assert!(matches!(restore::check(&unnamed, &domain, schema(), None), Err(RestoreError::NotEmpty(_))));
}

#[test]
fn an_object_that_was_restored_without_data_knows_it_too() {
    let domain = auth_store::backup_domain();
    let empty = Db::new(Sqlite::in_memory());
    migrate(&empty, &domain.migrations).unwrap();
    let db = Db::new(Sqlite::in_memory());
    restore_as(&db, &domain, &lines(&empty, &domain), Some("this"));
    let check = |backup: &str| restore::check(&db, &domain, 1, Some(backup.to_owned()));
    assert_eq!((check("this"), check("that")), (Err(RestoreError::Restored), Ok(())));
    restore_as(&db, &domain, &lines(&empty, &domain), Some("that"));
    assert_eq!((check("this"), check("that")), (Ok(()), Err(RestoreError::Restored)));
}
