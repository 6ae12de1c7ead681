//! What each person has read.

use docket_wire::CallerName;

use super::column::next;
use crate::storage::{Database, DatabaseError, Row};

/// Whether a person has read an item, up to a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadMark {
    pub(crate) item: String,
    pub(crate) revision: u64,
    pub(crate) is_read: bool,
}

/// What people have read. A person who has marked nothing has no row.
#[derive(Debug)]
pub(crate) struct ReadStateTable<'a, D>(pub(crate) &'a D);

impl<D: Database> ReadStateTable<'_, D> {
    /// The revision up to which a person has read everything.
    pub(crate) fn read_up_to(&self, person: &CallerName) -> Result<u64, DatabaseError> {
        let statement = "SELECT read_up_to FROM readers WHERE person = ?";
        self.0.run(statement, &[person.0.as_str().into()])?.first_mut().map_or(Ok(0), next)
    }

    /// The marks of a person, in any order.
    pub(crate) fn marks(&self, person: &CallerName) -> Result<Vec<ReadMark>, DatabaseError> {
        let statement = "SELECT item, revision, is_read FROM read_marks WHERE person = ?";
        let read = |mut row: Row| {
            Ok(ReadMark { item: row.text()?, revision: next(&mut row)?, is_read: next(&mut row)? })
        };
        self.0.run(statement, &[person.0.as_str().into()])?.into_iter().map(read).collect()
    }

    /// Stores that a person has read everything up to a revision.
    pub(crate) fn set_read_up_to(&self, person: &CallerName, revision: u64) -> Result<(), DatabaseError> {
        let params = [person.0.as_str().into(), (revision as i64).into()];
        let statement = "INSERT INTO readers (person, read_up_to) VALUES (?, ?)
                         ON CONFLICT (person) DO UPDATE SET read_up_to = excluded.read_up_to";
        self.0.run(statement, &params).map(drop)
    }

    /// Stores a mark in place of an earlier one of the same item.
    pub(crate) fn put_mark(&self, person: &CallerName, mark: &ReadMark) -> Result<(), DatabaseError> {
        self.0
            .run(
                "INSERT INTO read_marks (person, item, revision, is_read) VALUES (?, ?, ?, ?)
                 ON CONFLICT (person, item) DO UPDATE SET revision = excluded.revision, is_read = excluded.is_read",
                &[
                    person.0.as_str().into(),
                    mark.item.as_str().into(),
                    (mark.revision as i64).into(),
                    i64::from(mark.is_read).into(),
                ],
            )
            .map(drop)
    }

    /// Deletes the marks of a person up to a revision.
    pub(crate) fn delete_marks_up_to(&self, person: &CallerName, revision: u64) -> Result<(), DatabaseError> {
        let params = [person.0.as_str().into(), (revision as i64).into()];
        self.0.run("DELETE FROM read_marks WHERE person = ? AND revision <= ?", &params).map(drop)
    }
}
