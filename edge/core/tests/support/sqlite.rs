//! The core's database over native SQLite. It is as strict about values as a Durable Object.

use std::cell::Cell;

use docket_core::storage::{Database, DatabaseError, Row, Value};
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, Value as Native, ValueRef};
use rusqlite::{Connection, MAIN_DB, StatementStatus, ToSql};

#[allow(dead_code, reason = "not every test program uses all of it")]
#[derive(Debug)]
pub(crate) struct Sqlite {
    connection: Connection,
    last_steps: Cell<i64>,
    all_steps: Cell<i64>,
    all_rows: Cell<usize>,
    largest_result: Cell<usize>,
}

/// The longest text, blob and row of a Durable Object.
const BYTES_MAX: i32 = 2_000_000;
/// Room for all statements, because parsing one takes longer than running it.
const CACHED_STATEMENTS: usize = 128;

#[allow(dead_code, reason = "not every test program uses all of it")]
impl Sqlite {
    pub(crate) fn in_memory() -> Self {
        Self::over(Connection::open_in_memory().unwrap())
    }

    /// Opens a database in memory and runs `statements`.
    pub(crate) fn after(statements: &str) -> Self {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(statements).unwrap();
        Self::over(connection)
    }

    /// Opens a copy of the database with this content.
    pub(crate) fn with_content(content: &[u8]) -> Self {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.deserialize_read_exact(MAIN_DB, content, content.len(), false).unwrap();
        Self::over(connection)
    }

    pub(crate) fn into_content(mut self) -> Vec<u8> {
        self.connection.serialize(MAIN_DB).unwrap().to_vec()
    }

    fn over(connection: Connection) -> Self {
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, BYTES_MAX).unwrap();
        Self {
            connection,
            last_steps: Cell::default(),
            all_steps: Cell::default(),
            all_rows: Cell::default(),
            largest_result: Cell::default(),
        }
    }

    /// Instructions of the virtual machine that the last statement took.
    pub(crate) fn last_steps(&self) -> i64 {
        self.last_steps.get()
    }

    /// Those that all statements took.
    pub(crate) fn all_steps(&self) -> i64 {
        self.all_steps.get()
    }

    /// The number of rows that all statements returned.
    pub(crate) fn all_rows(&self) -> usize {
        self.all_rows.get()
    }

    /// The bytes of the texts and blobs that one statement returned at most.
    pub(crate) fn largest_result(&self) -> usize {
        self.largest_result.get()
    }

    pub(crate) fn at(path: &std::path::Path) -> Self {
        let connection = Connection::open(path).unwrap();
        // Tests never lose power, so they need not wait for the disk.
        connection.pragma_update(None, "synchronous", "OFF").unwrap();
        Self::over(connection)
    }
}

struct Param<'a>(&'a Value);

impl ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self.0 {
            Value::Null => ToSqlOutput::Owned(Native::Null),
            // A Durable Object binds every number as a double.
            Value::Integer(number) => ToSqlOutput::Owned(Native::Real(*number as f64)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Blob(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

fn failed(error: rusqlite::Error) -> DatabaseError {
    DatabaseError(error.to_string())
}

impl Database for Sqlite {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        assert!(params.len() <= 100, "a Durable Object accepts at most 100 parameters");
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let columns = statement.column_count();
        let mut rows =
            statement.query(rusqlite::params_from_iter(params.iter().map(Param))).map_err(failed)?;
        let mut out = Vec::new();
        let bytes = Cell::new(0);
        while let Some(row) = rows.next().map_err(failed)? {
            let read = |column| match row.get_ref(column).map_err(failed)? {
                ValueRef::Null => Ok(Value::Null),
                // A Durable Object returns every number as a double.
                ValueRef::Integer(number) if number.unsigned_abs() <= 1 << 53 => Ok(Value::Integer(number)),
                ValueRef::Real(number) if number.fract() == 0.0 => Ok(Value::Integer(number as i64)),
                ValueRef::Text(text) => {
                    bytes.set(bytes.get() + text.len());
                    Ok(Value::Text(String::from_utf8_lossy(text).into_owned()))
                }
                ValueRef::Blob(blob) => {
                    bytes.set(bytes.get() + blob.len());
                    Ok(Value::Blob(blob.to_vec()))
                }
                other => Err(DatabaseError(format!("{other:?}"))),
            };
            out.push(Row::from((0..columns).map(read).collect::<Result<Vec<_>, _>>()?));
        }
        drop(rows);
        self.all_rows.set(self.all_rows.get() + out.len());
        self.largest_result.set(self.largest_result.get().max(bytes.get()));
        self.last_steps.set(i64::from(statement.reset_status(StatementStatus::VmStep)));
        self.all_steps.set(self.all_steps.get() + self.last_steps.get());
        Ok(out)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        // Like a Durable Object's, one can be inside another.
        self.connection.execute_batch("SAVEPOINT work").map_err(failed)?;
        let done = work();
        let end = if done.is_ok() { "RELEASE work" } else { "ROLLBACK TO work; RELEASE work" };
        self.connection.execute_batch(end).map_err(failed)?;
        done
    }
}
