use docket_core::audit::{AuditRecord, NamedAction};
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
    pub(crate) proof: Proof,
}

/// How a caller authenticated.
pub(crate) enum Proof {
    Token(Token),
    Session(Session),
    Access(AccessPerson),
}

impl Identity {
    /// The person of a session, with the roles that the settings give them now.
    pub(crate) fn of_session(session: Session, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Account { name: &session.name.0 });
        Self { caller: Caller { name: session.name.clone(), grants }, proof: Proof::Session(session) }
    }

    /// The person of an assertion, with the roles that the settings give them now.
    pub(super) fn of_access(person: AccessPerson, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Access { email: &person.email, groups: &person.groups });
        let name = CallerName(person.email.to_string());
        Self { caller: Caller { name, grants }, proof: Proof::Access(person) }
    }

    /// The session, if that is the proof.
    pub(crate) fn session(&self) -> Option<&Session> {
        match &self.proof {
            Proof::Session(session) => Some(session),
            Proof::Token(_) | Proof::Access(_) => None,
        }
    }

    /// What the audit log says of the caller's request.
    pub(crate) fn record(&self, request: &IncomingRequest, named: NamedAction) -> AuditRecord {
        let credential = match &self.proof {
            Proof::Session(_) => AuditCredential::Passphrase,
            Proof::Access(_) => AuditCredential::Access,
            Proof::Token(_) => AuditCredential::Token,
        };
        AuditRecord::new(Some(self.caller.name.clone()), credential, request.source(), named)
    }

    /// What authenticates the caller.
    pub(crate) fn credential(&self, settings: &Settings) -> Result<Credential, Failure> {
        let settings = settings.callers();
        let credential = match &self.proof {
            Proof::Session(session) => Credential::of_session(session, settings),
            Proof::Access(person) => Credential::of_access(person, settings),
            Proof::Token(token) => Some(Credential::of_token(token, settings)),
        };
        credential.ok_or_else(|| Failure::internal("an authenticated caller is not in the settings"))
    }
}
