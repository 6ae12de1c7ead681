//! A snapshot has the rows of one moment, whatever is written while it is read.

use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::{Domain, snapshot};
use docket_core::storage::Database as _;
use docket_core::storage::schema::{migrate, run_all};
use docket_wire::UnixMs;
use proptest::prelude::*;

use crate::sqlite::Sqlite;
use crate::{Db, NOW, lines, next};

/// Every kind of table that the product has, and one more: rows by number, by a text beside the number, by several columns, and without
/// any key.
fn domain() -> Domain<Db> {
    Domain {
        migrations: vec![|db| {
            run_all(
                db,
                &[
                    "CREATE TABLE by_number (id INTEGER PRIMARY KEY, value TEXT) STRICT",
                    "CREATE TABLE by_text (id TEXT PRIMARY KEY, value BLOB) STRICT",
                    "CREATE TABLE by_two (a TEXT, b INTEGER, value TEXT, PRIMARY KEY (b, a)) STRICT, WITHOUT ROWID",
                    "CREATE TABLE by_none (id INTEGER, value TEXT) STRICT",
                    "CREATE TABLE _cf_of_the_platform (id INTEGER PRIMARY KEY) STRICT",
                    "CREATE TABLE left_out (id INTEGER PRIMARY KEY, value TEXT) STRICT",
                ],
            )
        }],
        left_out: &["left_out"],
        long_rows: &["by_number"],
        empty_before: &["by_number"],
        after_restore: |_, _, _| Ok(()),
        move_project: None,
    }
}

#[derive(Debug, Clone)]
enum Step {
    Insert(u8, i64, u8),
    Replace(u8, i64, u8),
    Upsert(u8, i64, u8),
    Update(u8, i64, u8),
    Move(u8, i64, i64),
    Delete(u8, i64),
    Read,
}

fn step() -> impl Strategy<Value = Step> {
    let (table, id, value) = (0..4_u8, 0..12_i64, any::<u8>());
    prop_oneof![
        (table.clone(), id.clone(), value).prop_map(|(table, id, value)| Step::Insert(table, id, value)),
        (table.clone(), id.clone(), value).prop_map(|(table, id, value)| Step::Replace(table, id, value)),
        (table.clone(), id.clone(), value).prop_map(|(table, id, value)| Step::Upsert(table, id, value)),
        (table.clone(), id.clone(), value).prop_map(|(table, id, value)| Step::Update(table, id, value)),
        (table.clone(), id.clone(), id.clone()).prop_map(|(table, id, to)| Step::Move(table, id, to)),
        (table, id).prop_map(|(table, id)| Step::Delete(table, id)),
        Just(Step::Read),
    ]
}

/// Runs a step that writes. One that breaks a rule of the table changes nothing.
fn write(db: &Db, step: &Step) {
    let name = |table: u8| ["by_number", "by_text", "by_two", "by_none"][usize::from(table)];
    // Long enough that a portion has only some of the rows.
    let long = |value: u8| format!("x'{}'", format!("{value:02x}").repeat(20_000));
    let value = |table: u8, value: u8| {
        if table == 1 { long(value) } else { format!("replace(hex(zeroblob(10000)), '0', '{}')", value % 10) }
    };
    let key = |table: u8, id: i64| match table {
        1 => format!("id = 'id-{id}'"),
        2 => format!("a = 'a-{}' AND b = {}", id % 3, id / 3),
        _ => format!("id = {id}"),
    };
    let values = |table: u8, id: i64, of: u8| match table {
        1 => format!("(id, value) VALUES ('id-{id}', {})", value(1, of)),
        2 => format!("(a, b, value) VALUES ('a-{}', {}, {})", id % 3, id / 3, value(2, of)),
        table => format!("(id, value) VALUES ({id}, {})", value(table, of)),
    };
    let statement = match *step {
        Step::Insert(table, id, of) => format!("INSERT INTO {} {}", name(table), values(table, id, of)),
        Step::Replace(table, id, of) => {
            format!("INSERT OR REPLACE INTO {} {}", name(table), values(table, id, of))
        }
        Step::Upsert(table, id, of) => format!(
            "INSERT INTO {} {} ON CONFLICT DO UPDATE SET value = excluded.value",
            name(table),
            values(table, id, of)
        ),
        Step::Update(table, id, of) => {
            format!("UPDATE {} SET value = {} WHERE {}", name(table), value(table, of), key(table, id))
        }
        Step::Move(table, from, to) => format!(
            "UPDATE {} SET {} WHERE {}",
            name(table),
            key(table, to).replace(" AND ", ", "),
            key(table, from)
        ),
        Step::Delete(table, id) => format!("DELETE FROM {} WHERE {}", name(table), key(table, id)),
        Step::Read => return,
    };
    // Some steps break the rule that a key is there once.
    let _ = db.run(&statement, &[]);
}

