/// Who changed what is recorded.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE audit (
        id INTEGER PRIMARY KEY, author TEXT, action TEXT NOT NULL, project TEXT, refusal INTEGER, entry TEXT NOT NULL
    ) STRICT",
    "CREATE UNIQUE INDEX audit_refusals ON audit (refusal) WHERE refusal IS NOT NULL",
];
