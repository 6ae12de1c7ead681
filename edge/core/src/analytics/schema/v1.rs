/// The tables of databases that have no schema version yet; those that exist stay as they are.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS answers (
        request TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL
    ) STRICT",
    "CREATE INDEX IF NOT EXISTS answers_by_age ON answers (fetched_at)",
    "CREATE TABLE IF NOT EXISTS spends (at INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS block (only_one INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS lesson (
        only_one INTEGER PRIMARY KEY, per_hour INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT",
    "CREATE TABLE IF NOT EXISTS totals_projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE IF NOT EXISTS totals (
        project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, as_dates INTEGER NOT NULL,
        human INTEGER NOT NULL, ai INTEGER NOT NULL, total INTEGER NOT NULL, checked_at INTEGER NOT NULL,
        PRIMARY KEY (project, from_at, to_at, as_dates)
    ) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS gathers (
        id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL,
        last_day TEXT NOT NULL, zone TEXT NOT NULL, total INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0,
        UNIQUE (project, what, first_day, last_day, zone)
    ) STRICT",
    "CREATE TABLE IF NOT EXISTS work (
        gather INTEGER NOT NULL, nth INTEGER NOT NULL, date_from TEXT NOT NULL, date_to TEXT NOT NULL,
        PRIMARY KEY (gather, nth)
    ) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS given_up (
        project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL,
        zone TEXT NOT NULL, error TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (project, what, first_day, last_day, zone)
    ) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE IF NOT EXISTS tables (
        id INTEGER PRIMARY KEY, subject TEXT NOT NULL, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL,
        state BLOB NOT NULL
    ) STRICT",
    "CREATE INDEX IF NOT EXISTS tables_by_subject ON tables (subject)",
    // The place is the table's id times a thousand plus the page's number: this saves an index, and fills SQLite's
    // pages in order.
    "CREATE TABLE IF NOT EXISTS table_pages (place INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT",
];
