//! A database whose holder can be interrupted before any statement.

use std::cell::Cell;
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};

use crate::sqlite::Sqlite;

/// Survives whatever is opened over it, as the disk does.
#[derive(Clone)]
pub struct Faulty {
    disk: Rc<Sqlite>,
    fuse: Rc<Cell<Option<u32>>>,
}

impl Faulty {
    pub fn new() -> Self {
        Self { disk: Rc::new(Sqlite::in_memory()), fuse: Rc::default() }
    }

    /// After this many more statements every statement fails: the holder is gone. `None` mends it.
    pub fn interrupt_after(&self, statements: Option<u32>) {
        self.fuse.set(statements);
    }

    pub fn is_interrupted(&self) -> bool {
        self.fuse.get() == Some(0)
    }
}

impl Database for Faulty {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        match self.fuse.get() {
            Some(0) => return Err(DatabaseError("interrupted".to_owned())),
            Some(left) => self.fuse.set(Some(left - 1)),
            None => {}
        }
        self.disk.run(sql, params)
    }

    fn atomically<T>(&self, work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        self.disk.atomically(work)
    }
}
