//! The jobs, submissions and events of the ledger, prompt templates, and marks on days.

mod day_marks;
mod entry;
mod event;
mod flat;
mod inbox;
mod live;
mod messages;
mod pauses;
mod polling;
mod queries;
mod submission;
mod templates;

pub use day_marks::{DayMark, DayMarks, DayNote, NoteEdit};
pub use entry::{JobEntry, Polling};
pub use event::{Event, EventKind};
pub use inbox::{Inbox, InboxGroup, InboxItem, InboxMark, InboxPatch, InboxQuery, InboxReason, InboxSubject};
pub use live::{LiveMessage, PING, PONG};
pub use messages::{JobDetail, JobPatch, JobRef, Snapshot, SubmissionsPage};
pub use pauses::JobPauses;
pub use polling::*;
pub use queries::*;
pub use submission::{FollowUp, Submission, SubmissionKind, SubmissionState};
pub use templates::*;