fn opened(before: &[Step]) -> Db {
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &domain().migrations).unwrap();
    before.iter().for_each(|step| write(&db, step));
    db
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_snapshot_does_not_change(
        before in prop::collection::vec(step(), 0..60),
        during in prop::collection::vec(step(), 0..60),
    ) {
        let db = opened(&before);
        let domain = domain();
        let expected = lines(&db, &domain);
        let (mut found, mut checkpoint) = next(&db, &domain, Checkpoint::start(), NOW).unwrap();
        let mut read = |found: &mut Vec<String>| {
            let (lines, after) = next(&db, &domain, checkpoint.clone(), NOW).unwrap();
            found.extend(lines);
            checkpoint = after;
            checkpoint.object > 0
        };
        let mut is_over = leftovers(&db) == 0;
        for step in &during {
            if matches!(step, Step::Read) {
                is_over = is_over || read(&mut found);
            } else {
                write(&db, step);
            }
        }
        while !is_over {
            is_over = read(&mut found);
        }
        // Both are too long to be shown.
        prop_assert!(found == expected, "{} and {} lines", found.len(), expected.len());
        prop_assert_eq!(leftovers(&db), 0);
    }
}

fn leftovers(db: &Db) -> i64 {
    let sql = "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE '%backup%' OR type = 'trigger'";
    db.run(sql, &[]).unwrap()[0].integer().unwrap()
}

/// A database whose snapshot has more than one portion, and the checkpoint after the first.
fn begun(now: UnixMs) -> (Db, Checkpoint) {
    let rows: Vec<Step> = (0..12).map(|id| Step::Insert(1, id, 1)).collect();
    let db = opened(&rows);
    let (_, checkpoint) = next(&db, &domain(), Checkpoint::start(), now).unwrap();
    (db, checkpoint)
}

#[test]
fn another_snapshot_ends_the_first() {
    let (db, first) = begun(NOW);
    let (_, second) = next(&db, &domain(), Checkpoint::start(), UnixMs(NOW.0 + 1)).unwrap();
    assert_eq!(next(&db, &domain(), first, NOW), None);
    assert!(next(&db, &domain(), second, NOW).is_some());
}

#[test]
fn an_abandoned_snapshot_ends_after_an_hour_or_before_a_migration() {
    let (db, _) = begun(NOW);
    snapshot::end_abandoned(&db, &domain(), UnixMs(NOW.0 + snapshot::IDLE_MAX_MS)).unwrap();
    assert_ne!(leftovers(&db), 0, "its reader may come back");
    snapshot::end_abandoned(&db, &domain(), UnixMs(NOW.0 + snapshot::IDLE_MAX_MS + 1)).unwrap();
    assert_eq!(leftovers(&db), 0);

    let (db, _) = begun(NOW);
    let mut domain = domain();
    domain.migrations.push(|_| Ok(()));
    snapshot::end_abandoned(&db, &domain, NOW).unwrap();
    assert_eq!(leftovers(&db), 0, "its tables would no longer be those of the schema");
}

