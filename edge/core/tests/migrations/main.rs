//! Migrates databases of every earlier schema, stored as SQL, and checks that their contents survive.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, unreachable_pub, reason = "tests")]

mod analytics;
mod auth;
mod jobs;
mod newer;
mod samples;
mod sign_in;
#[path = "../support/sqlite.rs"]
mod sqlite;

use std::rc::Rc;

use sqlite::Sqlite;

/// Opens a database with the contents of a sample. Opens it twice, to check that a migrated database opens as well.
fn open_sample<T>(sample: &str, open: impl Fn(Rc<Sqlite>) -> T) -> T {
    let db = Rc::new(Sqlite::after(sample));
    drop(open(Rc::clone(&db)));
    open(db)
}
