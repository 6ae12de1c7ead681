//! What tokens of programs say.

use docket_wire::{InvalidTokenId, Right};

pub(crate) const TOKENS_OF_PROGRAMS: &str = "Tokens for programs";
pub(crate) const LOADING_TOKENS: &str = "Loading tokens";
pub(crate) const NO_TOKENS_YET: &str =
    "No tokens yet. Create one above to let a program call Docket instead of the service.";

// The form.
pub(crate) const NEW_TOKEN: &str = "New token";
pub(crate) const ID: &str = "Id";
/// In the field, while it is empty.
pub(crate) const EXAMPLE_ID: &str = "ci";
/// Above rights: `Rights: Read visitors`.
pub(crate) const RIGHTS_FIELD: &str = "Rights";
/// Above projects.
pub(crate) const PROJECTS_FIELD: &str = "Projects";
pub(crate) const ALL_PROJECTS: &str = "All projects, including new ones";
pub(crate) const EXPIRES: &str = "Expires";
pub(crate) const IN_30_DAYS: &str = "In 30 days";
pub(crate) const IN_90_DAYS: &str = "In 90 days";
pub(crate) const IN_A_YEAR: &str = "In a year";
/// Expires never.
pub(crate) const NEVER: &str = "Never";
pub(crate) const CREATE_TOKEN: &str = "Create token";
pub(crate) const CREATING: &str = "Creating…";

// What is wrong with the form.
pub(crate) const NOT_CREATED_WITHOUT_RIGHTS: &str = "Not created: select what the token may do.";
pub(crate) const NOT_CREATED_WITHOUT_PROJECTS: &str = "Not created: select a project, or all of them.";

/// `invalid` is the rule of its id: `a token's id must have …`.
pub(crate) fn not_created(invalid: InvalidTokenId) -> String {
    format!("Not created: {invalid}.")
}

// A new token, which is shown once.
/// Before and after its id.
pub(crate) const TOKEN_WAS_CREATED: [&str; 2] =
    ["The token ", " was created. Copy it now: Docket does not store it, so you will not see it again."];
pub(crate) const TOKEN: &str = "Token";
pub(crate) const COPY: &str = "Copy";

// The table.
pub(crate) const LIST_OF_TOKENS: &str = "List of tokens";
pub(crate) const TOKENS: &str = "Tokens";
/// Above rights.
pub(crate) const RIGHTS: &str = "Rights";
pub(crate) const PROJECTS: &str = "Projects";
pub(crate) const CREATED: &str = "Created";
pub(crate) const LAST_USED: &str = "Last used";
pub(crate) const ACTIONS: &str = "Actions";
/// Of projects.
pub(crate) const ALL: &str = "All";
/// In place of when it was used.
pub(crate) const NEVER_USED: &str = "Never";
/// In place of when it expires.
pub(crate) const NEVER_EXPIRES: &str = "Never";
/// Beside when it expired.
pub(crate) const EXPIRED: &str = "Expired";

/// Beside when it expires.
pub(crate) fn expires_in(left: &str) -> String {
    format!("In {left}")
}

/// In place of the button that revokes it: the setting has it.
pub(crate) const IN_THE_SETTING: &str = "In DOCKET_TOKENS";

// The revocation.
pub(crate) const REVOKE: &str = "Revoke";
pub(crate) const REVOKE_IT: &str = "Revoke it";

/// After how long ago it was created.
pub(crate) fn created_by(person: &str) -> String {
    format!(" by {person}")
}

/// Before how long ago it was revoked.
pub(crate) fn revoked_by(person: &str) -> String {
    format!("Revoked by {person} ")
}

pub(crate) fn revoke(token: &str) -> String {
    format!("Revoke {token}")
}

pub(crate) const PROGRAMS_WILL_BE_REFUSED: &str =
    "Programs that use this token are refused within 20 seconds.";

/// Announced after the revocation.
pub(crate) fn revoked(token: &str) -> String {
    format!("Token {token} revoked.")
}

/// What a program with a right may do.
pub(crate) fn right(right: Right) -> &'static str {
    match right {
        Right::JobsRead => "Read jobs and prompts",
        Right::JobsWrite => "Start and change jobs",
        Right::VisitorsRead => "Read visitors",
        Right::AccessManage => "Manage access",
        Right::AuditRead => "Read the audit log",
        Right::MetricsRead => "Read metrics",
        Right::BackupRead => "Read backups",
    }
}
