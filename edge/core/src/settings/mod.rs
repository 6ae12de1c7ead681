//! Settings, read from texts by name and checked together.
//!
//! No admin key is stored here: a project names the secret that holds its key, and only the Worker's `upstream` module
//! reads that secret.

mod credentials;
mod objects;
mod projects;
mod reader;
mod table;

use std::collections::BTreeSet;

use docket_wire::{ProjectId, SignInMethod, set_of};

use crate::auth::account::Account;
use crate::auth::caller_settings::CallerSettings;
use crate::auth::session::SessionSecret;
use crate::auth::sso::AccessApplication;

pub use objects::{AUTH_OBJECT, CannotMove, check_move, objects_of};
pub use projects::{ProjectSettings, key_kind};
pub use reader::InvalidSetting;
pub use table::{SETTING_DOCS, SETTINGS, Setting, SettingDocs, Settings, Visibility, names};

impl InvalidSetting {
    /// A sentence about where to set the setting.
    #[must_use]
    pub fn remedy(&self) -> String {
        let Self { name, .. } = self;
        let known = SETTINGS.iter().find(|setting| setting.name == name);
        if known.is_some_and(|setting| setting.visibility == Visibility::Variable) {
            return "Set this variable in wrangler.jsonc, and deploy. On a machine of your own, set it in the environment.".to_owned();
        }
        // The secrets that hold admin keys are not in the table, and the package binds only one of them.
        let own = if known.is_some() || name == names::ADMIN_KEY {
            "set it"
        } else {
            "add it to workerd.capnp and set it"
        };
        format!(
            "Set this secret with `npx wrangler secret put {name}`, in the folder of wrangler.jsonc. On a machine of \
             your own, {own} in the environment."
        )
    }
}

impl Settings {
    /// The configured project with this id.
    #[must_use]
    pub fn project(&self, id: &ProjectId) -> Option<&ProjectSettings> {
        self.projects.iter().find(|project| project.id == *id)
    }

    /// People who sign in with a passphrase.
    #[must_use]
    pub fn accounts(&self) -> &[Account] {
        self.accounts.as_deref().unwrap_or_default()
    }

    #[must_use]
    pub fn account(&self, name: &str) -> Option<&Account> {
        self.callers().account(name)
    }

    /// The settings that say who has access.
    #[must_use]
    pub fn callers(&self) -> CallerSettings<'_> {
        CallerSettings {
            accounts: self.accounts(),
            tokens: &self.tokens,
            roles: &self.roles,
            session_secret: &self.session_secret,
            application: self.access_application(),
        }
    }

    /// The secrets whose sessions are accepted. The first one signs.
    #[must_use]
    pub fn session_secrets(&self) -> Vec<&SessionSecret> {
        [&self.session_secret].into_iter().chain(&self.session_secret_previous).collect()
    }

    /// The application of Cloudflare Access in front of Docket, if there is one.
    #[must_use]
    pub fn access_application(&self) -> Option<AccessApplication<'_>> {
        let (team, audience) = (self.access_team.as_ref()?, self.access_audience.as_deref()?);
        Some(AccessApplication { team, audience })
    }

    #[must_use]
    pub fn sign_in_methods(&self) -> BTreeSet<SignInMethod> {
        let by_passphrase = (!self.accounts().is_empty()).then_some(SignInMethod::Passphrase);
        let by_access = self.access_application().map(|_| SignInMethod::Access);
        set_of(by_passphrase.into_iter().chain(by_access))
    }
}

#[cfg(test)]
mod tests;
