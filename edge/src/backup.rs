//! Messages of backups and restores to an object, which answers them before it opens: a restore keeps it closed.
//!
//! They are texts: a checkpoint, and lines of the file with another one; or a step of a restore in JSON, as the caller sent it.

use std::cell::Cell;

use docket_core::backup::Domain;
use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::restore::{self, RestoreError};
use docket_core::backup::snapshot;
use docket_core::backup::step::{self, StepTaken};
use docket_core::http::interruption::Repeat;
use docket_core::http::target::query_value;
use docket_wire::{BackupObject, ProblemCode, RestoreStep};
use js_sys::encode_uri_component;
use wasm_bindgen_futures::JsFuture;
use worker::{Env, Method, Request};

use crate::http::failure::Failure;
use crate::http::objects::{self, ObjectName};
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::log;
use crate::platform::storage::lazy_open::LazyOpen;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::storage::sql::Sql;

/// The Worker forwards only requests of the route table, and no route has this path.
const URL: &str = "https://object/backup?";
/// The checkpoint after the lines of a response.
const CHECKPOINT_HEADER: &str = "Docket-Checkpoint";
/// What the audit log records of a step, if it records the step: the end or the cancellation of a restore, or a move.
const RECORDED_HEADER: &str = "Docket-Recorded";
/// What the body with a step must be.
const STEPS: &str = "{\"check\": schema}, {\"begin\": schema}, {\"insert\": rows}, {\"end\": number}, {\"cancel\": null} or {\"move_project\": [from, to]}";

/// The next lines of a backup, from the object whose turn it is, and the checkpoint after them. The last lines delete the snapshot, so that
/// they cannot be read again.
pub(crate) async fn next_lines(
    env: &Env,
    object: ObjectName<'_>,
    id: &BackupObject,
    checkpoint: &Checkpoint,
) -> Result<(String, Checkpoint), Failure> {
    let encoded = |text: &str| String::from(encode_uri_component(text));
    let url = format!("{URL}object={}&after={}", encoded(&id.to_string()), encoded(&checkpoint.to_string()));
    let response = objects::send(env, object, ("GET", &url), None, Repeat::Never).await?;
    let after = response.headers().get(CHECKPOINT_HEADER)?;
    let lines = objects::text(&response).await?;
    let after = after.and_then(|after| after.parse().ok());
    Ok((lines, after.ok_or_else(|| Failure::internal("an object sent no checkpoint"))?))
}

/// Takes a step of a restore, with the query of the request. Returns what the audit log is to record of it.
pub(crate) async fn pass_step(
    env: &Env,
    object: ObjectName<'_>,
    query: &str,
    step: &str,
) -> Result<Option<String>, Failure> {
    let url = format!("{URL}{query}");
    let response = objects::send(env, object, ("POST", &url), Some(step), Repeat::Never).await?;
    objects::text(&response).await?;
    Ok(response.headers().get(RECORDED_HEADER)?)
}

/// A step of a restore.
pub(crate) fn read_step(body: &str) -> Result<RestoreStep, Failure> {
    docket_wire::json::from_str(body).map_err(|_| invalid_step())
}

fn invalid_step() -> Failure {
    Failure::invalid("body", format!("The body must be {STEPS}."))
}

/// Whether a step may be a move, without parsing it: a step can have many rows, and only the object parses these. JSON has no reason to
/// escape the name.
pub(crate) fn may_move(body: &str) -> bool {
    body.contains("\"move_project\"")
}

/// The problem of a checkpoint with which the file cannot be continued.
pub(crate) fn expired() -> Failure {
    let error = "The snapshot was deleted, or the projects have changed: resume from the last checkpoint between objects, \
                 or start again.";
    Failure::new(ProblemCode::SnapshotExpired, error)
}

/// Whether a request to an object is one of these messages.
pub(crate) fn is_message(url: &str) -> bool {
    url.starts_with(URL)
}

/// Ends abandoned snapshots before an object opens and migrates their tables, and keeps it closed while it is being restored.
pub(crate) fn before_opening(sql: &Sql, domain: &Domain<Sql>) -> Result<(), NotOpen> {
    if restore::is_running(sql)? {
        return Err(NotOpen::Restoring);
    }
    snapshot::end_abandoned(sql, domain, clock::now())?;
    Ok(())
}

