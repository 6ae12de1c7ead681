//! What the list of shortcuts says: the places where keys work, and what they do there.

use crate::texts::analytics::{loading, trend};
use crate::texts::inbox;
use crate::texts::jobs::{bulk, submissions};

/// Above the shortcuts of pages that are not in view.
pub(crate) const OTHER_PAGES: &str = "Other pages";
/// On the switch above the list.
pub(crate) const USE_SHORTCUTS: &str = "Use single-key shortcuts in this browser";

// Headings of places, where they are not named like a page.
pub(crate) const EVERYWHERE: &str = "Everywhere";
pub(crate) const LIST_OF_JOBS: &str = "List of jobs";
pub(crate) const SELECTED_JOBS: &str = "Selected jobs, or the focused one";
pub(crate) const PAGE_OF_A_JOB: &str = "Job page";
pub(crate) const PROMPT_WITH_FOCUS: &str = "Focused prompt";
pub(crate) const ROW_WITH_FOCUS: &str = "Focused row";
pub(crate) const ACCESS_AND_SESSIONS: &str = "Access and sessions";

// In several places.
pub(crate) const FILTER_BY_TIME: &str = "Filter by time";
pub(crate) const CLEAR_FILTER: &str = "Clear the filter";
pub(crate) const USE_TEMPLATE: &str = "Use a template";
pub(crate) const END_PAUSE: &str = "End the pause";
pub(crate) const HIDE_OR_UNHIDE: &str = "Hide or unhide";
pub(crate) const STOP_OR_RESUME_POLLING: &str = "Stop or resume polling";
pub(crate) const CLEAR_SELECTION: &str = "Clear the selection";

// On every page.
pub(crate) const FIND_ANYTHING: &str = "Find a command, a page or a job (⌘ K on a Mac)";
pub(crate) const GO_TO_JOBS: &str = "Go to jobs";
pub(crate) const GO_TO_INBOX: &str = "Go to inbox";
pub(crate) const GO_TO_VISITORS: &str = "Go to visitors";
pub(crate) const GO_TO_TEMPLATES: &str = "Go to templates";
pub(crate) const GO_TO_AUDIT: &str = "Go to audit";
pub(crate) const GO_TO_PROJECTS: &str = "Open the project menu";
pub(crate) const OPEN_PERSON_MENU: &str = "Open your menu: theme, sessions, settings, access, sign-out";
pub(crate) const NEXT_ROW: &str = "Next row of a list; Enter opens it";
pub(crate) const ROW_BEFORE: &str = "Previous row";
pub(crate) const WRITE_PROMPT: &str = "Write a prompt";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const SEND_OR_SAVE: &str = "Send the prompt, or save the form (⌘ Enter on a Mac)";
pub(crate) const SHOW_THIS_LIST: &str = "Show this list";

// In the list of jobs.
pub(crate) const SELECT_JOB: &str = "Select the focused job";
pub(crate) const OPEN_PULL_REQUEST_OF_JOB: &str = "Open the pull request of the focused job";
pub(crate) const FILTER_BY_STATUS: &str = "Filter by status";
pub(crate) const ONLY_HIDDEN_JOBS: &str = "Show only hidden jobs";
pub(crate) const LOAD_MORE_JOBS: &str = "Load more jobs";
pub(crate) const SORT_JOBS: &str = "Sort by age";
pub(crate) const IMPORT_JOB: &str = "Import a job by id";
pub(crate) const FOLLOW_UP_SIMILAR_JOB: &str = "Follow up on the similar job instead";
pub(crate) const DISCARD_FAILED_PROMPTS: &str = "Discard all failed prompts";
pub(crate) const SHOW_FAILED_PROMPTS: &str = "Show or hide earlier failed prompts";
pub(crate) const OPEN_JOBS_FOR_MANY_PAGES: &str = "Open the jobs for many pages";
pub(crate) const UNDO: &str = bulk::UNDO;

// With selected jobs.
pub(crate) const ADD_LABELS: &str = bulk::ADD_LABELS;
pub(crate) const SELECT_ALL_SHOWN: &str = bulk::SELECT_ALL_SHOWN;

// On the page of a job.
pub(crate) const WRITE_FOLLOW_UP: &str = "Write a follow-up";
pub(crate) const EDIT_LABELS: &str = "Edit the labels";
pub(crate) const RUN_AGAIN: &str = "Run again";
pub(crate) const OPEN_PULL_REQUEST: &str = "Open the pull request";
pub(crate) const COPY_LINK: &str = "Copy the link";
pub(crate) const COPY_JOB_ID: &str = "Copy the job id";
pub(crate) const COPY_AS_CURL: &str = "Copy as curl";
pub(crate) const LOAD_EARLIER_EVENTS: &str = "Load earlier events";

