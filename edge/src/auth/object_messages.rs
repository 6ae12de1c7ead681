//! Messages to the two objects of this domain, as JSON. They have no version: Worker and objects have the same release, except for the
//! minute after a deployment that `wrangler.jsonc` grants.

use std::rc::Rc;

use docket_core::http::interruption::Repeat;
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::{Env, Request, Response, State};

use crate::backup::Backups;
use crate::http::failure::Failure;
use crate::http::instance;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::{body, objects};
use crate::platform::log::{self, WorkKind};
use crate::platform::storage::lazy_open::LazyOpen;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::storage::rows::RowMeter;
use crate::platform::storage::sql::Sql;

/// Answers an object's messages from its store, and logs the rows that each one reads and writes.
pub(crate) struct MessageServer<S> {
    store: LazyOpen<S>,
    rows: Rc<RowMeter>,
    /// The object's name in the log.
    name: &'static str,
}

impl<S> MessageServer<S> {
    /// Opens the store in the object's database.
    pub(crate) fn open(
        name: &'static str,
        state: &State,
        open: impl Fn(Sql) -> Result<S, NotOpen> + 'static,
    ) -> Self {
        instance::prepare();
        let rows = Rc::new(RowMeter::default());
        let store = LazyOpen::new(state, Rc::clone(&rows), move |_, sql| open(sql));
        log::rows(name, WorkKind::Opening, None, &rows);
        Self { store, rows, name }
    }

    /// The meter of the rows, for other users of the object's database.
    pub(crate) fn rows(&self) -> Rc<RowMeter> {
        Rc::clone(&self.rows)
    }

    /// Responds to a message. Handling is synchronous, so that no other message comes between its steps.
    pub(crate) async fn respond<Q: DeserializeOwned>(
        &self,
        request: &Request,
        handle: impl FnOnce(&S, Q) -> Result<Reply, Failure>,
    ) -> worker::Result<Response> {
        self.respond_by(async |store| handle(store, body::json(request).await?)).await
    }

    /// Responds to a message of backups and restores.
    pub(crate) async fn respond_to_backup(
        &self,
        request: &Request,
        url: &str,
        backups: &Backups,
    ) -> worker::Result<Response> {
        let reply = backups.answer(request, url, &self.store).await;
        log::rows(self.name, WorkKind::Request, None, &self.rows);
        reply.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }

    /// Responds to a request that is not a message of the object's own.
    pub(crate) async fn respond_by(
        &self,
        answer: impl AsyncFnOnce(&S) -> Result<Reply, Failure>,
    ) -> worker::Result<Response> {
        let reply = match self.store.get() {
            Ok(store) => answer(&store).await,
            Err(not_open) => Err((&not_open).into()),
        };
        log::rows(self.name, WorkKind::Request, None, &self.rows);
        reply.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }
}

/// A message to an object.
pub(crate) trait ObjectMessage: Serialize {
    /// Whether it can be sent again after an interruption.
    fn repeat(&self) -> Repeat;
}

/// Sends a message to an object. Returns the JSON of its response.
pub(crate) async fn send(
    env: &Env,
    object: ObjectName<'_>,
    message: &impl ObjectMessage,
) -> Result<String, Failure> {
    let body = serde_json::to_string(message)?;
    let to = ("POST", "https://object/");
    let response = objects::send(env, object, to, Some(&body), message.repeat()).await?;
    objects::text(&response).await
}