/// What an object needs for backups and restores, without being open.
pub(crate) struct Backups {
    sql: Sql,
    domain: Domain<Sql>,
    /// Whether a snapshot may be there: it was read in this instance, or nothing has read it yet.
    has_snapshot: Cell<bool>,
}

impl Backups {
    pub(crate) fn new(sql: Sql, domain: Domain<Sql>) -> Self {
        Self { sql, domain, has_snapshot: Cell::new(true) }
    }

    /// Ends a snapshot whose reader does not come back. Requests and alarms call this, because an object that is always in use
    /// does not open again.
    pub(crate) fn end_abandoned(&self) {
        if !self.has_snapshot.get() {
            return;
        }
        match snapshot::end_abandoned(&self.sql, &self.domain, clock::now()) {
            // Every request and alarm checks until no snapshot is left.
            Ok(has_snapshot) => self.has_snapshot.set(has_snapshot),
            Err(error) => log::error(&format!("a snapshot was not deleted: {error}")),
        }
    }

    /// Answers a message. A step of a restore that replaces the tables closes the object, which then opens the new ones.
    pub(crate) async fn answer<T>(
        &self,
        request: &Request,
        url: &str,
        object: &LazyOpen<T>,
    ) -> Result<Reply, Failure> {
        let Self { sql, domain, has_snapshot } = self;
        let id = query_value(url, "object").and_then(|id| id.parse().ok());
        let id = id.ok_or_else(|| Failure::internal("a message has no object"))?;
        if request.method() == Method::Get {
            // An object that cannot open may have a schema of another release, or half a backup.
            object.get().map_err(|not_open| Failure::from(&not_open))?;
            has_snapshot.set(true);
            let after = query_value(url, "after").and_then(|after| after.parse().ok());
            return portion(sql, domain, &id, after.unwrap_or_else(Checkpoint::start));
        }
        let body = JsFuture::from(request.inner().text()?).await?.as_string().unwrap_or_default();
        let (reply, has_replaced) = self.take_step(&id, &body, query_value(url, "backup"), &|| {
            // An object that is being restored may not have the tables yet.
            object.get().map(drop).map_err(|not_open| Failure::from(&not_open))
        })?;
        if has_replaced {
            object.close();
        }
        Ok(reply)
    }

    /// Takes a step of a restore. Returns the reply, and whether the step has replaced the tables. Not generic, because each kind of
    /// object would have its own copy.
    fn take_step(
        &self,
        id: &BackupObject,
        body: &str,
        backup: Option<String>,
        open: &dyn Fn() -> Result<(), Failure>,
    ) -> Result<(Reply, bool), Failure> {
        let Self { sql, domain, .. } = self;
        let step = read_step(body)?;
        if matches!(step, RestoreStep::MoveProject(_)) {
            // The router recognizes a move by its text, and records it in the audit log.
            if !may_move(body) {
                return Err(invalid_step());
            }
            open()?;
        }
        let StepTaken { has_replaced, recorded } = step::take(sql, domain, id, step, backup, clock::now())?;
        let reply = Reply::empty(204);
        let reply = match recorded {
            Some(recorded) => reply.header(RECORDED_HEADER, recorded),
            None => reply,
        };
        Ok((reply, has_replaced))
    }
}

fn portion(sql: &Sql, domain: &Domain<Sql>, id: &BackupObject, from: Checkpoint) -> Result<Reply, Failure> {
    let portion = snapshot::next(sql, domain, id, from, clock::now())?.ok_or_else(expired)?;
    Ok(Reply::text(200, portion.lines).header(CHECKPOINT_HEADER, portion.checkpoint))
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Self {
        let sentence = format!("The object {error}.");
        match error {
            RestoreError::NotEmpty(_) => Self::new(ProblemCode::NotEmpty, sentence),
            RestoreError::NotBegun
            | RestoreError::OtherBackup
            | RestoreError::Rows { .. }
            | RestoreError::Restored => Self::new(ProblemCode::RestoreState, sentence),
            RestoreError::Newer { .. } => {
                Self::invalid("schema", format!("The backup of this object {error}."))
            }
            RestoreError::Invalid(_) => Self::invalid("rows", sentence),
            RestoreError::OfOneProject => Self::invalid("move_project", sentence),
            RestoreError::Storage(error) => error.into(),
        }
    }
}
