//! `AuthObject`: the one object that stores the tokens that admins created in the console, people and their
//! sessions, and the audit log of what belongs to no project: tokens, sign-ins, sessions, and refusals.
//!
//! Invariant: it stores hashes and never a token, and it handles each request synchronously, so that an id or a
//! revocation cannot be overtaken. A change and its record are one transaction. Whether a session has ended is not
//! decided here.
//!
//! Protocol: an [`AuthRequest`] and its response in JSON, or a message to the log or of a backup.

use std::cell::RefCell;
use std::collections::BTreeSet;

use docket_core::audit::{PackedRecord, RecordLimiter};
use docket_core::auth::people::{ClientInfo, people as report};
use docket_core::auth::session::Session;
use docket_core::auth::store::{AuthStore, backup_domain};
use docket_core::auth::token::{Token, TokenHash};
use docket_core::http::interruption::Repeat;
use docket_core::settings::Settings;
use docket_core::storage::DatabaseError;
use docket_wire::{CallerName, ProjectId, SessionId, Sessions, SignInMethod, TokenId};

use serde::{Deserialize, Serialize};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::audit::messages;
use crate::auth::object_messages::{self, MessageServer, ObjectMessage};
use crate::backup::{self, Backups};
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::storage::sql::Sql;
use crate::settings;

/// A message, and the JSON of its response. All but one have no named members, which would make the Worker
/// larger: only a flag needs its name.
#[derive(Serialize, Deserialize)]
pub(crate) enum AuthRequest {
    /// All tokens: a list of [`TokenInfo`](docket_wire::TokenInfo).
    ListTokens,
    /// Stores a token of a person: a `Result<UnixMs, CannotCreate>`, with the moment of its creation.
    CreateToken(Token, CallerName, PackedRecord),
    /// Revokes a token for a person: whether there is such a token.
    RevokeToken(TokenId, CallerName, PackedRecord),
    /// Gives tokens their rights in the second project instead of in the first: the ids of those tokens.
    MoveProject([ProjectId; 2], PackedRecord),
    /// Asks for the valid tokens if they are not those of a revision, and reports that a token was presented:
    /// a [`TokenList`](docket_core::auth::tokens::TokenList).
    ValidTokens(Option<i64>, TokenHash),
    /// Adds a session to the list: the ids of those of the person that are too many.
    BeginSession(Session, ClientInfo, PackedRecord),
    /// Records that a session is used. No response.
    RecordSessionUse(Session, ClientInfo),
    /// Records that a person of Cloudflare Access was seen, with the groups that a rule names. No response.
    RecordPersonSeen(CallerName, BTreeSet<String>),
    /// Deletes sessions that have ended from the list. No response.
    DeleteSessions(Vec<SessionId>),
    /// Deletes sessions from the list, and appends the record, unless the ends of all are recorded and the list has none of them.
    /// No response.
    EndSessions { sessions: Vec<SessionId>, record: PackedRecord, are_recorded: bool },
    /// The ids of the sessions of a person, or of the one with an id.
    FindSessions(Option<SessionId>, Option<CallerName>),
    /// The sessions of a person, as the body of a response to a client. The other session is that of the
    /// request.
    ListSessions(CallerName, Option<SessionId>),
    /// The people, as the body of a response to a client.
    ListPeople,
}

impl ObjectMessage for AuthRequest {
    fn repeat(&self) -> Repeat {
        match self {
            Self::ListTokens
            | Self::RevokeToken(..)
            | Self::ValidTokens(..)
            | Self::RecordSessionUse(..)
            | Self::RecordPersonSeen(..)
            | Self::DeleteSessions(..)
            | Self::FindSessions(..)
            | Self::ListSessions(..)
            | Self::ListPeople => Repeat::Once,
            // A second record, or an id that is taken by the first attempt.
            Self::CreateToken(..)
            | Self::MoveProject(..)
            | Self::BeginSession(..)
            | Self::EndSessions { .. } => Repeat::Never,
        }
    }
}

#[durable_object(fetch)]
pub struct AuthObject {
    messages: MessageServer<AuthStore<Sql>>,
    backups: Backups,
    refusals: RefCell<RecordLimiter>,
    env: Env,
}

