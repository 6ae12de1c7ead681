/// The first rows of single days, for the trends of pages.
pub(super) const STATEMENTS: &[&str] = &["CREATE TABLE day_rows (
        id INTEGER PRIMARY KEY, project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
        checked_at INTEGER NOT NULL, has_more INTEGER NOT NULL, entries BLOB NOT NULL,
        UNIQUE (project, from_at, to_at)
    ) STRICT"];
