//! What the log says of a request: in the Worker from the request itself, in an object from the headers of the Worker.

use docket_core::audit::{AuditRecord, AuditedChange, NamedAction, RequestSource};
use docket_core::auth::credential::Credential;
use docket_wire::{AuditCredential, CallerName};

use crate::auth::identity::{Identity, Proof};
use crate::http::failure::Failure;
use crate::http::headers::{ADDRESS_HEADER, COUNTRY_HEADER, CREDENTIAL_HEADER, REQUEST_ID_HEADER};
use crate::http::request::IncomingRequest;

/// The record of a request to the Worker.
pub(crate) fn record_of(request: &IncomingRequest, identity: &Identity, named: NamedAction) -> AuditRecord {
    let credential = match &identity.proof {
        Proof::Session(_) => AuditCredential::Passphrase,
        Proof::Access(_) => AuditCredential::Access,
        Proof::Token(_) => AuditCredential::Token,
    };
    AuditRecord::new(Some(identity.caller.name.clone()), credential, request.source(), named)
}

/// A caller's change, in the object that makes it.
pub(crate) fn change_of(
    request: &worker::Request,
    by: &CallerName,
    named: NamedAction,
) -> Result<AuditedChange, Failure> {
    let headers = request.headers();
    let credential = headers.get(CREDENTIAL_HEADER)?.and_then(|value| Credential::from_header(&value));
    // The Worker sends one with every change.
    let credential = credential.map_or(AuditCredential::Passphrase, |credential| credential.kind());
    let request_id = headers.get(REQUEST_ID_HEADER)?.unwrap_or_default();
    let source = RequestSource::new(headers.get(ADDRESS_HEADER)?, headers.get(COUNTRY_HEADER)?, request_id);
    Ok(AuditedChange {
        by: by.clone(),
        record: AuditRecord::new(Some(by.clone()), credential, source, named),
    })
}
