/// The tables of people and sessions. `valid_until` is when a session ends unless it is used before, and `group_list`
/// has the groups of a person that a rule named when they were last seen, in JSON.
pub(in crate::auth) const TABLES: &[&str] = &[
    "CREATE TABLE sessions (
         id TEXT PRIMARY KEY, name TEXT NOT NULL, began_at INTEGER NOT NULL, seen_at INTEGER NOT NULL,
         expires_at INTEGER NOT NULL, valid_until INTEGER NOT NULL, address TEXT NOT NULL, country TEXT,
         browser TEXT NOT NULL
     ) STRICT, WITHOUT ROWID",
    "CREATE INDEX sessions_by_person ON sessions (name, seen_at)",
    "CREATE INDEX sessions_by_end ON sessions (valid_until)",
    "CREATE TABLE people (
         sign_in TEXT NOT NULL, name TEXT NOT NULL, seen_at INTEGER NOT NULL, group_list TEXT NOT NULL,
         PRIMARY KEY (sign_in, name)
     ) STRICT, WITHOUT ROWID",
    "CREATE INDEX people_by_seen ON people (seen_at)",
];
