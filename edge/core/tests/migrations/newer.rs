//! A database of a newer release stays unchanged, and still opens once that release is back.

use docket_core::analytics::Analytics;
use docket_core::auth::sign_in::SignInStore;
use docket_core::auth::store::AuthStore;
use docket_core::jobs::{Ledger, LedgerSettings};
use docket_core::storage::schema::OpenError;
use docket_wire::UnixMs;

use crate::sqlite::Sqlite;

const SETTINGS: LedgerSettings =
    LedgerSettings { agent_per_hour: 100, polls_per_hour: 3600, ..LedgerSettings::NOTHING };

/// Creates a database, raises its schema version, checks that it does not open, and restores the version.
fn check(open: impl Fn(Sqlite) -> Result<(), OpenError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later.sqlite");
    open(Sqlite::at(&path)).unwrap();
    let tool = rusqlite::Connection::open(&path).unwrap();
    tool.execute_batch("UPDATE schema SET version = version + 900").unwrap();
    let before = std::fs::read(&path).unwrap();

    let error = open(Sqlite::at(&path)).unwrap_err();
    assert!(matches!(error, OpenError::Newer { .. }) && error.to_string().contains("newer"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before, "the file is unchanged");

    tool.execute_batch("UPDATE schema SET version = version - 900").unwrap();
    open(Sqlite::at(&path)).unwrap();
}

#[test]
fn jobs() {
    check(|db| Ledger::open(db, SETTINGS, UnixMs(1_790_000_300_000)).map(drop));
}

#[test]
fn analytics() {
    check(|db| Analytics::open(db, 100).map(drop));
}

#[test]
fn sign_in() {
    check(|db| SignInStore::open(db).map(drop));
}

#[test]
fn auth() {
    check(|db| AuthStore::open(db).map(drop));
}
