//! The gate: one Durable Object that counts failed sign-ins and remembers ended sessions.
//!
//! Being one, it sees every attempt, from wherever it comes. Each question is answered in one synchronous turn, so
//! that no two attempts can pass between count and note.
//!
//! Protocol: a [`Question`] in, an [`Answer`] out, both JSON. Both sides are always of the same release.

use docket_core::auth::session::{Session, SessionId};
use docket_core::auth::sign_in::SignInStore;
use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::JsFuture;
use web_sys::Headers;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::http::body;
use crate::http::failure::Failure;
use crate::http::objects;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::sql::Sql;

const BINDING: &str = "SIGN_IN";
const NAME: &str = "sign-in";

#[derive(Serialize, Deserialize)]
enum Question {
    Attempt { name: String, address: String },
    Succeeded { name: String, address: String },
    EndSession { session: SessionId, until: UnixMs },
    HasEnded { session: SessionId },
}

#[derive(Serialize, Deserialize)]
enum Answer {
    Done,
    FreeAt(UnixMs),
    HasEnded(bool),
}

/// The Durable Object.
#[durable_object]
pub struct SignInObject {
    core: std::result::Result<SignInStore<Sql>, String>,
}

impl DurableObject for SignInObject {
    fn new(state: State, _env: Env) -> Self {
        crate::prepare();
        Self { core: SignInStore::open(Sql::of(&state)).map_err(|error| error.to_string()) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        match self.answer(request).await {
            Ok(answer) => Reply::json(200, &answer).into_response(),
            Err(failure) => failure.into_response(""),
        }
    }
}

impl SignInObject {
    async fn answer(&self, request: Request) -> std::result::Result<Answer, Failure> {
        let core = self.core.as_ref().map_err(Failure::internal)?;
        let question = body::json(&request).await?;
        let now = clock::now();
        match question {
            Question::Attempt { name, address } => match core.attempt(&name, &address, now)? {
                Ok(()) => Ok(Answer::Done),
                Err(free_at) => Ok(Answer::FreeAt(free_at)),
            },
            Question::Succeeded { name, address } => {
                core.succeeded(&name, &address)?;
                Ok(Answer::Done)
            }
            Question::EndSession { session, until } => {
                core.end_session(&session, until, now)?;
                Ok(Answer::Done)
            }
            Question::HasEnded { session } => Ok(Answer::HasEnded(core.has_ended(&session)?)),
        }
    }
}

/// Counts an attempt to sign in. An error is the moment from which to try again.
pub(crate) async fn attempt(
    env: &Env,
    name: &str,
    address: &str,
) -> std::result::Result<std::result::Result<(), UnixMs>, Failure> {
    let question = Question::Attempt { name: name.to_owned(), address: address.to_owned() };
    match ask(env, &question).await? {
        Answer::Done => Ok(Ok(())),
        Answer::FreeAt(free_at) => Ok(Err(free_at)),
        Answer::HasEnded(_) => Err(unexpected()),
    }
}

/// Takes back what [`attempt`] counted.
pub(crate) async fn succeeded(env: &Env, name: &str, address: &str) -> std::result::Result<(), Failure> {
    ask(env, &Question::Succeeded { name: name.to_owned(), address: address.to_owned() }).await.map(drop)
}

/// Ends a session before its time.
pub(crate) async fn end_session(env: &Env, session: &Session) -> std::result::Result<(), Failure> {
    let question = Question::EndSession { session: session.id.clone(), until: session.expires_at() };
    ask(env, &question).await.map(drop)
}

/// Whether a session was ended.
pub(crate) async fn has_ended(env: &Env, session: &SessionId) -> std::result::Result<bool, Failure> {
    match ask(env, &Question::HasEnded { session: session.clone() }).await? {
        Answer::HasEnded(ended) => Ok(ended),
        Answer::Done | Answer::FreeAt(_) => Err(unexpected()),
    }
}

async fn ask(env: &Env, question: &Question) -> std::result::Result<Answer, Failure> {
    let object = objects::named(env, BINDING, NAME)?;
    let question = serde_json::to_string(question)?;
    let response =
        objects::send(&object, "POST", "https://sign-in/", &Headers::new()?, Some(&question)).await?;
    let text = JsFuture::from(response.text()?).await?.as_string().unwrap_or_default();
    if !response.ok() {
        return Err(Failure::internal("the gate failed"));
    }
    Ok(serde_json::from_str(&text)?)
}

fn unexpected() -> Failure {
    Failure::internal("the gate answered another question")
}
