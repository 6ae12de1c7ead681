//! The little that the core needs of SQLite, so that the same statements run in a Durable Object and natively.

pub mod schema;

use std::rc::Rc;

/// What a column holds, or a placeholder is given. Durable Objects know no booleans and carry integers as `f64`:
/// they are exact up to 2^53, which moments in milliseconds and revisions stay far below.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// NULL.
    Null,
    /// INTEGER.
    Integer(i64),
    /// TEXT.
    Text(String),
    /// BLOB.
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

/// Storage that could not do what it was asked, or held what it should not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("storage: {0}")]
pub struct DatabaseError(pub String);

/// SQLite, as far as the core uses it.
pub trait Database {
    /// Runs one statement with `?` placeholders and returns all its rows.
    ///
    /// # Errors
    /// If SQLite refuses the statement, or a value is a number that is no integer.
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError>;

    /// Runs `work` in a transaction: all of its writes are kept, or, if it fails, none.
    ///
    /// # Errors
    /// What `work` or the commit failed with.
    fn atomically<T>(&self, work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError>;
}

/// A database that several parts of an object share.
impl<D: Database> Database for Rc<D> {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        D::run(self, sql, params)
    }

    fn atomically<T>(&self, work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        D::atomically(self, work)
    }
}

/// One row of a result, taken from left to right in the order of the columns.
#[derive(Debug, Clone)]
pub struct Row(std::vec::IntoIter<Value>);

impl From<Vec<Value>> for Row {
    fn from(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }
}

impl Row {
    /// The next column, whatever it holds.
    ///
    /// # Errors
    /// If the row has no more columns.
    pub fn value(&mut self) -> Result<Value, DatabaseError> {
        self.0.next().ok_or_else(|| DatabaseError("a row has too few columns".to_owned()))
    }

    /// The next column as text, or null.
    ///
    /// # Errors
    /// If it holds anything else.
    pub fn text_or_null(&mut self) -> Result<Option<String>, DatabaseError> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            Value::Integer(_) | Value::Blob(_) => Err(DatabaseError("wanted text, found another".to_owned())),
        }
    }

    /// The next column as an integer, or null.
    ///
    /// # Errors
    /// If it holds anything else.
    pub fn integer_or_null(&mut self) -> Result<Option<i64>, DatabaseError> {
        match self.value()? {
            Value::Null => Ok(None),
            Value::Integer(number) => Ok(Some(number)),
            Value::Text(_) | Value::Blob(_) => {
                Err(DatabaseError("wanted an integer, found another".to_owned()))
            }
        }
    }

    /// The next column as text.
    ///
    /// # Errors
    /// If it holds anything else.
    pub fn text(&mut self) -> Result<String, DatabaseError> {
        self.text_or_null()?.ok_or_else(|| DatabaseError("wanted text, found null".to_owned()))
    }

    /// The next column as an integer.
    ///
    /// # Errors
    /// If it holds anything else.
    pub fn integer(&mut self) -> Result<i64, DatabaseError> {
        self.integer_or_null()?.ok_or_else(|| DatabaseError("wanted an integer, found null".to_owned()))
    }

    /// The next column as bytes.
    ///
    /// # Errors
    /// If it holds anything else.
    pub fn blob(&mut self) -> Result<Vec<u8>, DatabaseError> {
        match self.value()? {
            Value::Blob(bytes) => Ok(bytes),
            _ => Err(DatabaseError("wanted bytes, found another".to_owned())),
        }
    }

    /// The next column as text, read into a checked type.
    ///
    /// # Errors
    /// If it holds anything else, or breaks the type's rule.
    pub fn parsed<T: TryFrom<String, Error: std::fmt::Display>>(&mut self) -> Result<T, DatabaseError> {
        T::try_from(self.text()?).map_err(|broken| DatabaseError(broken.to_string()))
    }
}
