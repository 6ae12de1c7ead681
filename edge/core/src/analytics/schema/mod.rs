//! The schema of the analytics database, and its migrations.

mod v1;
mod v2;
mod v3;
mod v4;
mod v5;
mod v6;
mod v7;
mod v8;

use crate::storage::Database;
use crate::storage::schema::{Migration, run_all};

/// The migrations, oldest first.
pub(super) fn migrations<D: Database>() -> [Migration<D>; 8] {
    [
        |db| run_all(db, v1::STATEMENTS),
        v2::migrate,
        |db| run_all(db, v3::STATEMENTS),
        |db| run_all(db, v4::STATEMENTS),
        |db| run_all(db, v5::STATEMENTS),
        |db| run_all(db, v6::STATEMENTS),
        v7::migrate,
        |db| run_all(db, v8::STATEMENTS),
    ]
}
