//! The part of SQLite that the core needs, so that the same statements run in a Durable Object and natively.

pub mod schema;

use std::rc::Rc;

/// The value of a column or a placeholder. Durable Objects have no booleans, and pass integers as `f64`. An `f64` is exact up to
/// 2^53, and moments in milliseconds and revisions are far smaller.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(bytes)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Self {
        option.map_or(Self::Null, Into::into)
    }
}

/// A statement that failed, or a column with an unexpected value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("storage: {0}")]
pub struct DatabaseError(pub String);

impl DatabaseError {
    /// The error of a transaction that has not run its work. Every transaction contains a call of it, so it is not inlined.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn not_run() -> Self {
        Self("the transaction did not run".to_owned())
    }
}

/// The operations of SQLite that the core uses.
pub trait Database {
    /// Runs one statement with `?` placeholders and returns all its rows.
    ///
    /// # Errors
    /// If SQLite rejects the statement, or a column has a number that is not an integer.
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError>;

    /// Runs `work` once in a transaction: if it fails, none of its writes is stored. Callers use [`Database::atomically`].
    ///
    /// # Errors
    /// The error of `work` or of the commit.
    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError>;

    /// Runs `work` in a transaction, and returns its result: if it fails, none of its writes is stored.
    ///
    /// # Errors
    /// The error of `work` or of the commit.
    fn atomically<T>(&self, work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        let (mut work, mut done) = (Some(work), None);
        self.transaction(&mut || {
            done = Some(work.take().ok_or_else(DatabaseError::not_run)?()?);
            Ok(())
        })?;
        done.ok_or_else(DatabaseError::not_run)
    }
}

/// A database that several parts of an object share.
impl<D: Database> Database for Rc<D> {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        D::run(self, sql, params)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        D::transaction(self, work)
    }
}

/// One row of a result. Its columns are read from left to right.
///
/// # Errors
/// Every method fails if the row has no more columns, or the next one has a value of another type.
#[derive(Debug, Clone)]
pub struct Row(std::vec::IntoIter<Value>);

impl From<Vec<Value>> for Row {
    fn from(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }
}

impl Row {
    /// The next column, of any type.
    pub fn value(&mut self) -> Result<Value, DatabaseError> {
        self.0.next().ok_or_else(|| DatabaseError("a row has too few columns".to_owned()))
    }

    /// The next column as text, or null.
    pub fn text_or_null(&mut self) -> Result<Option<String>, DatabaseError> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            Value::Integer(_) | Value::Blob(_) => {
                Err(DatabaseError("expected text, found another type".to_owned()))
            }
        }
    }

    /// The next column as an integer, or null.
    pub fn integer_or_null(&mut self) -> Result<Option<i64>, DatabaseError> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Integer(number) => Ok(Some(number)),
            Value::Text(_) | Value::Blob(_) => {
                Err(DatabaseError("expected an integer, found another type".to_owned()))
            }
        }
    }

    /// The next column as text.
    pub fn text(&mut self) -> Result<String, DatabaseError> {
        self.text_or_null()?.ok_or_else(|| DatabaseError("expected text, found null".to_owned()))
    }

    /// The next column as an integer.
    pub fn integer(&mut self) -> Result<i64, DatabaseError> {
        self.integer_or_null()?.ok_or_else(|| DatabaseError("expected an integer, found null".to_owned()))
    }

    /// The next column as bytes, or null.
    pub fn blob_or_null(&mut self) -> Result<Option<Vec<u8>>, DatabaseError> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Blob(bytes) => Ok(Some(bytes)),
            Value::Integer(_) | Value::Text(_) => {
                Err(DatabaseError("expected bytes, found another type".to_owned()))
            }
        }
    }

    /// The next column as bytes.
    pub fn blob(&mut self) -> Result<Vec<u8>, DatabaseError> {
        self.blob_or_null()?.ok_or_else(|| DatabaseError("expected bytes, found null".to_owned()))
    }

    /// The next column as text, read into a checked type.
    pub fn parsed<T: TryFrom<String, Error: std::fmt::Display>>(&mut self) -> Result<T, DatabaseError> {
        T::try_from(self.text()?).map_err(|broken| DatabaseError(broken.to_string()))
    }
}
