use docket_core::audit::{AuditRecord, AuditedChange, NamedAction};
use docket_core::auth::caller::Caller;
use docket_core::auth::credential::Credential;
use docket_core::auth::roles::Person;
use docket_core::auth::session::Session;
use docket_core::auth::sso::AccessPerson;
use docket_core::auth::token::Token;
use docket_core::settings::Settings;
use docket_wire::{AuditCredential, CallerName};

use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;

/// An authenticated caller, and how the caller authenticated.
pub(crate) struct Identity {
    pub(crate) caller: Caller,
    pub(crate) credential: VerifiedCredential,
}

/// How a caller authenticated.
pub(crate) enum VerifiedCredential {
    Token(Token),
    Session(Session),
    Access(AccessPerson),
}

impl Identity {
    /// The person of a session, with the roles that the settings give them now.
    pub(crate) fn of_session(session: Session, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Account { name: &session.name.0 });
        Self {
            caller: Caller { name: session.name.clone(), grants },
            credential: VerifiedCredential::Session(session),
        }
    }

    /// The person of an assertion, with the roles that the settings give them now.
    pub(super) fn of_access(person: AccessPerson, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Access { email: &person.email, groups: &person.groups });
        let name = CallerName(person.email.to_string());
        Self { caller: Caller { name, grants }, credential: VerifiedCredential::Access(person) }
    }

    /// The session, if the caller has one.
    pub(crate) fn session(&self) -> Option<&Session> {
        match &self.credential {
            VerifiedCredential::Session(session) => Some(session),
            VerifiedCredential::Token(_) | VerifiedCredential::Access(_) => None,
        }
    }

    /// What the audit log says of the caller's request.
    pub(crate) fn record(&self, request: &IncomingRequest, named: NamedAction) -> AuditRecord {
        self.change(request, named).into_record()
    }

    /// A change that the caller requests.
    pub(crate) fn change(&self, request: &IncomingRequest, named: NamedAction) -> AuditedChange {
        let credential = match &self.credential {
            VerifiedCredential::Session(_) => AuditCredential::Passphrase,
            VerifiedCredential::Access(_) => AuditCredential::Access,
            VerifiedCredential::Token(_) => AuditCredential::Token,
        };
        AuditedChange::new(self.caller.name.clone(), credential, request.source(), named)
    }

    /// What a WebSocket of the caller depends on.
    pub(crate) fn socket_credential(&self, settings: &Settings) -> Result<Credential, Failure> {
        let settings = settings.callers();
        let credential = match &self.credential {
            VerifiedCredential::Session(session) => Credential::of_session(session, settings),
            VerifiedCredential::Access(person) => Credential::of_access(person, settings),
            VerifiedCredential::Token(token) => Some(Credential::of_token(token, settings)),
        };
        credential.ok_or_else(|| Failure::internal("an authenticated caller is not in the settings"))
    }
}
