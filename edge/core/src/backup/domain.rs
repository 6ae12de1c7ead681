use docket_wire::{ProjectId, UnixMs};

use crate::storage::DatabaseError;
use crate::storage::schema::Migration;

/// What a backup has to know of the database of an object.
#[derive(Debug)]
pub struct Domain<D> {
    /// The migrations, oldest first.
    pub migrations: Vec<Migration<D>>,
    /// Tables that are not in the backup. The shadow tables of a virtual table begin with its name.
    pub left_out: &'static [&'static str],
    /// Tables with texts that can be nearly as long as a row may be. Those with blobs need not be among them.
    pub long_rows: &'static [&'static str],
    /// Tables that must be empty before a restore.
    pub empty_before: &'static [&'static str],
    /// Runs after the last migration of a restore into the object with an id: builds what the backup leaves out, and settles
    /// what another deployment may have finished since.
    pub after_restore: fn(&D, &str, UnixMs) -> Result<(), DatabaseError>,
    /// Gives what the object stores of a project to another project, if it can have several.
    pub move_project: Option<MoveProject<D>>,
}

/// Gives what is stored of the first project to the second. Returns whether that has changed something.
pub type MoveProject<D> = fn(&D, &ProjectId, &ProjectId) -> Result<bool, DatabaseError>;
