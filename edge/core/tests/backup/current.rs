//! A backup of this release has rows of every table, and all of them come back.

use std::collections::BTreeSet;

use docket_core::analytics;
use docket_core::auth::store::{self as auth_store, AuthStore};
use docket_core::backup::Domain;
use docket_core::backup::checkpoint::Checkpoint;
use docket_core::jobs::{self, Ledger, LedgerSettings};
use docket_core::storage::Database as _;
use docket_core::storage::schema::{migrate, run_all, version_of};
use docket_wire::{CallerName, Inbox, Span, ZoneName};
use serde_json::Value;

use crate::samples::{AUTH, LEDGERS, VISITORS};
use crate::sqlite::Sqlite;
use crate::{Db, NOW, lines, next, restore_into};

/// Rows for the tables that are newer than the samples, and for those that the samples leave empty.
const LEDGER: [&str; 3] = [
    "INSERT INTO audit VALUES (2, 'ada', 'put_note', NULL, NULL, '{\"id\":2,\"at\":\"\"}')",
    "INSERT INTO readers VALUES ('eve', 14)",
    "INSERT INTO read_marks VALUES ('eve', 'job:job-c', 17, 1), ('ada', 'submission:sub-4', 8, 1)",
];
const ANALYTICS: [&str; 2] = [
    "INSERT INTO audit VALUES (2, 'ada', 'start_backfill', 'acme-docs', NULL, '{\"id\":2,\"at\":\"\"}')",
    "INSERT INTO too_large VALUES ('acme-docs?dateFrom=2026-08-01', 1790000300000)",
];
const PEOPLE: [&str; 2] = [
    "INSERT INTO people VALUES ('access', 'ada@acme.example', 1790000300000, '[\"docs-admins\"]')",
    "INSERT INTO sessions VALUES ('s', 'eve', 1, 1, 1, 1, '203.0.113.9', NULL, 'Firefox')",
];

/// A database of this release, with the rows of the newest sample and more.
fn full(domain: &Domain<Db>, samples: &[(u32, &str)], rows: &[&str]) -> Db {
    let db = Db::new(Sqlite::after(samples.last().unwrap().1));
    migrate(&db, &domain.migrations).unwrap();
    run_all(&db, rows).unwrap();
    db
}

/// The tables of a backup, each with whether it has rows.
fn tables(lines: &[String]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut filled) = (BTreeSet::new(), BTreeSet::new());
    let mut table = String::new();
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        match line["table"].as_str() {
            Some(name) => {
                name.clone_into(&mut table);
                all.insert(table.clone());
            }
            None => drop(filled.insert(table.clone())),
        }
    }
    (all, filled)
}

/// Backs up and restores a full database. Returns the lines of both, and the restored one.
fn round_trip(domain: &Domain<Db>, db: &Db) -> (Vec<String>, Vec<String>, Db) {
    let before = lines(db, domain);
    let (all, filled) = tables(&before);
    assert_eq!(filled, all, "a table has no row here: its rows would not make a round trip");
    let restored = Db::new(Sqlite::in_memory());
    restore_into(&restored, domain, version_of(&domain.migrations), &before);
    let after = lines(&restored, domain);
    (before, after, restored)
}

#[test]
fn every_table_of_visitors_and_of_auth_comes_back() {
    let domain = analytics::backup_domain();
    let (before, after, _) = round_trip(&domain, &full(&domain, VISITORS, &ANALYTICS));
    assert_eq!(before, after);

    let domain = auth_store::backup_domain();
    let (before, after, restored) = round_trip(&domain, &full(&domain, &AUTH, &PEOPLE));
    assert_eq!(before, after);
    let store = AuthStore::open(restored).unwrap();
    let people = store.people().all(NOW).unwrap();
    assert_eq!(people.len(), 1, "{people:?}");
    assert_eq!(store.people().sessions(&CallerName("eve".into()), None, NOW).unwrap(), []);
}

