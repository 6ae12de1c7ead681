//! `AccessObject`: the one object that stores the tokens that admins created in the console, people and their
//! sessions, and the audit log of what belongs to no project: tokens, sign-ins, sessions, and refusals.
//!
//! Invariant: it stores hashes and never a token, and it handles each request synchronously, so that an id or a
//! revocation cannot be overtaken. A change and its record are one transaction. Whether a session has ended is not
//! decided here.
//!
//! Protocol: an [`AccessRequest`] and its response in JSON, or a message to the log or of a backup. Worker and object
//! always have the same release.

use std::cell::RefCell;
use std::collections::BTreeSet;

use docket_core::audit::{PackedRecord, RefusalLimiter};
use docket_core::auth::access_store::{AccessStore, backup_domain};
use docket_core::auth::people::{SessionPlace, people as report};
use docket_core::auth::session::Session;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::settings::Settings;
use docket_core::storage::DatabaseError;
use docket_wire::{CallerName, SessionId, Sessions, SignInMethod, TokenId};

use serde::{Deserialize, Serialize};
use worker::worker_sys::DurableObject as Stub;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::audit::messages;
use crate::backup::messages::{self as backup, Backups};
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::objects::messages::{self as object_messages, MessageServer};
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::sql::Sql;
use crate::settings;

/// There is one object of this name.
pub(crate) const NAME: &str = "access";
const OBJECT: ObjectName<'_> = ObjectName { binding: "ACCESS", name: NAME };

/// A message, and the JSON of its response.
#[derive(Serialize, Deserialize)]
pub(in crate::auth) enum AccessRequest {
    /// All tokens: a list of [`TokenInfo`](docket_wire::TokenInfo).
    ListTokens,
    /// Stores a token: a `Result<(), CannotCreate>`.
    CreateToken { token: Token, by: CallerName, record: PackedRecord },
    /// Revokes a token: whether there is such a token.
    RevokeToken { id: TokenId, by: CallerName, record: PackedRecord },
    /// Asks for the valid tokens if they are not those of the revision `known`, and reports that `used` was presented:
    /// a [`TokenList`](docket_core::auth::tokens::TokenList).
    ValidTokens { known: Option<i64>, used: TokenHash },
    /// Adds a session to the list: the ids of those of the person that are too many.
    BeginSession { session: Session, place: SessionPlace, record: PackedRecord },
    /// Records that a session is used. No response.
    SeeSession { session: Session, place: SessionPlace },
    /// Records that a person of Cloudflare Access was seen, with the groups that a rule names. No response.
    SeePerson { name: CallerName, groups: BTreeSet<String> },
    /// Deletes sessions that have ended from the list. No response. The record, if there is one, is appended if the list had
    /// one of them, or `is_change` says that one has ended that was not in the list.
    EndSessions { sessions: Vec<SessionId>, is_change: bool, record: Option<PackedRecord> },
    /// The ids of the sessions of a person, or of the one with an id.
    FindSessions { id: Option<SessionId>, person: Option<CallerName> },
    /// The sessions of a person, as the body of a response to a client. `current` is the session of the request.
    ListSessions { person: CallerName, current: Option<SessionId> },
    /// The people, as the body of a response to a client.
    ListPeople,
}

#[durable_object(fetch)]
pub struct AccessObject {
    messages: MessageServer<AccessStore<Sql>>,
    backups: Backups,
    refusals: RefCell<RefusalLimiter>,
    env: Env,
}

impl DurableObject for AccessObject {
    fn new(state: State, env: Env) -> Self {
        let messages = MessageServer::open("AccessObject", &state, |sql| {
            backup::before_opening(&sql, &backup_domain())?;
            Ok(AccessStore::open(sql)?)
        });
        let backups = Backups::new(Sql::new(&state, messages.rows()), backup_domain());
        Self { messages, backups, refusals: RefCell::default(), env }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let url = request.inner().url();
        if backup::is_message(&url) {
            return self.messages.respond_to_backup(&request, &self.backups).await;
        }
        self.backups.end_abandoned();
        let settings = settings::read(&self.env);
        if messages::is_message(&url) {
            let answer = async |store: &AccessStore<Sql>| {
                messages::answer(store.audit(settings?.audit_days), &self.refusals, &request).await
            };
            return self.messages.respond_by(answer).await;
        }
        self.messages.respond(&request, |store, request| handle(store, request, &*settings?)).await
    }
}

fn handle(
    store: &AccessStore<Sql>,
    request: AccessRequest,
    settings: &Settings,
) -> std::result::Result<Reply, Failure> {
    let (now, people, days) = (clock::now(), store.people(), settings.audit_days);
    Ok(match request {
        AccessRequest::ListTokens => Reply::json(200, &store.tokens().list()?),
        AccessRequest::CreateToken { token, by, record } => {
            let create = || store.tokens().create(&token, &by, now);
            Reply::json(200, &store.change_tokens(days, now, create, record)?)
        }
        AccessRequest::RevokeToken { id, by, record } => {
            let revoke = || store.tokens().revoke(&id, &by, now);
            Reply::json(200, &store.change_tokens(days, now, revoke, record)?)
        }
        AccessRequest::ValidTokens { known, used } => {
            Reply::json(200, &store.tokens().valid(known, Some(&used), now)?)
        }
        AccessRequest::BeginSession { session, place, record } => {
            let begin = || Ok::<_, DatabaseError>((people.begin(&session, &place, now)?, Some(record)));
            Reply::json(200, &store.audit(days).recorded(None, now, begin)?)
        }
        AccessRequest::SeeSession { session, place } => {
            people.see_session(&session, &place, now)?;
            Reply::empty(204)
        }
        AccessRequest::SeePerson { name, groups } => {
            people.see(&name, SignInMethod::Access, &groups, now)?;
            Reply::empty(204)
        }
        AccessRequest::EndSessions { sessions, is_change, record } => {
            store.audit(days).recorded(None, now, || {
                let has_changed = people.end(&sessions)? || is_change;
                Ok::<_, DatabaseError>(((), record.filter(|_| has_changed)))
            })?;
            Reply::empty(204)
        }
        AccessRequest::FindSessions { id, person } => {
            Reply::json(200, &people.find(id.as_ref(), person.as_ref(), now)?)
        }
        AccessRequest::ListSessions { person, current } => {
            let sessions = people.sessions(&person, current.as_ref(), now)?;
            Reply::json(200, &Sessions { sessions, has_more: false })
        }
        AccessRequest::ListPeople => Reply::json(200, &report(settings, &people.all(now)?)),
    })
}

/// The object, for its log.
pub(crate) fn object(env: &Env) -> std::result::Result<Stub, Failure> {
    OBJECT.stub(env)
}

/// Sends a message to the object. Returns the JSON of its response.
pub(in crate::auth) async fn send(
    env: &Env,
    request: &AccessRequest,
) -> std::result::Result<String, Failure> {
    object_messages::send(env, OBJECT, request).await
}
