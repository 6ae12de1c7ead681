//! The database of `AuthObject`: tokens of programs, people and their sessions, and the audit log beside them.

mod schema;

use docket_wire::UnixMs;

use super::people::PeopleStore;
use super::tokens::TokenStore;
use crate::audit::{AuditIdParity, AuditLog, PackedRecord};
use crate::backup::Domain;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};

/// Tokens, people and the audit log in a backup. Sessions are not in it: a restore ends none, and which ones have ended is known
/// to another object, so that a restored deployment gets a new secret.
#[must_use]
pub fn backup_domain<D: Database>() -> Domain<D> {
    Domain {
        migrations: schema::migrations().into(),
        left_out: &["sessions"],
        long_rows: &[],
        empty_before: &["tokens"],
        after_restore: |_, _, _| Ok(()),
        move_project: None,
    }
}

/// The database.
#[derive(Debug)]
pub struct AuthStore<D> {
    db: D,
}

impl<D: Database> AuthStore<D> {
    /// Opens the store and migrates its database.
    ///
    /// # Errors
    /// If storage fails, or a newer release wrote the database.
    pub fn open(db: D) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        Ok(Self { db })
    }

    pub fn tokens(&self) -> TokenStore<'_, D> {
        TokenStore::new(&self.db)
    }

    pub fn people(&self) -> PeopleStore<'_, D> {
        PeopleStore::new(&self.db)
    }

    /// The audit log, whose entries are stored for some days.
    pub fn audit(&self, days: u32) -> AuditLog<'_, D> {
        AuditLog::new(&self.db, AuditIdParity::Even, days)
    }

    /// Runs a change of the tokens and appends its record in the same transaction, unless no token has changed.
    pub fn change_tokens<T>(
        &self,
        days: u32,
        now: UnixMs,
        change: impl FnOnce() -> Result<T, DatabaseError>,
        record: PackedRecord,
    ) -> Result<T, DatabaseError> {
        self.audit(days).with_change(None, now, || {
            let before = self.tokens().revision()?;
            let done = change()?;
            Ok((done, (self.tokens().revision()? != before).then_some(record)))
        })
    }
}
