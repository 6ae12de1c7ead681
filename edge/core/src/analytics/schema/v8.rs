/// Kinds of backfills are written like all other values of the API.
pub(super) const STATEMENTS: &[&str] = &[
    "UPDATE backfills SET kind = 'day_paths' WHERE kind = 'day-paths'",
    "UPDATE failed_backfills SET kind = 'day_paths' WHERE kind = 'day-paths'",
];
