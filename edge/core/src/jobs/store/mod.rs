//! The ledger's SQL. Nothing here decides anything: each statement reads or writes what its caller names. Only the index
//! by which SQLite finds it is chosen here.

mod calls;
mod changed_jobs;
mod column;
mod day_marks;
mod events;
mod inbox;
mod jobs;
mod owner;
mod read_state;
mod retention;
mod schedule;
mod submissions;
mod templates;

pub(super) use calls::{CachedCalls, CallsRow};
pub(super) use changed_jobs::ChangedJobs;
pub(super) use day_marks::{CountedTime, JobTimes, NotesTable};
pub(super) use events::{EventContext, EventLog};
pub(super) use inbox::{InboxJobs, JobsWithNews};
pub(super) use jobs::{
    EXPECT_ACTIVITY_MS, JobQuery, JobRow, JobSearch, JobsTable, NextPoll, PollQueue, SearchIndex,
    search_query, title,
};
pub(super) use owner::OwnerRow;
pub(super) use read_state::{ReadMark, ReadStateTable};
pub(super) use retention::{ExpiredCount, Expiring, RetentionTable};
pub(super) use schedule::{JobsCache, ScheduleRow};
use submissions::IS_CLOSED;
pub(super) use submissions::{EarlierSubmission, RequestedPrompt, SubmissionsTable};
pub use submissions::{StoredPrompt, SubmissionRow};
pub(super) use templates::TemplatesTable;
