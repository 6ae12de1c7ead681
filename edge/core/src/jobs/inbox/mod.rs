//! The inbox of each person: what needs a decision, what has ended, and what is running.
//!
//! Which items there are and why follows from what the ledger knows ([`reason`]), and is the same for everybody. What
//! is read is each person's own ([`read_state`]): a position in the ledger's history, and marks of single items after
//! it. Both compare revisions and no times, so that what happens while a person reads stays unread.
//!
//! Rows are billed. A person who marks nothing has none, a mark that changes nothing writes none, and the marks end
//! when everything is read.

mod candidates;
mod mark;
mod news;
mod read;
mod read_state;
mod reason;

pub use mark::READ_MARKS_MAX;
