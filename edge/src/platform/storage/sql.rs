//! The core's [`Database`] in a Durable Object.

use std::cell::Cell;
use std::mem;
use std::rc::Rc;

use docket_core::storage::{Database, DatabaseError, Row, Value};
use js_sys::{JsString, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use worker::worker_sys::DurableObjectStorage;
use worker::{SqlStorage, SqlStorageValue, State};

use super::rows::RowMeter;

#[wasm_bindgen]
extern "C" {
    /// The storage, for the method that the SDK lacks.
    #[derive(Clone)]
    type SyncStorage;

    /// Runs a function in a transaction, and rolls back if it throws.
    #[wasm_bindgen(method, catch, js_name = transactionSync)]
    fn transaction_sync(
        this: &SyncStorage,
        work: &mut dyn FnMut() -> Result<(), JsValue>,
    ) -> Result<(), JsValue>;
}

/// The SQLite database of a Durable Object.
#[derive(Clone)]
pub(crate) struct Sql {
    sql: SqlStorage,
    storage: SyncStorage,
    rows: Rc<RowMeter>,
    is_closed: Rc<Cell<bool>>,
}

impl Sql {
    /// The database of an object, which counts the rows of its statements in `rows`.
    pub(crate) fn new(state: &State, rows: Rc<RowMeter>) -> Self {
        let storage = state.storage();
        let raw: &DurableObjectStorage = storage.as_raw();
        Self {
            sql: storage.sql(),
            storage: raw.unchecked_ref::<SyncStorage>().clone(),
            rows,
            is_closed: Rc::default(),
        }
    }

    /// Refuses every statement from now on, also of copies: a restore has replaced the tables that their users know.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
    }

    /// The size of the database, in bytes.
    pub(crate) fn size_bytes(&self) -> u64 {
        u64::try_from(self.sql.database_size()).unwrap_or(u64::MAX)
    }
}

impl Database for Sql {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        if self.is_closed.get() {
            return Err(DatabaseError("a restore has replaced the tables".to_owned()));
        }
        let cursor =
            self.sql.exec_raw(sql, params_to_js(params)).map_err(|error| DatabaseError(error.to_string()))?;
        // The cursor's other methods abort the instance when a step fails.
        let rows = cursor
            .raw()
            .map(|row| row.map_err(|error| DatabaseError(error.to_string())).and_then(to_row))
            .collect();
        self.rows.add(&cursor);
        rows
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        let mut failed = None;
        let committed = self.storage.transaction_sync(&mut || {
            work().map_err(|error| {
                failed = Some(error);
                JsValue::from_str("rolled back")
            })
        });
        match failed {
            Some(error) => Err(error),
            None => committed.map_err(|error| DatabaseError(worker::Error::from(error).to_string())),
        }
    }
}

/// 2^53.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// The parameters of a statement. Their texts are parts of one, because a text of its own takes microseconds on its way to
/// JavaScript, and a part almost nothing: a create takes a twentieth less CPU time.
///
/// Integers are passed as `f64`, which is exact up to 2^53. Moments and revisions are smaller.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn params_to_js(params: &[Value]) -> Vec<JsValue> {
    let texts = params
        .iter()
        .filter_map(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None });
    let texts = JsString::from(texts.collect::<String>());
    let mut start = 0;
    let to_js = |value: &Value| match value {
        Value::Null => JsValue::NULL,
        Value::Integer(number) => JsValue::from_f64(*number as f64),
        Value::Text(text) => {
            let end = start + utf16_units(text);
            texts.slice(mem::replace(&mut start, end), end).into()
        }
        Value::Blob(bytes) => Uint8Array::from(bytes.as_slice()).into(),
    };
    params.iter().map(to_js).collect()
}

/// The length of a text in JavaScript, which counts each character beyond 16 bits twice.
fn utf16_units(text: &str) -> u32 {
    text.chars().map(|char| if char.len_utf16() == 1 { 1 } else { 2 }).sum()
}

fn to_row(values: Vec<SqlStorageValue>) -> Result<Row, DatabaseError> {
    let values: Result<Vec<Value>, _> = values.into_iter().map(from_sql).collect();
    values.map(Row::from)
}

fn from_sql(value: SqlStorageValue) -> Result<Value, DatabaseError> {
    match value {
        SqlStorageValue::Null => Ok(Value::Null),
        SqlStorageValue::Integer(number) => Ok(Value::Integer(number)),
        // The SDK returns a float above 2^53 - 1, the largest integer that it considers safe.
        #[expect(clippy::cast_possible_truncation, reason = "checked")]
        SqlStorageValue::Float(number) if number.fract() == 0.0 && number.abs() <= EXACT_MAX => {
            Ok(Value::Integer(number as i64))
        }
        SqlStorageValue::String(text) => Ok(Value::Text(text)),
        SqlStorageValue::Blob(bytes) => Ok(Value::Blob(bytes)),
        SqlStorageValue::Boolean(_) | SqlStorageValue::Float(_) => {
            Err(DatabaseError("a column has a number that is not an integer".to_owned()))
        }
    }
}
