use docket_wire::ProjectId;

use crate::storage::{Database, DatabaseError};

/// The project that the ledger belongs to. A new ledger has none.
#[derive(Debug)]
pub(crate) struct OwnerRow<'a, D>(pub(crate) &'a D);

impl<D: Database> OwnerRow<'_, D> {
    pub(crate) fn load(&self) -> Result<Option<ProjectId>, DatabaseError> {
        let owner = self.0.run("SELECT project FROM owner", &[])?.pop();
        owner.map(|mut row| row.parsed()).transpose()
    }

    /// Stores the project of a ledger that has none.
    pub(crate) fn insert(&self, project: &ProjectId) -> Result<(), DatabaseError> {
        self.0.run("INSERT INTO owner (project) VALUES (?)", &[project.as_str().into()]).map(drop)
    }

    /// Replaces the project of a ledger that has one.
    pub(crate) fn replace(&self, project: &str) -> Result<(), DatabaseError> {
        self.0.run("UPDATE owner SET project = ?", &[project.into()]).map(drop)
    }
}
