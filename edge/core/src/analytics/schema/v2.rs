use crate::storage::schema::moved_requests::MovedRequests;
use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// Renames tables and columns, gives blobs a version byte, and moves the counted requests into the shared rate limiter.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, STATEMENTS)?;
    move_requests(db)?;
    run_all(db, &["DROP TABLE spends", "DROP TABLE block", "DROP TABLE lesson"])
}

fn move_requests<D: Database>(db: &D) -> Result<(), DatabaseError> {
    let mut moved = MovedRequests::default();
    for mut row in db.run("SELECT at FROM spends ORDER BY at", &[])? {
        moved.add(row.integer()?, 1);
    }
    let mut pause = db.run("SELECT until FROM block", &[])?.pop();
    moved.paused_until = pause.as_mut().map(Row::integer).transpose()?;
    if let Some(mut row) = db.run("SELECT per_hour, until FROM lesson", &[])?.pop() {
        let limit = u32::try_from(row.integer()?).unwrap_or(u32::MAX);
        moved.learned = Some((limit, row.integer()?));
    }
    moved.put(db, "requests")
}

const STATEMENTS: &[&str] = &[
    "CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID",
    "ALTER TABLE answers RENAME TO cache_entries",
    "DROP INDEX answers_by_age",
    "CREATE INDEX cache_entries_by_age ON cache_entries (fetched_at)",
    "ALTER TABLE totals_projects RENAME TO projects",
    // One interval has one row, whether it was requested with dates or with moments.
    "ALTER TABLE totals RENAME TO totals_by_spelling",
    "CREATE TABLE totals (
        project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
        human INTEGER NOT NULL, ai INTEGER NOT NULL, total INTEGER NOT NULL, checked_at INTEGER NOT NULL,
        PRIMARY KEY (project, from_at, to_at)
    ) STRICT, WITHOUT ROWID",
    "INSERT INTO totals SELECT project, from_at, to_at, human, ai, total, max(checked_at)
     FROM totals_by_spelling GROUP BY project, from_at, to_at",
    "DROP TABLE totals_by_spelling",
    // Each row is in one of the two, so that expired rows are found without a scan.
    "CREATE INDEX totals_partial ON totals (checked_at) WHERE checked_at < to_at",
    "CREATE INDEX totals_over ON totals (checked_at) WHERE checked_at >= to_at",
    "ALTER TABLE gathers RENAME TO backfills",
    "ALTER TABLE backfills RENAME COLUMN what TO kind",
    "ALTER TABLE backfills RENAME COLUMN tries TO failures",
    // The program that started it; null for a person.
    "ALTER TABLE backfills ADD COLUMN program TEXT",
    "ALTER TABLE work RENAME TO backfill_requests",
    "ALTER TABLE backfill_requests RENAME COLUMN gather TO backfill",
    "ALTER TABLE given_up RENAME TO failed_backfills",
    "ALTER TABLE failed_backfills RENAME COLUMN what TO kind",
    "ALTER TABLE failed_backfills RENAME COLUMN at TO failed_at",
    "DROP INDEX tables_by_subject",
    "ALTER TABLE tables RENAME COLUMN subject TO table_key",
    "CREATE INDEX tables_by_key ON tables (table_key)",
    "UPDATE tables SET state = CAST(X'01' || state AS BLOB)",
    "UPDATE table_pages SET entries = CAST(X'01' || entries AS BLOB)",
];
