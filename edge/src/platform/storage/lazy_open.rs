use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use worker::State;
use worker::worker_sys::DurableObjectState;

use super::not_open::NotOpen;
use super::rows::RowMeter;
use super::sql::Sql;

/// The state of an object once its database is open. Until then, every use tries to open the database. Opening it only in a new
/// instance would not help: the retries of an alarm keep the object in memory.
pub(crate) struct LazyOpen<T> {
    /// What is open, with its database.
    opened: RefCell<Option<(Rc<T>, Sql)>>,
    /// The database for an attempt.
    database: Box<dyn Fn() -> (State, Sql)>,
    open: Box<dyn Fn(State, Sql) -> Result<T, NotOpen>>,
}

impl<T> LazyOpen<T> {
    /// Makes the first attempt to open. Later uses report and repeat a failed one. The rows of all statements are counted in
    /// `rows`.
    pub(crate) fn new(
        state: &State,
        rows: Rc<RowMeter>,
        open: impl Fn(State, Sql) -> Result<T, NotOpen> + 'static,
    ) -> Self {
        let raw: JsValue = state.as_raw().into();
        let database = move || {
            let state = State::from(raw.clone().unchecked_into::<DurableObjectState>());
            let sql = Sql::new(&state, Rc::clone(&rows));
            (state, sql)
        };
        let lazy = Self { opened: RefCell::default(), database: Box::new(database), open: Box::new(open) };
        let _ = lazy.get();
        lazy
    }

    /// The value if it is open. Makes no attempt.
    pub(crate) fn opened(&self) -> Option<Rc<T>> {
        self.opened.borrow().as_ref().map(|(opened, _)| Rc::clone(opened))
    }

    /// The value, opened now if necessary.
    pub(crate) fn get(&self) -> Result<Rc<T>, NotOpen> {
        if let Some(opened) = self.opened() {
            return Ok(opened);
        }
        let (state, sql) = (self.database)();
        let opened = Rc::new((self.open)(state, sql.clone())?);
        self.opened.replace(Some((Rc::clone(&opened), sql)));
        Ok(opened)
    }

    /// Drops the value, because a restore has replaced its tables. The next use opens them. Requests that still have the value
    /// can neither read nor write any more.
    pub(crate) fn close(&self) {
        if let Some((_, sql)) = self.opened.take() {
            sql.close();
        }
    }
}
