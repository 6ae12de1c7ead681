//! Opening a ledger, and the project that it belongs to.

use docket_wire::{ProjectId, UnixMs};

use super::ledger::Ledger;
use super::ledger_settings::LedgerSettings;
use super::schema;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};

/// A ledger as it was when it was last closed, in the tables of this release.
#[derive(Debug)]
pub struct MigratedLedger<D>(Ledger<D>);

impl<D: Database> MigratedLedger<D> {
    /// The revision of the last change before the ledger was closed.
    pub fn revision(&self) -> Result<u64, DatabaseError> {
        self.0.revision()
    }

    /// Opens the ledger. Calls that were in flight when it was closed have no one left to record their outcome: their
    /// submissions become unknown, and their polls are due again.
    pub fn recover(self, now: UnixMs) -> Result<Ledger<D>, DatabaseError> {
        let Self(ledger) = self;
        ledger.atomically(|| {
            ledger.abandon_sending(now)?;
            ledger.poll_delayed(now)?;
            ledger.purge_rejected(now)
        })?;
        Ok(ledger)
    }
}

impl<D: Database> Ledger<D> {
    /// Opens the ledger over its database, migrates the database, and recovers the ledger.
    ///
    /// # Errors
    ///
    /// If storage fails, or a newer release of Docket wrote the database.
    pub fn open(db: D, settings: LedgerSettings, now: UnixMs) -> Result<Self, OpenError> {
        Ok(Self::migrate(db, settings)?.recover(now)?)
    }

    /// Migrates the ledger's database.
    ///
    /// # Errors
    ///
    /// If storage fails, or a newer release of Docket wrote the database.
    pub fn migrate(db: D, settings: LedgerSettings) -> Result<MigratedLedger<D>, OpenError> {
        migrate(&db, &schema::migrations())?;
        let ledger = Self::new(db, settings);
        ledger.project.replace(ledger.owner_row().load()?);
        Ok(MigratedLedger(ledger))
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
                self.owner_row().insert(project)?;
                self.project.replace(Some(project.clone()));
                Ok(())
            }
            Some(bound) if bound == *project => Ok(()),
            Some(bound) => Err(DatabaseError(format!("the ledger belongs to the project {bound}"))),
        }
    }
}
