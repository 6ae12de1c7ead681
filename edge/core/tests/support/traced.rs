//! A database that records what its statements cost.

use std::cell::RefCell;
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};

use crate::sqlite::Sqlite;

/// Clones share the same database and record.
#[derive(Clone)]
pub struct Traced {
    disk: Rc<Sqlite>,
    statements: Rc<RefCell<Vec<Cost>>>,
}

/// What one statement cost.
#[derive(Debug)]
pub struct Cost {
    pub sql: String,
    /// Instructions of SQLite's virtual machine: their number grows with the rows that the statement visits, and it is
    /// the same on every machine. Those of a full-text index are not among them.
    pub steps: i64,
    /// The text in the rows that it returned.
    pub text_bytes: usize,
}

impl Traced {
    pub fn new() -> Self {
        Self { disk: Rc::new(Sqlite::in_memory()), statements: Rc::default() }
    }

    /// The statements since the last call.
    pub fn take(&self) -> Vec<Cost> {
        self.statements.take()
    }
}

impl Database for Traced {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        let rows = self.disk.run(sql, params);
        let text_bytes = rows.iter().flatten().cloned().map(text_bytes).sum();
        let cost = Cost { sql: sql.to_owned(), steps: self.disk.last_steps(), text_bytes };
        self.statements.borrow_mut().push(cost);
        rows
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        self.disk.transaction(work)
    }
}

fn text_bytes(mut row: Row) -> usize {
    let mut bytes = 0;
    while let Ok(value) = row.value() {
        bytes += if let Value::Text(text) = value { text.len() } else { 0 };
    }
    bytes
}
