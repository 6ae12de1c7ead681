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
//! Modules depend on one another in one direction. Most of them add methods to `ledger`, which has the `ledger_settings`
//! and, as the only exception, what `polling` remembers. The templates, the notes and a person's inbox are types of their own, which have
//! the tables that they may touch. `schedule` computes when to poll, `schema` has the migrations, and `store` holds the SQL.
//! `reads` only reads, and `inbox` and `polling` build on it; `submissions` builds on `polling`. `retention` deletes
//! what has expired; `templates` and `day_marks` have the texts that belong to no job. Of the single files, `open`
//! migrates, `patch` and `pause` change, `next_alarm` says when the ledger is due, `audit` records changes, `metrics`
//! counts, and `backup` copies.

mod audit;
mod backup;
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
mod store;
mod submissions;
mod templates;

pub use audit::LedgerChange;
pub use backup::backup_domain;
pub use day_marks::{MARKS_COUNTED_MAX, NOTES_MAX, NoteConflict, Notes};
pub use inbox::{PersonalInbox, READ_MARKS_MAX};
pub use ledger::Ledger;
pub use ledger_settings::{JobRetention, LedgerSettings};
pub use open::MigratedLedger;
pub use patch::PatchConflict;
pub use polling::{JobRead, LagChange, PollContext, PollTask, ReadDecision, UNPOLLED_SPACING_MS};
pub use reads::{CATCH_UP_MAX, MESSAGE_BYTES_MAX, StoredJob};
pub use retention::DeletedRecords;
pub use store::{StoredPrompt, SubmissionRow};
pub use submissions::{
    NewSubmission, QUEUED_MAX, Settlement, StateConflict, StoredAnswer, SubmitDecision, not_stored,
};
pub use templates::{TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX, TemplateConflict, Templates};
