//! The job ledger of one project: its jobs, submissions and events, and what to do about them next.
//!
//! The service lists no jobs and returns no prompts, so the ledger is the only record of them. The ledger decides and
//! its caller acts: the ledger never calls the service. It names the calls to make ([`Ledger::submit`],
//! [`Ledger::release_queued`], [`Ledger::due_polls`]), records their outcomes ([`Ledger::settle`],
//! [`Ledger::record_poll`]), and says when to call it next ([`Ledger::next_alarm`]).
//!
//! Invariants:
//! - The ledger records a prompt before the service is called with it.
//! - A submission is sent once. After an unknown outcome, only a caller with `jobs:write` can send it again.
//! - Every visible change has an event, and event revisions have no gaps, except before a restore and where a job
//!   or a prompt was deleted.
//! - Each method writes everything or nothing.
//!
//! Modules depend on one another in one direction. At the bottom, the schedule decides when a job is worth a poll, and the store which
//! rows a question reads and a change writes. Above these, each part is a type that can use only its own tables: [`JobReads`] decides
//! what a console or program sees of jobs, [`PersonalInbox`] what a person has to look at, [`Templates`] and [`Notes`] whose edit of a
//! text counts, [`LedgerRetention`] what has expired, and [`PollBudget`] how many polls are left and who may use them.
//!
//! The rest are methods of the [`Ledger`], because they write jobs, submissions and events together: they decide whether a prompt is
//! sent, queued or refused, which jobs are polled next and what a response means, what a caller may change of a job, and which pauses of
//! the service last. Others decide when the ledger is due again, whether its polls are late, and which change gets a record.

mod audit;
mod backup;
mod cache;
mod day_marks;
mod inbox;
mod ledger;
mod ledger_settings;
mod metrics;
mod next_alarm;
mod open;
mod patch;
mod pause;
mod polling;
mod reads;
mod retention;
pub mod schedule;
mod schema;
mod status;
mod store;
mod submissions;
mod templates;

pub use backup::backup_domain;
pub use day_marks::{MARKS_COUNTED_MAX, NOTES_MAX, NoteConflict, Notes};
pub use inbox::{PersonalInbox, READ_MARKS_MAX};
pub use ledger::Ledger;
pub use ledger_settings::{JobRetention, LedgerSettings};
pub use open::MigratedLedger;
pub use patch::PatchConflict;
pub use polling::{JobRead, LagChange, PollBudget, PollContext, PollTask, ReadDecision, UNPOLLED_SPACING_MS};
pub use reads::{CATCH_UP_MAX, JobReads, MESSAGE_BYTES_MAX, SeenJob, StoredJob};
pub use retention::{DeletedRecords, LedgerRetention};
pub use store::{StoredPrompt, SubmissionRow};
pub use submissions::{
    NewSubmission, QUEUED_MAX, Settlement, StateConflict, StoredAnswer, SubmissionChange, SubmitDecision,
    not_stored,
};
pub use templates::{TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX, TemplateConflict, Templates};
