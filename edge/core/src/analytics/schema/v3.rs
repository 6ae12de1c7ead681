/// Requests with answers too large to read, and the moment until which Docket does not repeat them.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE too_large (request TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID",
];
