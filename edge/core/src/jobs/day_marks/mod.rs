//! Marks on days: notes that people write, and counts of what became of jobs.

mod notes;
mod read;

pub use notes::{NoteConflict, Notes};

/// Notes of a project, at most.
pub const NOTES_MAX: u32 = 500;
/// Jobs, and pull requests, that one read counts at most: each is a row, and rows are billed.
pub const MARKS_COUNTED_MAX: u32 = 5000;
