//! A database that asks SQLite how it runs each statement.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};

use crate::sqlite::Sqlite;

/// Clones share the same database.
#[derive(Clone)]
pub(crate) struct Plans(Rc<Asked>);

struct Asked {
    db: Sqlite,
    is_asking: Cell<bool>,
    steps: RefCell<Vec<(String, String)>>,
}

impl Default for Plans {
    fn default() -> Self {
        let (is_asking, steps) = (Cell::default(), RefCell::default());
        Self(Rc::new(Asked { db: Sqlite::in_memory(), is_asking, steps }))
    }
}

impl Plans {
    /// Asks from now on.
    pub(crate) fn begin(&self) {
        self.0.is_asking.set(true);
    }

    /// The steps that read a whole table or index.
    pub(crate) fn scans(&self) -> Vec<String> {
        let steps = self.0.steps.borrow();
        let scans =
            steps.iter().filter(|(_, step)| step.starts_with("SCAN") && !step.contains("CONSTANT ROW"));
        scans.map(|(sql, step)| format!("{step}: {sql}")).collect()
    }

    /// How many steps there were.
    pub(crate) fn statements(&self) -> usize {
        self.0.steps.borrow().len()
    }
}

impl Database for Plans {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        if self.0.is_asking.get() {
            for mut row in self.0.db.run(&format!("EXPLAIN QUERY PLAN {sql}"), params)? {
                for _ in 0..3 {
                    row.value()?;
                }
                self.0.steps.borrow_mut().push((sql.to_owned(), row.text()?));
            }
        }
        self.0.db.run(sql, params)
    }

    fn atomically<T>(&self, work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        self.0.db.atomically(work)
    }
}
