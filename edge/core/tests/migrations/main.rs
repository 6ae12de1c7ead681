//! Databases of every earlier schema, stored as SQL, become today's with everything that was in them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, unreachable_pub, reason = "tests")]

mod analytics;
mod jobs;
mod newer;
mod sign_in;
#[path = "../support/sqlite.rs"]
mod sqlite;

use std::rc::Rc;

use sqlite::Sqlite;

/// Opens a database that holds a sample. Twice: the second time there is nothing left to migrate.
fn open_sample<T>(sample: &str, open: impl Fn(Rc<Sqlite>) -> T) -> T {
    let db = Rc::new(Sqlite::after(sample));
    drop(open(Rc::clone(&db)));
    open(db)
}
