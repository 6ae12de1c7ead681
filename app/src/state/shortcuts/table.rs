use super::{Place, Shortcut};
use crate::texts::commands::shortcuts as texts;
use crate::texts::general;

const fn of(place: Place, keys: &'static [&'static str], effect: &'static str) -> Shortcut {
    Shortcut { place, keys, effect }
}

/// Every shortcut.
#[rustfmt::skip]
pub(crate) const SHORTCUTS: &[Shortcut] = &[
    of(Place::Everywhere, &["Ctrl", "K"], texts::FIND_ANYTHING),
    of(Place::Everywhere, &["g", "j"], texts::GO_TO_JOBS),
    of(Place::Everywhere, &["g", "i"], texts::GO_TO_INBOX),
    of(Place::Everywhere, &["g", "v"], texts::GO_TO_VISITORS),
    of(Place::Everywhere, &["g", "t"], texts::GO_TO_TEMPLATES),
    of(Place::Everywhere, &["g", "a"], texts::GO_TO_AUDIT),
    of(Place::Everywhere, &["g", "p"], texts::GO_TO_PROJECTS),
    of(Place::Everywhere, &["g", "m"], texts::OPEN_ACCOUNT_MENU),
    of(Place::Everywhere, &["j"], texts::NEXT_ROW),
    of(Place::Everywhere, &["k"], texts::ROW_BEFORE),
    of(Place::Everywhere, &["c"], texts::WRITE_PROMPT),
    of(Place::Everywhere, &["/"], texts::SEARCH),
    of(Place::Everywhere, &["."], general::TRY_AGAIN),
    of(Place::Everywhere, &["Ctrl", "Enter"], texts::SEND_OR_SAVE),
    of(Place::Everywhere, &["?"], texts::SHOW_THIS_LIST),

    of(Place::Jobs, &["x"], texts::SELECT_JOB),
    of(Place::Jobs, &["q"], texts::OPEN_PULL_REQUEST_OF_JOB),
    of(Place::Jobs, &["o"], texts::FILTER_BY_STATUS),
    of(Place::Jobs, &["w"], texts::FILTER_BY_TIME),
    of(Place::Jobs, &["v"], texts::SHOW_HIDDEN_JOBS),
    of(Place::Jobs, &["b"], texts::CLEAR_FILTER),
    of(Place::Jobs, &["m"], texts::LOAD_OLDER_JOBS),
    of(Place::Jobs, &["t"], texts::USE_TEMPLATE),
    of(Place::Jobs, &["i"], texts::IMPORT_JOB),
    of(Place::Jobs, &["a"], texts::SHOW_FAILED_PROMPTS),
    of(Place::Jobs, &["f"], texts::OPEN_JOBS_FOR_MANY_PAGES),
    of(Place::Jobs, &["e"], texts::END_PAUSE),
    of(Place::Jobs, &["z"], texts::UNDO),

    of(Place::Selection, &["l"], texts::ADD_LABELS),
    of(Place::Selection, &["h"], texts::HIDE_OR_UNHIDE),
    of(Place::Selection, &["p"], texts::STOP_OR_RESUME_POLLING),
    of(Place::Selection, &["s"], texts::SELECT_ALL_SHOWN),
    of(Place::Selection, &["u"], texts::CLEAR_SELECTION),

    of(Place::Job, &["f"], texts::WRITE_FOLLOW_UP),
    of(Place::Job, &["t"], texts::USE_TEMPLATE),
    of(Place::Job, &["l"], texts::EDIT_LABELS),
    of(Place::Job, &["h"], texts::HIDE_OR_UNHIDE),
    of(Place::Job, &["p"], texts::STOP_OR_RESUME_POLLING),
    of(Place::Job, &["r"], texts::RUN_AGAIN),
    of(Place::Job, &["q"], texts::OPEN_PULL_REQUEST),
    of(Place::Job, &["y"], texts::COPY_LINK),
    of(Place::Job, &["i"], texts::COPY_JOB_ID),
    of(Place::Job, &["u"], texts::COPY_AS_CURL),
    of(Place::Job, &["m"], texts::LOAD_EARLIER_EVENTS),
    of(Place::Job, &["e"], texts::END_PAUSE),

    of(Place::Prompt, &["a"], texts::IT_ARRIVED_OR_MATCH),
    of(Place::Prompt, &["."], texts::SEND_AGAIN),
    of(Place::Prompt, &["n"], texts::EDIT_AS_NEW_PROMPT),
    of(Place::Prompt, &["b"], texts::START_WITH_CONTEXT),
    of(Place::Prompt, &["e"], texts::EDIT_QUEUED),
    of(Place::Prompt, &["q"], texts::CANCEL_QUEUED),
    of(Place::Prompt, &["o"], texts::SHOW_WHOLE_PROMPT),
    of(Place::Prompt, &["v"], texts::OPEN_VISITORS_DATA),

    of(Place::Inbox, &["e"], texts::MARK_ITEM),
    of(Place::Inbox, &["q"], texts::OPEN_PULL_REQUEST_OF_ITEM),
    of(Place::Inbox, &["a"], texts::READ_ALL),
    of(Place::Inbox, &["n"], texts::TURN_NOTIFICATIONS),

    of(Place::Visitors, &["r", "1 … 0"], texts::SELECT_RANGE),
    of(Place::Visitors, &["w"], texts::SELECT_OTHER_DAYS),
    of(Place::Visitors, &["z"], texts::SELECT_ZONE),
    of(Place::Visitors, &["b"], texts::COMPARE),
    of(Place::Visitors, &["y"], texts::SHOW_EXACT_INTERVAL),
    of(Place::Visitors, &["t"], texts::SHOW_AS_TABLE),
    of(Place::Visitors, &["i"], texts::WRITE_NOTE),
    of(Place::Visitors, &["l"], texts::LOAD_MISSING_DAYS),
    of(Place::Visitors, &["v"], texts::SELECT_VIEW),
    of(Place::Visitors, &["p"], texts::FILTER_BY_PATH),
    of(Place::Visitors, &["f"], texts::GROUP_BY_FOLDER),
    of(Place::Visitors, &["h"], texts::GO_TO_COLUMNS),
    of(Place::Visitors, &["d"], texts::EXPORT_CSV),
    of(Place::Visitors, &["n"], texts::EXPORT_NDJSON),
    of(Place::Visitors, &["m"], texts::LOAD_MORE_PATHS),
    of(Place::Visitors, &["a"], texts::LOAD_ALL_PATHS),
    of(Place::Visitors, &["q"], texts::CANCEL_LOAD_OR_EXPORT),
    of(Place::Visitors, &["s"], texts::SELECT_LOADED_PAGES),
    of(Place::Visitors, &["u"], texts::CLEAR_SELECTION),
    of(Place::Visitors, &["e"], texts::END_PAUSE),

    of(Place::Path, &["x"], texts::SELECT_PAGE),
    of(Place::Path, &["o"], texts::OPEN_DAILY_VISITORS),
    of(Place::Path, &["c"], texts::NEW_JOB_FOR_PAGE),

    of(Place::Templates, &["n"], texts::NEW_TEMPLATE),
    of(Place::Templates, &["f"], texts::PREPARE_JOBS_FOR_MANY_PAGES),
    of(Place::Templates, &["e"], texts::EDIT_TEMPLATE),
    of(Place::Templates, &["v"], texts::SHOW_VERSIONS),
    of(Place::Templates, &["o"], texts::SHOW_OR_HIDE_VERSION),
    of(Place::Templates, &["r"], texts::RESTORE_VERSION),

    of(Place::Batch, &["l"], texts::EDIT_LIST_OF_PAGES),
    of(Place::Batch, &["t"], texts::USE_TEMPLATE),
    of(Place::Batch, &["x"], texts::TAKE_OUT_PAGE),
    of(Place::Batch, &["p"], texts::PAUSE_OR_RESUME),
    of(Place::Batch, &["q"], texts::CLOSE_SENT),

    of(Place::Audit, &["a"], texts::FILTER_BY_ACTION),
    of(Place::Audit, &["o"], texts::FILTER_BY_OUTCOME),
    of(Place::Audit, &["w"], texts::FILTER_BY_TIME),
    of(Place::Audit, &["b"], texts::CLEAR_FILTER),
    of(Place::Audit, &["m"], texts::LOAD_EARLIER_ENTRIES),
    of(Place::Audit, &["d"], texts::EXPORT),

    of(Place::Access, &["t"], texts::WRITE_TOKEN),
    of(Place::Access, &["y"], texts::COPY_TOKEN),

    of(Place::Settings, &["r"], texts::READ_AGAIN),
];
