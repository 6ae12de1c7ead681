//! A database that can fail from any statement on, as if its object was interrupted there, or its storage was full.

use std::cell::Cell;
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};

use crate::sqlite::Sqlite;

/// Clones share the same database, so that it survives the objects that open it.
#[derive(Clone)]
pub struct Faulty {
    disk: Rc<Sqlite>,
    statements_left: Rc<Cell<Option<u32>>>,
    writes_left: Rc<Cell<Option<u32>>>,
}

impl Faulty {
    pub fn new() -> Self {
        Self::over(Sqlite::in_memory())
    }

    /// A copy of the database with this content: a scenario starts sooner with one than with migrations.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub fn with_content(content: &[u8]) -> Self {
        Self::over(Sqlite::with_content(content))
    }

    /// Nothing may have the database open any more.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub fn into_content(self) -> Vec<u8> {
        Rc::into_inner(self.disk).unwrap().into_content()
    }

    fn over(disk: Sqlite) -> Self {
        Self { disk: Rc::new(disk), statements_left: Rc::default(), writes_left: Rc::default() }
    }

    /// Makes every statement fail after this many more. `None` ends the interruption.
    pub fn interrupt_after(&self, statements: Option<u32>) {
        self.statements_left.set(statements);
    }

    /// Makes every write fail after this many more, as in a full storage. `None` frees it.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub fn fill_after(&self, writes: Option<u32>) {
        self.writes_left.set(writes);
    }

    #[allow(dead_code, reason = "not every test program uses it")]
    pub fn is_interrupted(&self) -> bool {
        self.statements_left.get() == Some(0)
    }
}

impl Database for Faulty {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        match self.statements_left.get() {
            Some(0) => return Err(DatabaseError("interrupted".to_owned())),
            Some(left) => self.statements_left.set(Some(left - 1)),
            None => {}
        }
        if !sql.trim_start().starts_with("SELECT") {
            match self.writes_left.get() {
                Some(0) => return Err(DatabaseError("database or disk is full".to_owned())),
                Some(left) => self.writes_left.set(Some(left - 1)),
                None => {}
            }
        }
        self.disk.run(sql, params)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        self.disk.transaction(work)
    }
}
