//! The schema of the analytics database, and its migrations.

mod v1;
mod v2;

use crate::storage::Database;
use crate::storage::schema::{Migration, run_all};

/// The migrations, oldest first.
pub(super) fn migrations<D: Database>() -> [Migration<D>; 2] {
    [|db| run_all(db, v1::STATEMENTS), v2::migrate]
}