// At a prompt.
pub(crate) const IT_ARRIVED_OR_MATCH: &str = "Confirm that it arrived, or match it to a job";
pub(crate) const SEND_AGAIN: &str = "Send it again";
pub(crate) const EDIT_AS_NEW_PROMPT: &str = "Edit it as a new prompt";
pub(crate) const START_WITH_CONTEXT: &str = "Start a new job with its context";
pub(crate) const EDIT_QUEUED: &str = "Edit a queued follow-up";
pub(crate) const CANCEL_QUEUED: &str = "Cancel a queued follow-up";
pub(crate) const DISCARD_PROMPT: &str = submissions::DISCARD_IT;
pub(crate) const SHOW_WHOLE_PROMPT: &str = "Expand or collapse a long prompt";
pub(crate) const OPEN_VISITORS_DATA: &str = "Open its visitor data";

// In the inbox.
pub(crate) const MARK_ITEM: &str = "Mark the focused item as read or unread";
pub(crate) const OPEN_PULL_REQUEST_OF_ITEM: &str = "Open the pull request of the focused item";
pub(crate) const READ_ALL: &str = inbox::READ_ALL;
pub(crate) const TURN_NOTIFICATIONS: &str = "Turn notifications on or off";

// At visitors.
pub(crate) const SELECT_RANGE: &str = "Select a range, from today to year to date";
pub(crate) const SELECT_OTHER_DAYS: &str = "Select other days";
pub(crate) const SELECT_ZONE: &str = "Select the time zone";
pub(crate) const COMPARE: &str = "Compare with another period";
pub(crate) const SHOW_EXACT_INTERVAL: &str = "Show the exact interval";
pub(crate) const SHOW_AS_TABLE: &str = trend::SHOW_AS_TABLE;
pub(crate) const SAVE_DAYS: &str = "Save the table of days as CSV";
pub(crate) const WRITE_NOTE: &str = "Write the note on the selected day";
pub(crate) const LOAD_MISSING_DAYS: &str = "Load the missing days";
pub(crate) const SELECT_VIEW: &str = "Select a view of the paths";
pub(crate) const FILTER_BY_PATH: &str = "Filter by the start of the path";
pub(crate) const COMPARE_FOR_VIEW: &str = "Compare with the previous period, for a view that needs it";
pub(crate) const GROUP_BY_FOLDER: &str = "Group by folder, or show pages";
pub(crate) const GO_TO_COLUMNS: &str = "Go to the column headings to sort";
pub(crate) const EXPORT_CSV: &str = "Export as CSV";
pub(crate) const EXPORT_NDJSON: &str = "Export as NDJSON";
pub(crate) const EXPORT_TABLE_CSV: &str = "Export the table of a view, or the folders, as CSV";
pub(crate) const EXPORT_TABLE_NDJSON: &str = "Export the table of a view, or the folders, as NDJSON";
pub(crate) const LOAD_MORE_PATHS: &str = "Load 250 more paths";
pub(crate) const LOAD_ALL_PATHS: &str = loading::LOAD_ALL_PATHS;
pub(crate) const CANCEL_LOAD_OR_EXPORT: &str = "Cancel loading or exporting";
pub(crate) const SELECT_LOADED_PAGES: &str = "Select the loaded pages";

// At a page in the table of visitors.
pub(crate) const SELECT_PAGE: &str = "Select the page for a job";
pub(crate) const OPEN_DAILY_VISITORS: &str = "Open or close the daily visitors of the page";
pub(crate) const OPEN_PAGE: &str = "Open the page of the documentation in a new tab";
pub(crate) const NEW_JOB_FOR_PAGE: &str = "New job for the page, or new jobs for the selected pages";

// At templates.
pub(crate) const NEW_TEMPLATE: &str = "New template";
pub(crate) const PREPARE_JOBS_FOR_MANY_PAGES: &str = "Prepare jobs for many pages";
pub(crate) const EDIT_TEMPLATE: &str = "Edit the focused template";
pub(crate) const DELETE_TEMPLATE: &str = "Delete the focused template";
pub(crate) const SHOW_VERSIONS: &str = "Show the versions of the focused template";
pub(crate) const SHOW_OR_HIDE_VERSION: &str = "Show or hide the focused version";
pub(crate) const RESTORE_VERSION: &str = "Restore the focused version";

// At jobs for many pages.
pub(crate) const EDIT_LIST_OF_PAGES: &str = "Edit the list of pages";
pub(crate) const REMOVE_PAGE: &str = "Remove the focused page";
pub(crate) const PAUSE_OR_RESUME: &str = "Pause or resume";
pub(crate) const CLOSE_BATCH: &str = "Close the finished batch";

// In the audit log.
pub(crate) const FILTER_BY_ACTION: &str = "Filter by action";
pub(crate) const FILTER_BY_OUTCOME: &str = "Filter by outcome";
pub(crate) const LOAD_EARLIER_ENTRIES: &str = "Load earlier entries";
pub(crate) const EXPORT: &str = "Export";

// At access and sessions.
pub(crate) const WRITE_TOKEN: &str = "Fill in a new token";
pub(crate) const COPY_TOKEN: &str = "Copy the new token";

// At settings.
pub(crate) const READ_AGAIN: &str = "Refresh";
pub(crate) const SAVE_A_BACKUP: &str = "Save a backup";
