use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use worker::State;
use worker::worker_sys::DurableObjectState;

use super::not_open::NotOpen;

/// What an object works with once its database is open. Until then, every use tries to open it: the retries of an alarm
/// keep an object in memory, so that it would otherwise never recover.
pub(crate) struct Opening<T> {
    opened: RefCell<Option<Rc<T>>>,
    open: Box<dyn Fn() -> Result<T, NotOpen>>,
}

impl<T> Opening<T> {
    /// Tries to open.
    pub(crate) fn new(state: &State, open: impl Fn(State) -> Result<T, NotOpen> + 'static) -> Self {
        let raw: JsValue = state.as_raw().into();
        let open = move || open(State::from(raw.clone().unchecked_into::<DurableObjectState>()));
        let opening = Self { opened: RefCell::default(), open: Box::new(open) };
        // Every use reports the failure.
        let _ = opening.get();
        opening
    }

    /// What is open, without another try.
    pub(crate) fn opened(&self) -> Option<Rc<T>> {
        self.opened.borrow().clone()
    }

    /// What is open, or why it is not.
    pub(crate) fn get(&self) -> Result<Rc<T>, NotOpen> {
        if let Some(opened) = self.opened() {
            return Ok(opened);
        }
        let opened = Rc::new((self.open)()?);
        self.opened.replace(Some(Rc::clone(&opened)));
        Ok(opened)
    }

    /// Forgets what is open: its tables have been replaced, and the next use opens them.
    pub(crate) fn close(&self) {
        self.opened.take();
    }
}
