//! The ledger's SQL. Nothing here decides anything: each statement reads or writes what its caller names.

mod calls;
mod column;
mod events;
mod inbox;
mod job_row;
mod jobs;
mod marks;
mod readers;
mod retention;
mod schedule;
mod search;
mod submission_list;
mod submission_row;
mod submissions;
mod templates;
mod title;

pub(super) use calls::{CallsRow, KnownCalls};
pub(super) use events::{EventContext, EventLog};
pub(super) use inbox::{InboxJobs, JobsWithNews};
pub(super) use job_row::JobRow;
pub(super) use jobs::{JobsTable, NextPoll, PollQueue};
pub(super) use marks::{JobTimes, NotesTable};
pub(super) use readers::{ReadMark, Readers};
pub(super) use retention::{ExpiredCount, RetentionTable};
pub(super) use schedule::ScheduleRow;
pub(super) use search::{SearchIndex, search_query};
pub use submission_row::{StoredPrompt, SubmissionRow};
pub(super) use submissions::{EarlierSubmission, RequestedPrompt, SubmissionsTable};
pub(super) use templates::TemplatesTable;
pub(super) use title::title;
