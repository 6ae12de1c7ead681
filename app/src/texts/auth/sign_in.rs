//! What the sign-in says, and what people see who cannot sign in.

// While the edge has not said whether there is a session.
pub(crate) const LOADING_DOCKET: &str = "Loading Docket…";
pub(crate) const CANNOT_SIGN_IN: &str = "Cannot sign in";
pub(crate) const CANNOT_REACH_DOCKET: &str = "Cannot reach Docket";

// The form.
pub(crate) const SIGN_IN: &str = "Sign in";
pub(crate) const SESSION_HAS_ENDED: &str =
    "Your session has ended. Sign in to continue where you left off: your text is saved.";
pub(crate) const NAME: &str = "Name";
pub(crate) const PASSPHRASE: &str = "Passphrase";
pub(crate) const SIGNING_IN: &str = "Signing in…";

// Without Cloudflare Access, where people sign in with it.
pub(crate) const ADDRESS_IS_NOT_PROTECTED: &str = "This address is not protected by Cloudflare Access";
pub(crate) const DID_NOT_PASS_ACCESS: &str =
    "People sign in here with Cloudflare Access, but this request did not pass through it.";
pub(crate) const OPEN_THE_PROTECTED_ADDRESS: &str = "Open Docket at the address that Access protects. If \
     this is that address, its application in Access must cover all of it, without a path.";
pub(crate) const SIGN_IN_HAS_ENDED: &str = "Your sign-in has ended";
pub(crate) const RELOAD_TO_SIGN_IN: &str = "Reload this page to sign in with Cloudflare Access again.";

// A deployment without settings.
pub(crate) const NOT_CONFIGURED_YET: &str = "Docket is not configured yet";
/// Before the list of the settings.
pub(crate) const SETTINGS_ARE_MISSING: &str = "The Worker runs, but these settings are missing or invalid:";
pub(crate) const WHERE_SETTINGS_ARE: &str = "docs/operating.md describes each of them under “Settings”. On \
     your own machine, variables and secrets are lines of the file .dev.vars, and Docket restarts to \
     read them.";
pub(crate) const CHECK_AGAIN: &str = "Check again";

pub(crate) fn version(version: &str) -> String {
    format!("Version {version}.")
}
