//! What the log says of a change, in the object that makes it: from the headers of the Worker.

use docket_core::audit::{AuditedChange, NamedAction, RequestSource};
use docket_core::auth::credential::Credential;
use docket_wire::{AuditCredential, CallerName};

use crate::http::failure::Failure;
use crate::http::headers::{ADDRESS_HEADER, COUNTRY_HEADER, CREDENTIAL_HEADER, REQUEST_ID_HEADER};

/// A caller's change.
pub(crate) fn change_of(
    request: &worker::Request,
    author: &CallerName,
    named: NamedAction,
) -> Result<AuditedChange, Failure> {
    let headers = request.headers();
    let credential = headers.get(CREDENTIAL_HEADER)?.and_then(|value| Credential::from_header(&value));
    // The Worker sends one with every change.
    let credential = credential.map_or(AuditCredential::Passphrase, |credential| credential.kind());
    let request_id = headers.get(REQUEST_ID_HEADER)?.unwrap_or_default();
    let source = RequestSource::new(headers.get(ADDRESS_HEADER)?, headers.get(COUNTRY_HEADER)?, request_id);
    Ok(AuditedChange::new(author.clone(), credential, source, named))
}