impl DurableObject for AuthObject {
    fn new(state: State, env: Env) -> Self {
        let messages = MessageServer::open("AuthObject", &state, |sql| {
            backup::before_opening(&sql, &backup_domain())?;
            Ok(AuthStore::open(sql)?)
        });
        let backups = Backups::new(Sql::new(&state, messages.rows()), backup_domain());
        Self { messages, backups, refusals: RefCell::default(), env }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = request.inner().url();
        if backup::is_message(&url) {
            return self.messages.respond_to_backup(&request, &url, &self.backups).await;
        }
        self.backups.end_abandoned();
        let settings = settings::read(&self.env);
        if messages::is_message(&url) {
            let answer = async |store: &AuthStore<Sql>| {
                messages::answer(store.audit(settings?.audit_days), &self.refusals, &request, &url).await
            };
            return self.messages.respond_by(answer).await;
        }
        self.messages.respond(&request, |store, request| handle(store, request, &*settings?)).await
    }
}

fn handle(
    store: &AuthStore<Sql>,
    request: AuthRequest,
    settings: &Settings,
) -> std::result::Result<Reply, Failure> {
    let (now, people, days) = (clock::now(), store.people(), settings.audit_days);
    Ok(match request {
        AuthRequest::ListTokens => Reply::json(200, &store.tokens().list()?),
        AuthRequest::CreateToken(token, by, record) => {
            let create = || store.tokens().create(&token, &by, now);
            Reply::json(200, &store.change_tokens(days, now, create, record)?)
        }
        AuthRequest::RevokeToken(id, by, record) => {
            let revoke = || store.tokens().revoke(&id, &by, now);
            Reply::json(200, &store.change_tokens(days, now, revoke, record)?)
        }
        AuthRequest::MoveProject([from, to], record) => {
            let move_project = || store.tokens().move_project(&from, &to);
            Reply::json(200, &store.change_tokens(days, now, move_project, record)?)
        }
        AuthRequest::ValidTokens(known, used) => {
            Reply::json(200, &store.tokens().valid(known, Some(&used), now)?)
        }
        AuthRequest::BeginSession(session, client, record) => {
            let begin = || Ok::<_, DatabaseError>((people.begin(&session, &client, now)?, Some(record)));
            Reply::json(200, &store.audit(days).with_change(None, now, begin)?)
        }
        AuthRequest::RecordSessionUse(session, client) => {
            people.see_session(&session, &client, now)?;
            Reply::empty(204)
        }
        AuthRequest::RecordPersonSeen(name, groups) => {
            people.record_seen(&name, SignInMethod::Access, &groups, now)?;
            Reply::empty(204)
        }
        AuthRequest::DeleteSessions(sessions) => {
            people.end(&sessions)?;
            Reply::empty(204)
        }
        AuthRequest::EndSessions { sessions, record, are_recorded } => {
            store.audit(days).with_change(None, now, || {
                let has_changed = people.end(&sessions)? || !are_recorded;
                Ok::<_, DatabaseError>(((), has_changed.then_some(record)))
            })?;
            Reply::empty(204)
        }
        AuthRequest::FindSessions(id, person) => {
            Reply::json(200, &people.find(id.as_ref(), person.as_ref(), now)?)
        }
        AuthRequest::ListSessions(person, current) => {
            let sessions = people.sessions(&person, current.as_ref(), now)?;
            Reply::json(200, &Sessions { sessions, has_more: false })
        }
        AuthRequest::ListPeople => Reply::json(200, &report(settings.callers(), &people.all(now)?)),
    })
}

/// Checks that the object can read its database.
pub(crate) async fn check(env: &Env) -> std::result::Result<(), Failure> {
    send(env, &AuthRequest::FindSessions(Some(SessionId::new([0; 16])), None)).await.map(drop)
}

/// Sends a message to the object. Returns the JSON of its response.
pub(crate) async fn send(env: &Env, request: &AuthRequest) -> std::result::Result<String, Failure> {
    object_messages::send(env, ObjectName::auth(), request).await
}
