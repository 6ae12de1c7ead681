use std::fmt;

use docket_core::settings::{ProjectSettings, key_kind};
use docket_core::upstream::redact::redact;
use docket_wire::KeyKind;
use wasm_bindgen::JsValue;
use web_sys::Headers;
use worker::Env;

/// The admin key of the documentation service. It cannot be shown, cloned or serialized, only put on a request and
/// removed from a response.
pub(super) struct AdminKey(String);

impl AdminKey {
    /// The key of a project, from the secret that the settings name.
    pub(super) fn of(project: &ProjectSettings, env: &Env) -> Option<Self> {
        crate::settings::text(env, &project.key_secret).map(|key| Self(key.trim().to_owned()))
    }

    /// The kind of a project's key.
    pub(super) fn kind_of(project: &ProjectSettings, env: &Env) -> KeyKind {
        key_kind(Self::of(project, env).as_ref().map(|key| key.0.as_str()))
    }

    /// Puts the key on a request. Only [`super::call`] calls it.
    pub(super) fn authorize(&self, headers: &Headers) -> Result<(), JsValue> {
        headers.set("Authorization", &format!("Bearer {}", self.0))
    }

    /// The service's text without the key.
    pub(super) fn redact(&self, text: String) -> String {
        redact(text, &self.0)
    }
}

impl fmt::Debug for AdminKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminKey(…)")
    }
}
