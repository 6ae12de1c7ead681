use std::cell::OnceCell;
use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use worker::State;
use worker::worker_sys::DurableObjectState;

use crate::http::objects::open_error::NotOpen;

/// What an object works with once its database is open. Until then, every use tries to open it: the retries of an alarm
/// keep an object in memory, so that it would otherwise never recover.
pub(crate) struct Opening<T> {
    opened: OnceCell<Rc<T>>,
    open: Box<dyn Fn() -> Result<T, NotOpen>>,
}

impl<T> Opening<T> {
    /// Tries to open.
    pub(crate) fn new(state: &State, open: impl Fn(State) -> Result<T, NotOpen> + 'static) -> Self {
        let raw: JsValue = state.as_raw().into();
        let open = move || open(State::from(raw.clone().unchecked_into::<DurableObjectState>()));
        let opening = Self { opened: OnceCell::new(), open: Box::new(open) };
        // Every use reports the failure.
        let _ = opening.get();
        opening
    }

    /// What is open, without another try.
    pub(crate) fn opened(&self) -> Option<&Rc<T>> {
        self.opened.get()
    }

    /// What is open, or why it is not.
    pub(crate) fn get(&self) -> Result<Rc<T>, NotOpen> {
        if let Some(opened) = self.opened.get() {
            return Ok(Rc::clone(opened));
        }
        let opened = Rc::new((self.open)()?);
        Ok(Rc::clone(self.opened.get_or_init(|| opened)))
    }
}
