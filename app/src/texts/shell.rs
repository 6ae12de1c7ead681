//! What the frame of every page says: the top bar, notices, and the pages without a subject.

use docket_wire::ProblemCode;

pub(crate) const SKIP_TO_CONTENT: &str = "Skip to content";

/// Before the name of the only project, for screen readers.
pub(crate) const PROJECT_IS: &str = "Project: ";
/// The name of the select with all projects, for screen readers.
pub(crate) const PROJECT: &str = "Project";

/// The name of the navigation in the top bar, for screen readers.
pub(crate) const PAGES: &str = "Pages";
/// The page of the audit log, in the top bar.
pub(crate) const AUDIT: &str = "Audit";

// The state of the live connection.
pub(crate) const CONNECTING: &str = "Connecting";
pub(crate) const LIVE: &str = "Live";
pub(crate) const RECONNECTING: &str = "Reconnecting";
pub(crate) const OFFLINE: &str = "Offline";
pub(crate) const SLOW: &str = "Slow";
pub(crate) const SLOW_MEANS: &str = "A response is taking longer than 5 s";

/// The state of the connection, for screen readers.
pub(crate) fn connection(state: &str) -> String {
    format!("Connection: {state}")
}

pub(crate) fn slow_connection(state: &str) -> String {
    format!("Connection: {state}, slow")
}

pub(crate) const SEARCH_AND_COMMANDS: &str = "Search and commands";
/// [`SEARCH_AND_COMMANDS`] with its keys.
pub(crate) const SEARCH_AND_COMMANDS_KEYS: &str = "Search and commands: Ctrl K";

/// The name of the button of the person's menu, for screen readers.
pub(crate) fn signed_in_as(person: &str) -> String {
    format!("Signed in as {person}")
}

// The themes in the person's menu.
pub(crate) const THEME_SYSTEM: &str = "System";
pub(crate) const THEME_LIGHT: &str = "Light";
pub(crate) const THEME_DARK: &str = "Dark";

pub(crate) const LOADING_THE_PAGE: &str = "Loading the page";
/// The heading in place of that of the page.
pub(crate) const PAGE_NOT_LOADED: &str = "Page not loaded";

/// The name of the notice, for screen readers.
pub(crate) const DOCKET_ERROR: &str = "Docket error";
/// After the cause.
pub(crate) const SERVICE_IS_NOT_THE_CAUSE: &str = " The documentation service is not the cause. Your text is saved, and this page continues when Docket recovers.";

/// Why Docket cannot respond.
pub(crate) fn docket_error_cause(code: Option<ProblemCode>) -> &'static str {
    match code {
        Some(ProblemCode::Restoring) => "A backup is being restored.",
        Some(ProblemCode::NewerSchema) => {
            "A newer release wrote this data, and this one does not change it. Deploy the newer release."
        }
        Some(ProblemCode::AccessUnavailable) => "Docket cannot load the keys of Cloudflare Access.",
        Some(ProblemCode::Unavailable) => "Docket was interrupted, or has too much to do.",
        _ => "Docket has an internal error.",
    }
}

/// The name of the notice, for screen readers.
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const END_PAUSE: &str = "End pause";

/// Announced by a screen reader.
pub(crate) const PAUSE_ENDED: &str = "Pause ended.";

/// `effect` is what Docket does and does not do meanwhile, the beginning of a sentence.
pub(crate) fn asked_to_wait(effect: &str) -> String {
    format!("The documentation service asked Docket to wait. {effect} for now.")
}

/// Behind the sentence above. `duration` is what is left of the pause.
pub(crate) fn pause_ends_in(duration: &str) -> String {
    format!("The pause ends in about {duration}.")
}

// The start page, where it cannot lead on to a project.
pub(crate) const PROJECTS: &str = "Projects";
pub(crate) const NO_ACCESS_YET: &str = "No access to a project yet";
pub(crate) const ASK_FOR_A_ROLE: &str =
    "Ask an admin of this deployment for a role: it needs a rule in the setting DOCKET_ROLES.";

pub(crate) const PAGE_NOT_FOUND: &str = "Page not found";
pub(crate) const CHECK_THE_ADDRESS: &str =
    "Check the address. The project may not be part of this deployment.";
pub(crate) const GO_TO_YOUR_JOBS: &str = "Go to your jobs";
