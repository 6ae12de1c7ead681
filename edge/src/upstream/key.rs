use std::fmt;

use docket_core::settings::ProjectSettings;
use docket_core::upstream::redact::redact;
use wasm_bindgen::JsValue;
use web_sys::Headers;
use worker::Env;

/// The admin key of the documentation service. It cannot be shown, copied or serialised; it can be put on a
/// request, and taken out of what comes back.
pub(super) struct AdminKey(String);

impl AdminKey {
    /// The key of a project, from the secret that the settings name.
    pub(super) fn of(project: &ProjectSettings, env: &Env) -> Option<Self> {
        crate::settings::text(env, &project.key_secret).map(|key| Self(key.trim().to_owned()))
    }

    /// Puts the key on a request. Only [`super::call`] does so.
    pub(super) fn authorize(&self, headers: &Headers) -> Result<(), JsValue> {
        headers.set("Authorization", &format!("Bearer {}", self.0))
    }

    /// What the service said, without the key.
    pub(super) fn redact(&self, text: String) -> String {
        redact(text, &self.0)
    }
}

impl fmt::Debug for AdminKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminKey(…)")
    }
}
