//! Backups and restores.

mod object;
mod restore;

pub use object::{BackupObject, InvalidBackupObject, ObjectKind};
pub use restore::{ColumnValue, RestoreStep, TableRows};
