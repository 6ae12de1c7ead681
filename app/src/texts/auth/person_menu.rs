//! What the person's menu says.

/// Before the name of the person.
pub(crate) const SIGNED_IN_AS: &str = "Signed in as ";
pub(crate) const THEME: &str = "Theme";
pub(crate) const COMMANDS: &str = "Commands";
