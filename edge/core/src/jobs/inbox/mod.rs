//! The inbox of each person: what needs a decision, what has ended, and what is running.
//!
//! The items and their reasons follow from the ledger ([`reason`]), and are the same for all people. What is read is
//! each person's own ([`read_state`]): a position in the ledger's history, and marks of single items after
//! it. Both compare revisions and no times, so that what happens while a person reads stays unread.
//!
//! Rows are billed. A person who marks nothing has none, a mark that changes nothing writes none, and the marks end
//! when everything is read.

mod candidates;
mod contents;
mod mark;
mod read;
mod read_state;
mod reason;

pub use mark::READ_MARKS_MAX;

use docket_wire::CallerName;

use super::store::{EventLog, ReadStateTable, SubmissionsTable};
use crate::storage::Database;

/// The inbox of one person. It reads jobs, submissions and events, and changes only what the person has read.
#[derive(Debug)]
pub struct PersonalInbox<'a, D> {
    db: &'a D,
    events: EventLog<'a, D>,
    person: &'a CallerName,
}

impl<'a, D: Database> PersonalInbox<'a, D> {
    pub(super) fn new(db: &'a D, events: EventLog<'a, D>, person: &'a CallerName) -> Self {
        Self { db, events, person }
    }

    fn read_state_table(&self) -> ReadStateTable<'a, D> {
        ReadStateTable(self.db)
    }

    fn submissions(&self) -> SubmissionsTable<'a, D> {
        SubmissionsTable(self.db)
    }
}
