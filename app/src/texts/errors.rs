//! What is said of requests that failed, and of pages that could not be loaded.

pub(crate) const DOCKET_DID_NOT_RESPOND: &str =
    "Docket did not respond. Check your connection and try again.";
pub(crate) const UNREADABLE_RESPONSE: &str =
    "The response from Docket could not be read. Docket may have been updated: reload this page.";
pub(crate) const REQUEST_NOT_CREATED: &str = "The request could not be created.";
pub(crate) const TEXT_CANNOT_BE_SENT: &str = "This text cannot be sent.";

/// Of a response that has no sentence of its own.
pub(crate) fn failed_with_status(status: u16) -> String {
    format!("The request failed with HTTP status {status}.")
}

/// Before the id of a request.
pub(crate) const REQUEST: &str = "Request ";
/// On the link beside an error whose cause may be a setting.
pub(crate) const SEE_SETTINGS: &str = "See Settings";

pub(crate) const PAGE_NOT_LOADED: &str =
    "This page could not be loaded. If Docket was updated in the meantime, reload: your text is saved.";
pub(crate) const OFFLINE: &str = "You are offline, and this page is not loaded yet. Your text is saved.";
