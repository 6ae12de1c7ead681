/// Requests whose answer is too large to be read, and until when they are not made again.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE too_large (request TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID",
];
