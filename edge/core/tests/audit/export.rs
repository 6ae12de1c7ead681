//! Files.

use docket_core::audit::{AuditExport, AuditLines, EXPORT_ENTRIES_MAX};
use docket_wire::{AuditAction, AuditEntry, AuditQuery};

use crate::{NOW, database, log, record};

/// The text of a file from a source of pages.
fn file(read: impl Fn(&AuditQuery) -> AuditLines) -> String {
    let mut export = AuditExport::new(AuditQuery::default());
    let mut text = String::new();
    while let Some(query) = export.next() {
        text += &export.lines(&read(&query));
    }
    text
}

#[test]
fn a_file_has_every_entry_on_a_line() {
    let db = database();
    assert_eq!(file(|query| log(&db).page(query, None, NOW).unwrap()), "");
    for n in 0..450 {
        log(&db).append(&record("ada", AuditAction::SignIn).pack(), None, NOW.plus_ms(n)).unwrap();
    }
    let text = file(|query| log(&db).page(query, None, NOW).unwrap());
    let entries: Vec<AuditEntry> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries.len(), 450);
    assert!(entries.is_sorted_by(|newer, older| newer.id > older.id));
}

#[test]
fn a_file_that_reaches_its_limit_says_so_and_where_the_next_begins() {
    let endless = |query: &AuditQuery| {
        let newest = query.before.unwrap_or(1 << 40);
        let entries =
            (1..=u64::from(query.limit.unwrap())).map(|n| format!("{{\"id\":{},\"at\":\"\"}}", newest - n));
        AuditLines { entries: entries.collect(), has_more: true }
    };
    let text = file(endless);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), EXPORT_ENTRIES_MAX + 1);
    let before = (1u64 << 40) - EXPORT_ENTRIES_MAX as u64;
    assert_eq!(lines[EXPORT_ENTRIES_MAX], format!("{{\"hasMore\":true,\"before\":{before}}}"));
}
