//! A step of a restore, as a caller sends it.

use docket_wire::{BackupObject, RestoreStep, UnixMs};

use super::domain::Domain;
use super::restore::{self, RestoreError};
use crate::storage::Database;

/// What a step has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTaken {
    /// Whether the object has other tables now, so that it has to open again.
    pub has_replaced: bool,
    /// What the audit log records of the step: the object whose restore has ended or was cancelled, or a move that changed
    /// something.
    pub recorded: Option<String>,
}

/// Takes a step. A move needs an object that is open; the other steps do not. `backup` identifies the backup of the
/// object, as for [`restore::end`].
///
/// # Errors
/// If the step cannot be taken, or storage fails. Nothing was changed.
pub fn take<D: Database>(
    db: &D,
    domain: &Domain<D>,
    object: &BackupObject,
    step: RestoreStep,
    backup: Option<String>,
    now: UnixMs,
) -> Result<StepTaken, RestoreError> {
    let (has_replaced, is_recorded) = match step {
        RestoreStep::Check(schema) => {
            restore::check(db, domain, schema, backup)?;
            (false, false)
        }
        RestoreStep::Begin(schema) => {
            restore::begin(db, domain, schema, backup)?;
            (true, false)
        }
        RestoreStep::Insert(rows) => {
            restore::check_bound(db, backup)?;
            restore::insert(db, domain, rows)?;
            (false, false)
        }
        RestoreStep::End(rows) => {
            restore::check_bound(db, backup.clone())?;
            restore::end(db, domain, &object.id, rows, backup, now)?;
            (true, true)
        }
        RestoreStep::Cancel(()) => {
            restore::cancel(db, domain)?;
            (true, true)
        }
        RestoreStep::MoveProject([from, to]) => {
            let move_project = domain.move_project.ok_or(RestoreError::OfOneProject)?;
            let has_changed = db.atomically(|| move_project(db, &from, &to))?;
            let recorded = has_changed.then(|| format!("{object} {from}={to}"));
            return Ok(StepTaken { has_replaced: false, recorded });
        }
    };
    Ok(StepTaken { has_replaced, recorded: is_recorded.then(|| object.to_string()) })
}
