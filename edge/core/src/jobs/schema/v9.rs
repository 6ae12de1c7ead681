/// How the latest calls to the service went: in the row that every poll reads.
pub(super) const STATEMENTS: &[&str] = &[
    "ALTER TABLE schedule ADD COLUMN succeeded_at INTEGER",
    "ALTER TABLE schedule ADD COLUMN failed_at INTEGER",
    "ALTER TABLE schedule ADD COLUMN fault TEXT",
];
