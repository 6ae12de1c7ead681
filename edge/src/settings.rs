//! Settings in the Worker's environment.

use std::cell::OnceCell;
use std::rc::Rc;

use docket_core::settings::{InvalidSetting, ProjectSettings, Settings};
use docket_wire::ProjectId;
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use worker::Env;

use crate::http::failure::Failure;

/// The settings, or all that are missing or invalid.
pub(crate) type SettingsResult = Result<Rc<Settings>, Rc<[InvalidSetting]>>;

thread_local! {
    // The environment of an isolate never changes: a new setting starts new isolates.
    static SETTINGS: OnceCell<SettingsResult> = const { OnceCell::new() };
}

/// Reads the settings, once per isolate.
pub(crate) fn outcome(env: &Env) -> SettingsResult {
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

/// The settings, or the failure that every route except health responds with.
pub(crate) fn read(env: &Env) -> Result<Rc<Settings>, Failure> {
    outcome(env).map_err(|invalid| Failure::from(&*invalid))
}

/// A configured project, or the failure that every route of another one responds with.
pub(crate) fn project<'a>(settings: &'a Settings, id: &ProjectId) -> Result<&'a ProjectSettings, Failure> {
    settings.project(id).ok_or_else(Failure::unknown_project)
}

/// The text of a variable or secret.
pub(crate) fn text(env: &Env, name: &str) -> Option<String> {
    Reflect::get(env, &JsValue::from_str(name)).ok()?.as_string()
}
