/// How the latest calls to the service went: one row, with one outcome of each kind.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE calls (succeeded_at INTEGER, failed_at INTEGER, fault TEXT) STRICT",
    "INSERT INTO calls (succeeded_at, failed_at, fault) VALUES (NULL, NULL, NULL)",
];
