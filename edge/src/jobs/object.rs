//! The jobs object: one Durable Object per project, which holds the project's job ledger.
//!
//! Invariants:
//! - The ledger in `docket-core` decides and this object acts. It calls the service only as the ledger decided,
//!   and records every outcome in the ledger.
//! - There is no `.await` between a read of the ledger and the write that depends on it: the object serves
//!   other requests while it awaits.
//! - A change that a caller asks for and its record in the audit log are one transaction.
//! - Code that changes jobs or submissions calls [`OpenJobs::publish`] afterwards. It sends the changes to consoles,
//!   answers waiting requests, sends released follow-ups, and sets the alarm for the next poll.
//!
//! Protocol: the Worker authenticates the caller, checks their rights and the request, and forwards the method
//! and URL with the caller in a header, or sends a message to the audit log or of a backup. Only the Worker can reach the
//! object. The answer is that of the route; a failure is a problem in JSON with the request's id.

use std::rc::Rc;

use docket_core::jobs::backup_domain;
use worker::{
    DurableObject, Env, Request, Response, State, WebSocket, WebSocketIncomingMessage, durable_object,
};

use super::live::{Sockets, complete_close, tags_to_close};
use super::open_jobs::OpenJobs;
use crate::alarm_object::AlarmObject;
use crate::backup;
use crate::http::headers::REQUEST_ID_HEADER;
use crate::platform::log::WorkKind;

#[durable_object]
pub struct JobsObject {
    object: AlarmObject<OpenJobs>,
    sockets: Rc<Sockets>,
}

impl DurableObject for JobsObject {
    fn new(state: State, env: Env) -> Self {
        let sockets = Rc::new(Sockets::new(&state));
        let of_jobs = Rc::clone(&sockets);
        let object = AlarmObject::new(&state, backup_domain, move |_, sql, alarm| {
            OpenJobs::new(env.clone(), Rc::clone(&of_jobs), alarm, sql)
        });
        Self { object, sockets }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = request.inner().url();
        if let Some(tags) = tags_to_close(&request, &url) {
            tags.for_each(|tag| self.sockets.close(tag));
            self.restore_alarm().await;
            return Response::empty();
        }
        if backup::is_message(&url) {
            // Consoles load the restored ledger.
            return self.object.answer_backup(&request, &url, || self.sockets.close_all()).await;
        }
        let request_id = request.headers().get(REQUEST_ID_HEADER)?;
        let id = request_id.as_deref().unwrap_or_default();
        let answer = match self.object.get().await {
            Ok(jobs) => {
                let answer = jobs.answer(request, &url, id).await;
                // A request that changed nothing sets the alarm again if it was lost.
                if let Some(jobs) = self.object.without_alarm() {
                    jobs.schedule_alarm().await;
                }
                answer
            }
            Err(failure) => Err(failure),
        };
        self.object.log_rows(WorkKind::Request, request_id.as_deref());
        answer.or_else(|failure| Ok(failure.into_object_reply(request_id.as_deref()).complete(id)?))
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.object.run_alarm(async |jobs| jobs.poll_due_jobs().await).await
    }

    async fn websocket_message(
        &self,
        _ws: WebSocket,
        _message: WebSocketIncomingMessage,
    ) -> worker::Result<()> {
        // The runtime answers pings without waking the object, and consoles send nothing else.
        Ok(())
    }

    async fn websocket_close(
        &self,
        ws: WebSocket,
        code: usize,
        _reason: String,
        _was_clean: bool,
    ) -> worker::Result<()> {
        complete_close(&ws, code);
        self.restore_alarm().await;
        Ok(())
    }

    async fn websocket_error(&self, _ws: WebSocket, _error: worker::Error) -> worker::Result<()> {
        self.restore_alarm().await;
        Ok(())
    }
}

impl JobsObject {
    /// Sets the alarm if it was lost, or if the work of an earlier instance was: nothing else may wake the object for long.
    async fn restore_alarm(&self) {
        if let Some(jobs) = self.object.without_alarm() {
            jobs.schedule_alarm().await;
            self.object.log_rows(WorkKind::Request, None);
        }
    }
}