#[test]
fn an_earlier_release_leaves_the_snapshot_of_a_newer_schema() {
    let (db, checkpoint) = begun(NOW);
    let mut earlier = domain();
    earlier.migrations.clear();
    let before = leftovers(&db);
    let later = UnixMs(NOW.0 + snapshot::IDLE_MAX_MS + 1);
    assert_eq!(snapshot::end_abandoned(&db, &earlier, later), Ok(true));
    assert_eq!(leftovers(&db), before, "it writes nothing");
    assert!(next(&db, &domain(), checkpoint, later).is_some(), "the newer release is back");
}

#[test]
fn what_is_left_out_or_not_dockets_own_is_not_read() {
    let db = opened(&[]);
    for table in ["left_out", "_cf_of_the_platform"] {
        db.run(&format!("INSERT INTO {table} (id) VALUES (1)"), &[]).unwrap();
    }
    let lines = lines(&db, &domain());
    assert_eq!(lines.len(), 4, "the other tables: {lines:?}");
}

#[test]
fn a_changed_row_costs_one_more_once() {
    let (db, _) = begun(NOW);
    write(&db, &Step::Insert(0, 1, 1));
    for value in 0..5 {
        write(&db, &Step::Update(0, 1, value));
    }
    let mut rows = db.run("SELECT COUNT(*) FROM backup_by_number", &[]).unwrap();
    assert_eq!(rows[0].integer(), Ok(1));
}

#[test]
fn a_row_costs_about_the_same_however_many_have_changed() {
    const ROWS: i64 = 2_000;
    // The first portion ends before this table.
    let first: Vec<Step> = (0..14).map(|id| Step::Insert(3, id, 1)).collect();
    for (table, insert, changed) in [
        ("by_number", "(id, value) VALUES (?1, ?1)", "id"),
        ("by_text", "(id, value) VALUES ('id-' || ?1, x'00')", "rowid"),
        ("by_two", "(a, b, value) VALUES ('a', ?1, ?1)", "b"),
    ] {
        let costs = [0, ROWS / 2].map(|changes| {
            let db = opened(&first);
            for id in 1..=ROWS {
                db.run(&format!("INSERT INTO {table} {insert}"), &[id.into()]).unwrap();
            }
            let (_, mut checkpoint) = next(&db, &domain(), Checkpoint::start(), NOW).unwrap();
            let mut write = 0;
            // One after the other, so that many follow each other.
            for id in 1..=changes.max(1) {
                let sql = format!("UPDATE {table} SET value = NULL WHERE {changed} = ?");
                db.run(&sql, &[(ROWS / 4 + id).into()]).unwrap();
                write = db.last_steps();
            }
            let before = db.all_steps();
            while checkpoint.object == 0 {
                (_, checkpoint) = next(&db, &domain(), checkpoint, NOW).unwrap();
            }
            (write, db.all_steps() - before)
        });
        let [(write, read), (write_later, read_later)] = costs;
        // A changed row is read in both tables. Without the key, it would be some hundred times as much.
        assert!(write_later <= write * 2 && read_later <= read * 4, "{table}: {costs:?}");
    }
}

/// A client can send a checkpoint that no backup had.
#[test]
fn a_checkpoint_of_another_key_is_none_of_the_object() {
    let db = Db::new(Sqlite::in_memory());
    migrate(&db, &domain().migrations).unwrap();
    let long = "x".repeat(400_000);
    db.run("INSERT INTO by_text VALUES ('a', NULL)", &[]).unwrap();
    db.run("INSERT INTO by_number VALUES (1, ?), (2, ?), (3, 'end')", &[long.clone().into(), long.into()])
        .unwrap();
    let (_, checkpoint) = next(&db, &domain(), Checkpoint::start(), NOW).unwrap();
    let text = checkpoint.to_string();
    assert!(text.contains(".by_number.[1]"), "{text}");
    for other in ["by_number.[1,2]", "by_number.[]", r#"by_number.[{"hex":"zz"}]"#, "by_two.[1]", "none.[1]"]
    {
        let checkpoint = text.replace("by_number.[1]", other).parse().unwrap();
        assert!(next(&db, &domain(), checkpoint, NOW).is_none(), "{other}");
    }
    assert!(next(&db, &domain(), checkpoint, NOW).is_some());
}