/// Adds `count` copies of a row of a table, with texts of `bytes` bytes in a column.
fn copy_row(db: &Db, table: &str, column: &str, bytes: i64, count: i64) {
    let sql = "SELECT group_concat(name, ', ') FROM pragma_table_info(?1) WHERE name NOT IN
         ('number', 'id', 'request', 'idempotency_key', ?2)";
    let columns = db.run(sql, &[table.into(), column.into()]).unwrap().remove(0).text().unwrap();
    let key = if table == "cache_entries" { "request" } else { "id" };
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO {table} ({key}, {column}, {columns})
         SELECT 'copy-' || i, replace(hex(zeroblob(?2 / 2)), '0', 'x'), {columns}
         FROM n, (SELECT * FROM {table} LIMIT 1)"
    );
    db.run(&sql, &[count.into(), bytes.into()]).unwrap();
}

/// An object has 128 MB, and a row of these tables more than 1 MB. What is read beyond a portion is read again, and billed twice.
#[test]
fn a_statement_of_a_backup_reads_few_long_rows_and_hardly_any_row_twice() {
    for (domain, samples, table, column) in [
        (jobs::backup_domain(), LEDGERS, "jobs", "body"),
        (jobs::backup_domain(), LEDGERS, "submissions", "answer_body"),
        (analytics::backup_domain(), VISITORS, "cache_entries", "body"),
    ] {
        for (bytes, count) in [(1 << 20, 64), (100_000, 64), (20_000, 200), (1_000, 2_000)] {
            let db = full(&domain, samples, &[]);
            copy_row(&db, table, column, bytes, count);
            let stored = db.run(&format!("SELECT COUNT(*) FROM {table}"), &[]).unwrap()[0].integer().unwrap();
            let before = db.all_rows();
            let (mut checkpoint, mut portions) = (Checkpoint::start(), 0);
            while checkpoint.object == 0 {
                (_, checkpoint) = next(&db, &domain, checkpoint, NOW).unwrap();
                portions += 1;
            }
            let read = db.all_rows() - before;
            assert!(db.largest_result() < 10 << 20, "{table}: {} bytes", db.largest_result());
            // With those of the schema, which each portion reads.
            let most = usize::try_from(stored).unwrap() * 5 / 4 + portions * 120;
            assert!(
                read <= most,
                "{table}: {read} rows for {stored} rows of {bytes} bytes in {portions} portions"
            );
        }
    }
}

#[test]
fn every_table_of_a_ledger_comes_back() {
    let domain = jobs::backup_domain();
    let db = full(&domain, LEDGERS, &LEDGER);
    // What follows a restore changes events and queued follow-ups.
    let original = full(&domain, LEDGERS, &LEDGER);
    let (_, after, restored) = round_trip(&domain, &db);
    (domain.after_restore)(&original, "acme-docs", NOW).unwrap();
    assert_eq!(after, lines(&original, &domain));

    let settings = LedgerSettings { agent_per_hour: 100, polls_per_hour: 3600, ..LedgerSettings::NOTHING };
    let open = |db| Ledger::open(db, settings, NOW).unwrap();
    let (before, after) = (open(db), open(restored));
    let template = "tpl_1".parse().unwrap();
    for version in [None, Some(1), Some(2)] {
        let found = after.templates().get(&template, version).unwrap();
        assert!(found.is_ok(), "{version:?}");
        assert_eq!(found, before.templates().get(&template, version).unwrap());
    }
    let september = Span::new("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap(), ZoneName::utc());
    let marks = after.reads().day_marks(&september.unwrap(), &docket_wire::Utc).unwrap();
    assert_eq!(marks.days.iter().filter(|mark| mark.note.is_some()).count(), 1);
    for person in ["ada", "eve"] {
        let read = |ledger: &Ledger<Db>| {
            let inbox = ledger.inbox(&CallerName(person.into())).read(Inbox::LIMIT_MAX, NOW).unwrap();
            let items = inbox.ended.items.into_iter().map(|item| (item.subject, item.read));
            items.collect::<Vec<_>>()
        };
        assert_eq!(read(&before), read(&after), "{person}");
    }
}
