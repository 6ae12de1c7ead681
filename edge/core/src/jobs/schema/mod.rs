//! The ledger's tables, and the migrations from every earlier schema.

mod v1;
mod v10;
mod v11;
mod v12;
mod v13;
mod v14;
mod v15;
mod v16;
mod v17;
mod v18;
mod v2;
mod v3;
mod v4;
mod v5;
mod v6;
mod v7;
mod v8;
mod v9;

use crate::storage::Database;
use crate::storage::schema::{Migration, run_all};

/// The ledger's migrations, oldest first.
pub(super) fn migrations<D: Database>() -> [Migration<D>; 18] {
    [
        |db| run_all(db, v1::STATEMENTS),
        |db| run_all(db, v2::STATEMENTS),
        v3::migrate,
        |db| run_all(db, v4::STATEMENTS),
        |db| run_all(db, v5::STATEMENTS),
        |db| run_all(db, v6::STATEMENTS),
        |db| run_all(db, v7::STATEMENTS),
        |db| run_all(db, v8::STATEMENTS),
        |db| run_all(db, v9::STATEMENTS),
        |db| run_all(db, v10::STATEMENTS),
        |db| run_all(db, v11::STATEMENTS),
        |db| run_all(db, v12::STATEMENTS),
        v13::migrate,
        |db| run_all(db, v14::STATEMENTS),
        |db| run_all(db, v15::STATEMENTS),
        |db| run_all(db, v16::STATEMENTS),
        |db| run_all(db, v17::STATEMENTS),
        |db| run_all(db, v18::STATEMENTS),
    ]
}
