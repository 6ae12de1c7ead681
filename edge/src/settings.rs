//! Settings, from the Worker's environment.

use std::cell::OnceCell;
use std::rc::Rc;

use docket_core::settings::{Missing, Settings};
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use worker::Env;

use crate::http::failure::Failure;

/// All settings, or everything that is missing.
pub(crate) type Outcome = Result<Rc<Settings>, Rc<[Missing]>>;

thread_local! {
    // An isolate's environment never changes: a new setting brings new isolates.
    static SETTINGS: OnceCell<Outcome> = const { OnceCell::new() };
}

/// Reads the settings, once in an isolate.
pub(crate) fn outcome(env: &Env) -> Outcome {
    SETTINGS.with(|settings| {
        settings
            .get_or_init(|| {
                let outcome = Settings::read(|name| text(env, name)).map(Rc::new).map_err(Rc::from);
                if let Ok(settings) = &outcome {
                    settings.warnings.iter().for_each(|warning| crate::platform::log::warning(warning));
                }
                outcome
            })
            .clone()
    })
}

/// The settings, or the failure that every route but health answers with.
pub(crate) fn read(env: &Env) -> Result<Rc<Settings>, Failure> {
    outcome(env).map_err(|missing| Failure::from(&*missing))
}

/// A variable or secret.
pub(crate) fn text(env: &Env, name: &str) -> Option<String> {
    Reflect::get(env, &JsValue::from_str(name)).ok()?.as_string()
}
