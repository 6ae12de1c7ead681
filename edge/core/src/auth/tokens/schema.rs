/// The tables of tokens.
///
/// `revision` counts the changes of the list, so that an isolate with the current one reads a single row.
pub(in crate::auth) const TABLES: &[&str] = &[
    "CREATE TABLE tokens (
         id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, grant_json TEXT NOT NULL,
         created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER,
         revoked_at INTEGER, revoked_by TEXT, last_used_at INTEGER
     ) STRICT",
    "CREATE TABLE token_list (revision INTEGER NOT NULL) STRICT",
    "INSERT INTO token_list (revision) VALUES (1)",
];
