//! The jobs, submissions and events of the ledger, prompt templates, and marks on days.

mod day_marks;
mod entry;
mod event;
mod filter;
mod flat;
mod history_query;
mod inbox;
mod live;
mod messages;
mod pauses;
mod polling;
mod submission;
mod submissions_query;
mod templates;

pub use day_marks::{DayMark, DayMarks, DayNote, NoteEdit};
pub use entry::{JobEntry, Polling};
pub use event::{Event, EventKind};
pub use filter::{JobFilter, JobSort};
pub use history_query::HistoryQuery;
pub use inbox::{Inbox, InboxGroup, InboxItem, InboxMark, InboxPatch, InboxQuery, InboxReason, InboxSubject};
pub use live::{LiveMessage, PING, PONG};
pub use messages::{JobDetail, JobPatch, JobRef, Snapshot, SubmissionsPage};
pub use pauses::JobPauses;
pub use polling::*;
pub use submission::{FollowUp, Submission, SubmissionKind, SubmissionState};
pub use submissions_query::SubmissionsQuery;
pub use templates::*;
