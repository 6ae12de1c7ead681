//! What the state of the whole deployment says.

use docket_wire::{HealthState, SignInMethod};

pub(crate) const THIS_DEPLOYMENT: &str = "This deployment";
pub(crate) const LOADING_STATUS: &str = "Loading status";
pub(crate) const VERSION: &str = "Version";
pub(crate) const HEALTH: &str = "Health";
pub(crate) const PROBLEMS: &str = "Problems";
pub(crate) const SIGN_IN: &str = "Sign-in";
pub(crate) const ROLES: &str = "Roles";
pub(crate) const RULES_SAY_WHO_MAY: &str =
    "This setting says who has which role. Without it, everyone who signs in with a passphrase is an admin.";
pub(crate) const BACKUP: &str = "Backup";
/// A link, and what follows it.
pub(crate) const SAVE_A_BACKUP: [&str; 2] = [
    "Save a backup",
    " of everything that Docket stores, in all projects. It contains every prompt, but no secrets. If the download is \
     interrupted, backup.mjs from the release finishes it. To restore it, use restore.mjs, or cargo xtask restore.",
];
pub(crate) const MEMORY: &str = "Memory";

/// Before the list of `PROBLEMS`, if there are any.
pub(crate) fn health(state: HealthState) -> &'static str {
    match state {
        HealthState::Ok => "Everything you can access is working.",
        HealthState::Degraded => "Problems:",
        HealthState::NotConfigured => "Settings are missing.",
    }
}

pub(crate) fn sign_in(method: SignInMethod) -> &'static str {
    match method {
        SignInMethod::Passphrase => "People sign in with a passphrase.",
        SignInMethod::Access => "People sign in with Cloudflare Access.",
    }
}

pub(crate) fn memory(size: &str) -> String {
    format!("{size}, in the instance that responded")
}

pub(crate) fn bytes(number: &str) -> String {
    format!("{number}\u{a0}bytes")
}

pub(crate) fn kilobytes(number: &str) -> String {
    format!("{number}\u{a0}kB")
}

pub(crate) fn megabytes(number: &str) -> String {
    format!("{number}\u{a0}MB")
}
