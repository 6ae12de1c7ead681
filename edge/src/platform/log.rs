//! The log: one line of JSON for each request, and one for the rows that an object read and wrote for it. It has no
//! query, prompt, header of the caller or key. `docs/operating.md` has the fields of each line, and a test compares
//! them.

use docket_core::jobs::LagChange;
use docket_wire::{CallerName, ProjectId};
use serde::Serialize;

use super::storage::rows::{BilledRows, RowMeter};

/// A request with its response.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestEntry<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) method: &'a str,
    pub(crate) route: &'static str,
    pub(crate) status: u16,
    pub(crate) ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) caller: Option<&'a CallerName>,
}

pub(crate) fn request(entry: &RequestEntry<'_>) {
    print(entry);
}

/// What an object reads and writes rows for.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum WorkKind {
    /// A new instance of the object opens its database.
    Opening,
    Request,
    Alarm,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RowsEntry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    object: &'static str,
    work: WorkKind,
    #[serde(flatten)]
    rows: BilledRows,
}

/// Logs the rows that an object has read and written since it last logged them, and returns them. The id is that of the
/// request, if there is one.
pub(crate) fn rows(
    object: &'static str,
    work: WorkKind,
    request_id: Option<&str>,
    meter: &RowMeter,
) -> BilledRows {
    let rows = meter.take();
    print(&RowsEntry { request_id, object, work, rows });
    rows
}

#[derive(Serialize)]
struct DeletedEntry<'a> {
    deleted: &'static str,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<&'a str>,
}

/// Logs how much retention deleted; of a project, if the object belongs to one.
pub(crate) fn deleted(what: &'static str, count: usize, project: Option<&ProjectId>) {
    let project = project.map(ProjectId::as_str);
    print(&DeletedEntry { deleted: what, count, project });
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageEntry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    level: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<&'a str>,
}

impl<'a> MessageEntry<'a> {
    fn new(level: &'static str, message: &'a str) -> Self {
        Self { request_id: None, level, message, project: None }
    }
}

/// Logs that a `JobsObject` opened. It opens again whenever something wakes it from hibernation, which determines its
/// cost.
pub(crate) fn opened(revision: u64) {
    let message = format!("the jobs object opened at revision {revision}");
    print(&MessageEntry::new("info", &message));
}

/// Logs that polling of a project became late, or on time again.
pub(crate) fn lag(project: &str, change: LagChange) {
    match change {
        LagChange::Late { overdue_ms } => {
            let message =
                format!("polling is late: the most overdue poll has waited for {} s", overdue_ms / 1000);
            print_error(&MessageEntry { project: Some(project), ..MessageEntry::new("warning", &message) });
        }
        LagChange::OnTime => {
            print(&MessageEntry {
                project: Some(project),
                ..MessageEntry::new("info", "polling is on time again")
            });
        }
    }
}

/// Logs an internal error of Docket that belongs to no request.
pub(crate) fn error(message: &str) {
    print_error(&MessageEntry::new("error", message));
}

/// The line of an internal error of Docket that ended the instance.
pub(crate) fn error_line(message: &str) -> String {
    serde_json::to_string(&MessageEntry::new("error", message)).unwrap_or_default()
}

/// Logs an internal error of Docket in a request.
pub(crate) fn request_error(request_id: &str, message: &str) {
    print_error(&MessageEntry { request_id: Some(request_id), ..MessageEntry::new("error", message) });
}

/// Logs in a request what ended it, and is no error of Docket.
pub(crate) fn request_warning(request_id: &str, message: &str) {
    print_error(&MessageEntry { request_id: Some(request_id), ..MessageEntry::new("warning", message) });
}

/// Logs what Docket can work with but an administrator should look at: a suspicious setting, keys of Cloudflare Access that cannot
/// be loaded, work of a project that is not in the settings, or an object that cannot open yet.
pub(crate) fn warning(message: &str) {
    print_error(&MessageEntry::new("warning", message));
}

fn print(entry: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(entry) {
        worker::console_log!("{text}");
    }
}

fn print_error(entry: &MessageEntry<'_>) {
    if let Ok(text) = serde_json::to_string(entry) {
        worker::console_error!("{text}");
    }
}
