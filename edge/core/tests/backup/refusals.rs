//! What a restore refuses. It changes nothing then.

use docket_core::backup::restore::{self, RestoreError};
use docket_core::jobs::backup_domain;
use docket_core::storage::Database as _;
use docket_core::storage::schema::migrate;
use docket_wire::TableRows;
use serde_json::{Value, json};

use crate::sqlite::Sqlite;
use crate::{Db, NOW, insert, lines, rows_in};

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
    let refused = restore::begin(&db, &backup_domain(), schema());
    assert!(matches!(refused, Err(RestoreError::NotEmpty(table)) if table == "jobs"));
    assert_eq!(lines(&db, &backup_domain()), before);
}

#[test]
fn a_backup_of_a_later_release_is_refused() {
    let refused = restore::begin(&Db::new(Sqlite::in_memory()), &backup_domain(), schema() + 1);
    assert_eq!(refused, Err(RestoreError::Newer { found: schema() + 1, known: schema() }));
}

#[test]
fn every_step_needs_a_beginning() {
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &backup_domain().migrations).unwrap();
    let rows = |value: Value| serde_json::from_value::<TableRows>(value).unwrap();
    let none = rows(json!({"table": "owner", "columns": ["rowid", "project"], "rows": []}));
    assert_eq!(restore::insert(&db, &backup_domain(), none), Err(RestoreError::NotBegun));
    assert_eq!(restore::end(&db, &backup_domain(), ("acme-docs", 0), NOW), Err(RestoreError::NotBegun));
    assert_eq!(restore::cancel(&db), Err(RestoreError::NotBegun));
    assert_eq!(restore::is_running(&db), Ok(false));
}

#[test]
fn rows_that_do_not_belong_there_are_refused() {
    let db = Db::new(Sqlite::in_memory());
    restore::begin(&db, &backup_domain(), schema()).unwrap();
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
    restore::begin(&db, &backup_domain(), schema()).unwrap();
    insert(&db, &backup_domain(), &backup[..5]);
    let refused = restore::end(&db, &backup_domain(), ("acme-docs", rows_in(&backup)), NOW);
    assert!(matches!(refused, Err(RestoreError::Rows { .. })), "{refused:?}");
    assert_eq!(restore::is_running(&db), Ok(true));

    // A request that was repeated stores its rows once.
    insert(&db, &backup_domain(), &backup);
    insert(&db, &backup_domain(), &backup);
    restore::end(&db, &backup_domain(), ("acme-docs", rows_in(&backup)), NOW).unwrap();
    assert_eq!(restore::is_running(&db), Ok(false));

    restore::begin(&db, &backup_domain(), schema()).unwrap_err();
    let other = Db::new(Sqlite::in_memory());
    restore::begin(&other, &backup_domain(), schema()).unwrap();
    insert(&other, &backup_domain(), &backup[..5]);
    restore::begin(&other, &backup_domain(), schema()).unwrap();
    assert_eq!(rows_in(&lines(&other, &backup_domain())), 0, "it started over");
    restore::cancel(&other).unwrap();
    assert_eq!(restore::is_running(&other), Ok(false));
    migrate(&other, &backup_domain().migrations).unwrap();
}
