//! Files with the rows of the table.

/// The name of the group of buttons.
pub(crate) const EXPORT: &str = "Export";
pub(crate) const EXPORT_CSV: &str = "Export CSV";
pub(crate) const EXPORT_NDJSON: &str = "Export NDJSON";

pub(crate) const LOADS_OTHER_PATHS: &str = "Exporting loads the other paths: at least 1 request, 1 request per 250. The number of paths is not known yet.";

/// `requests` is "40 requests" or "about 40 requests".
pub(crate) fn loads_other_paths(requests: &str) -> String {
    format!("Exporting loads the other paths: {requests}, 1 request per 250.")
}

/// For screen readers.
pub(crate) const EXPORTING: &str = "Exporting.";

/// `rows` is "3 rows".
pub(crate) fn so_far(rows: &str) -> String {
    format!("Exporting: {rows} so far.")
}

pub(crate) const CANCEL_EXPORT: &str = "Cancel export";

/// `rows` is "3 rows".
pub(crate) fn exported(rows: &str) -> String {
    format!("{rows} exported.")
}

/// `duplicates` is "3 duplicates".
pub(crate) fn dropped(duplicates: &str) -> String {
    format!("{duplicates} dropped.")
}

/// `rows` is "3 rows", `cause` one of those below.
pub(crate) fn interrupted_after(rows: &str, cause: &str) -> String {
    format!("Export interrupted after {rows}: {cause}.")
}

/// Behind it. `days` is the first and the last day.
pub(crate) fn is_of_days(days: &str, zone: &str) -> String {
    format!("The export is of {days} · {zone}.")
}

pub(crate) const NO_MORE_REQUESTS: &str = "no more requests to the service are allowed for now";
pub(crate) const LOAD_FAILED: &str = "Docket could not load more rows from the service";
pub(crate) const CONNECTION_LOST: &str = "the connection was lost";

pub(crate) fn more_rows_in(time: &str) -> String {
    format!("More rows are available in {time}.")
}

pub(crate) const RESUME: &str = "Resume";
/// On the button that gives up the export.
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const END_IS_MISSING: &str =
    "Export interrupted: the end of the file is missing. Export it again.";

/// The name of the group of buttons that export what the table shows.
pub(crate) const EXPORT_OF_TABLE: &str = "Export table";
/// Before the buttons below.
pub(crate) const ONLY_FOLDERS: &str = "These files list pages. Export the folders of the table:";
/// Before the buttons below.
pub(crate) const ONLY_VIEW: &str = "These files list all pages. Export only those of the view:";
/// In place of both, while the table has no rows.
pub(crate) const NO_FOLDERS: &str = "These files list pages. The table has no folders to export.";
/// In place of both, while the table has no rows.
pub(crate) const NO_PAGES_OF_VIEW: &str = "These files list all pages. The view has none to export.";
/// In place of both, while paths are missing that the view needs, so that nobody knows its rows.
pub(crate) const PAGES_OF_VIEW_UNKNOWN: &str =
    "These files list all pages. Those of the view are known once all paths are loaded.";
pub(crate) const CSV: &str = "CSV";
pub(crate) const CSV_OF_FOLDERS: &str = "CSV of the folders";
pub(crate) const CSV_OF_VIEW: &str = "CSV of the view";
pub(crate) const NDJSON: &str = "NDJSON";
pub(crate) const NDJSON_OF_FOLDERS: &str = "NDJSON of the folders";
pub(crate) const NDJSON_OF_VIEW: &str = "NDJSON of the view";

/// `rows` is "3 rows".
pub(crate) fn table_exported(rows: &str) -> String {
    format!("{rows} of this table exported.")
}

pub(crate) const ROWS_CHANGED: &str = "Not exported: the rows changed during the export. Try again.";
