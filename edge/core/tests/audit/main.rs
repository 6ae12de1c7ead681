//! The audit log over a real SQLite.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod export;
mod pages;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod stored;

use docket_core::audit::{AuditIdParity, AuditLines, AuditLog, AuditRecord, PackedRecord, RequestSource};
use docket_core::auth::store::backup_domain;
use docket_core::storage::schema::migrate;
use docket_wire::{AuditAction, AuditCredential, AuditPage, AuditQuery, CallerName, ProblemCode, UnixMs};
use sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_790_000_000_000);
const DAYS: u32 = 30;
const DAY_MS: i64 = 86_400_000;

fn database() -> Sqlite {
    let db = Sqlite::in_memory();
    migrate(&db, &backup_domain().migrations).unwrap();
    db
}

fn log(db: &Sqlite) -> AuditLog<'_, Sqlite> {
    AuditLog::new(db, AuditIdParity::Even, DAYS)
}

/// A page as its readers have it.
fn read(lines: &AuditLines) -> AuditPage {
    serde_json::from_str(&lines.to_json()).unwrap()
}

fn record(author: &str, action: AuditAction) -> AuditRecord {
    let source = RequestSource::new(Some("203.0.113.9".into()), Some("NL".into()), "req_1".into());
    AuditRecord::new(Some(CallerName(author.into())), AuditCredential::Passphrase, source, action.into())
}

fn refusal(author: &str) -> PackedRecord {
    record(author, AuditAction::CreateToken).refused(ProblemCode::Forbidden).pack()
}

fn query(pairs: &[(&str, &str)]) -> AuditQuery {
    AuditQuery::from_pairs(pairs.iter().copied()).unwrap()
}

/// The authors of a page's entries.
fn authors(lines: &AuditLines) -> Vec<String> {
    read(lines).entries.iter().map(|entry| entry.author.as_ref().unwrap().0.clone()).collect()
}
