//! `AccessObject`: the one object that stores the tokens that admins created in the console, people and their
//! sessions, and the audit log of what belongs to no project: tokens, sign-ins, sessions, and refusals.
//!
//! Invariant: it stores hashes and never a token, and it handles each request synchronously, so that an id or a revocation
//! cannot be overtaken. A change and its record are one transaction. Whether a session has ended is not decided here.
//!
//! Protocol: JSON, a [`AccessRequest`] and a [`AccessResponse`], or a message to the log or of a backup. Worker and object always have the same release.

use std::cell::RefCell;
use std::collections::BTreeSet;

use docket_core::audit::{PackedRecord, RefusalLimiter};
use docket_core::auth::access_store::{AccessStore, backup_domain};
use docket_core::auth::people::{SessionPlace, people as report};
use docket_core::auth::session::Session;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenList};
use docket_core::settings::Settings;
use docket_wire::{CallerName, SessionId, Sessions, SignInMethod, TokenId, TokenInfo};

use serde::{Deserialize, Serialize};
use worker::worker_sys::DurableObject as Stub;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::audit::messages;
use crate::backup::messages::{self as backup, Backups};
use crate::http::failure::Failure;
use crate::http::objects;
use crate::http::objects::message_object::{self, MessageObject};
use crate::platform::clock;
use crate::platform::sql::Sql;
use crate::settings;

const BINDING: &str = "ACCESS";
/// There is one object of this name.
pub(crate) const NAME: &str = "access";

#[derive(Serialize, Deserialize)]
pub(in crate::auth) enum AccessRequest {
    List,
    Create {
        token: Token,
        by: CallerName,
        record: PackedRecord,
    },
    Revoke {
        id: TokenId,
        by: CallerName,
        record: PackedRecord,
    },
    /// Asks for the valid tokens if they are not those of the revision `known`, and reports that `used` was presented.
    Valid {
        known: Option<i64>,
        used: TokenHash,
    },
    /// Adds a session to the list, and asks for those of the person that are too many.
    BeginSession(Session, SessionPlace, PackedRecord),
    /// Records that a session is used.
    SeeSession(Session, SessionPlace),
    /// Records that a person of Cloudflare Access was seen, with the groups that a rule names.
    SeePerson(CallerName, BTreeSet<String>),
    /// Deletes sessions that have ended from the list. It is recorded, with a record, if the list had one, or the flag says
    /// that one has ended without having been in the list.
    EndSessions(Vec<SessionId>, bool, Option<PackedRecord>),
    /// Asks for the ids of all sessions of a person, or of the one with an id.
    FindSessions(Option<SessionId>, Option<CallerName>),
    /// Lists the sessions of a person. The second one is the session of the request.
    Sessions(CallerName, Option<SessionId>),
    People,
}

#[derive(Serialize, Deserialize)]
pub(in crate::auth) enum AccessResponse {
    List(Vec<TokenInfo>),
    Created(std::result::Result<(), CannotCreate>),
    /// Whether there is such a token.
    Revoked(bool),
    Valid(TokenList),
    Sessions(Vec<SessionId>),
    /// The body of a response to a client.
    Json(String),
    Done,
}

#[durable_object(fetch)]
pub struct AccessObject {
    messages: MessageObject<AccessStore<Sql>>,
    backups: Backups,
    refusals: RefCell<RefusalLimiter>,
    env: Env,
}

impl DurableObject for AccessObject {
    fn new(state: State, env: Env) -> Self {
        let messages = MessageObject::open("AccessObject", &state, |sql| {
            backup::before_opening(&sql, &backup_domain())?;
            Ok(AccessStore::open(sql)?)
        });
        let backups = Backups::new(Sql::of(&state, messages.rows()), backup_domain());
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
) -> std::result::Result<AccessResponse, Failure> {
    let (now, people, days) = (clock::now(), store.people(), settings.audit_days);
    Ok(match request {
        AccessRequest::List => AccessResponse::List(store.tokens().list()?),
        AccessRequest::Create { token, by, record } => {
            let create = || store.tokens().create(&token, &by, now);
            AccessResponse::Created(store.audited(days, now, create, &record)?)
        }
        AccessRequest::Revoke { id, by, record } => {
            let revoke = || store.tokens().revoke(&id, &by, now);
            AccessResponse::Revoked(store.audited(days, now, revoke, &record)?)
        }
        AccessRequest::Valid { known, used } => {
            AccessResponse::Valid(store.tokens().valid(known, Some(&used), now)?)
        }
        AccessRequest::BeginSession(session, place, record) => {
            let begin = || Ok((people.begin(&session, &place, now)?, true));
            AccessResponse::Sessions(store.recorded(days, now, Some(&record), begin)?)
        }
        AccessRequest::SeeSession(session, place) => {
            people.see_session(&session, &place, now)?;
            AccessResponse::Done
        }
        AccessRequest::SeePerson(name, groups) => {
            people.see(&name, SignInMethod::Access, &groups, now)?;
            AccessResponse::Done
        }
        AccessRequest::EndSessions(sessions, is_change, record) => {
            let end = || Ok(((), people.end(&sessions)? || is_change));
            store.recorded(days, now, record.as_ref(), end)?;
            AccessResponse::Done
        }
        AccessRequest::FindSessions(id, person) => {
            AccessResponse::Sessions(people.find(id.as_ref(), person.as_ref(), now)?)
        }
        AccessRequest::Sessions(person, current) => {
            let sessions = people.sessions(&person, current.as_ref(), now)?;
            AccessResponse::Json(serde_json::to_string(&Sessions { sessions, has_more: false })?)
        }
        AccessRequest::People => {
            AccessResponse::Json(serde_json::to_string(&report(settings, &people.all(now)?))?)
        }
    })
}

/// The object, for its log.
pub(crate) fn object(env: &Env) -> std::result::Result<Stub, Failure> {
    objects::named(env, BINDING, NAME)
}

/// Sends a message to the object.
pub(in crate::auth) async fn send(
    env: &Env,
    request: &AccessRequest,
) -> std::result::Result<AccessResponse, Failure> {
    message_object::ask(env, BINDING, NAME, request).await
}

/// The response belongs to another message.
pub(in crate::auth) fn unexpected() -> Failure {
    Failure::internal("AccessObject sent the response of another request")
}
