use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use worker::State;
use worker::worker_sys::DurableObjectState;

use super::not_open::NotOpen;

/// The state of an object once its database is open. Until then, every use tries to open the database. Opening it only in a new
/// instance would not help: the retries of an alarm keep the object in memory.
pub(crate) struct LazyOpen<T> {
    opened: RefCell<Option<Rc<T>>>,
    open: Box<dyn Fn() -> Result<T, NotOpen>>,
}

impl<T> LazyOpen<T> {
    /// Makes the first attempt to open. Later uses report and repeat a failed one.
    pub(crate) fn new(state: &State, open: impl Fn(State) -> Result<T, NotOpen> + 'static) -> Self {
        let raw: JsValue = state.as_raw().into();
        let open = move || open(State::from(raw.clone().unchecked_into::<DurableObjectState>()));
        let lazy = Self { opened: RefCell::default(), open: Box::new(open) };
        let _ = lazy.get();
        lazy
    }

    /// The value if it is open. Makes no attempt.
    pub(crate) fn opened(&self) -> Option<Rc<T>> {
        self.opened.borrow().clone()
    }

    /// The value, opened now if necessary.
    pub(crate) fn get(&self) -> Result<Rc<T>, NotOpen> {
        if let Some(opened) = self.opened() {
            return Ok(opened);
        }
        let opened = Rc::new((self.open)()?);
        self.opened.replace(Some(Rc::clone(&opened)));
        Ok(opened)
    }

    /// Drops the value, because a restore has replaced its tables. The next use opens them.
    pub(crate) fn close(&self) {
        self.opened.take();
    }
}
