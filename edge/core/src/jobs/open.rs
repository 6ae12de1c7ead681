//! Opening a ledger, and the project that it belongs to.

use docket_wire::{ProjectId, UnixMs};

use super::ledger::Ledger;
use super::limits::Limits;
use super::schema;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Opens the ledger over its database, migrates the database, and recovers the ledger.
    ///
    /// # Errors
    ///
    /// If storage fails, or a later release of Docket wrote the database.
    pub fn open(db: D, limits: Limits, now: UnixMs) -> Result<Self, OpenError> {
        let ledger = Self::migrated(db, limits)?;
        ledger.recover(now)?;
        Ok(ledger)
    }

    /// The ledger over its migrated database, as it was when it was last closed. [`Ledger::recover`] must follow.
    ///
    /// # Errors
    ///
    /// If storage fails, or a later release of Docket wrote the database.
    pub fn migrated(db: D, limits: Limits) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let ledger = Self::new(db, limits);
        let owner = ledger.db.run("SELECT project FROM owner", &[])?.pop();
        ledger.project.replace(owner.map(|mut row| row.parsed()).transpose()?);
        Ok(ledger)
    }

    /// Calls that were in flight when the ledger was last closed have no one left to record their outcome: their
    /// submissions become unknown, and their polls are due again.
    ///
    /// # Errors
    ///
    /// If storage fails.
    pub fn recover(&self, now: UnixMs) -> Result<(), DatabaseError> {
        self.atomically(|| {
            self.abandon_sending(now)?;
            self.purge_rejected(now)
        })
    }

    /// The project of this ledger, once [`Ledger::bind_project`] has set it. An alarm does not carry the project.
    pub fn project(&self) -> Option<ProjectId> {
        self.project.borrow().clone()
    }

    /// Sets the project of this ledger.
    ///
    /// # Errors
    ///
    /// If storage fails, or the ledger belongs to another project.
    pub fn bind_project(&self, project: &ProjectId) -> Result<(), DatabaseError> {
        match self.project() {
            None => {
                self.db.run("INSERT INTO owner (project) VALUES (?)", &[project.as_str().into()])?;
                self.project.replace(Some(project.clone()));
                Ok(())
            }
            Some(bound) if bound == *project => Ok(()),
            Some(bound) => Err(DatabaseError(format!("the ledger belongs to the project {bound}"))),
        }
    }
}
