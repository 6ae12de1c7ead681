//! A database that logs the query plan of each statement.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};

use crate::sqlite::Sqlite;

/// Clones share the same database.
#[derive(Clone)]
pub(crate) struct Plans(Rc<PlanLog>);

struct PlanLog {
    db: Sqlite,
    is_explaining: Cell<bool>,
    steps: RefCell<Vec<(String, String)>>,
}

impl Default for Plans {
    fn default() -> Self {
        let (is_explaining, steps) = (Cell::default(), RefCell::default());
        Self(Rc::new(PlanLog { db: Sqlite::in_memory(), is_explaining, steps }))
    }
}

impl Plans {
    /// Explains every statement from now on.
    pub(crate) fn begin(&self) {
        self.0.is_explaining.set(true);
    }

    /// The steps that read a whole table or index.
    pub(crate) fn scans(&self) -> Vec<String> {
        let steps = self.0.steps.borrow();
        let scans =
            steps.iter().filter(|(_, step)| step.starts_with("SCAN") && !step.contains("CONSTANT ROW"));
        scans.map(|(sql, step)| format!("{step}: {sql}")).collect()
    }

    /// The number of logged steps.
    pub(crate) fn statements(&self) -> usize {
        self.0.steps.borrow().len()
    }
}

impl Database for Plans {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        if self.0.is_explaining.get() {
            for mut row in self.0.db.run(&format!("EXPLAIN QUERY PLAN {sql}"), params)? {
                for _ in 0..3 {
                    row.value()?;
                }
                self.0.steps.borrow_mut().push((sql.to_owned(), row.text()?));
            }
        }
        self.0.db.run(sql, params)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        self.0.db.transaction(work)
    }
}
