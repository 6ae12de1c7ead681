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
use crate::backup::{self, Backups};
use crate::http::failure::Failure;
use crate::http::headers::REQUEST_ID_HEADER;
use crate::http::instance;
use crate::platform::alarm::Alarm;
use crate::platform::lazy_open::LazyOpen;
use crate::platform::log::{self, Work};
use crate::platform::rows::RowMeter;
use crate::platform::sql::Sql;

#[durable_object]
pub struct JobsObject {
    jobs: LazyOpen<OpenJobs>,
    sockets: Rc<Sockets>,
    alarm: Rc<Alarm>,
    rows: Rc<RowMeter>,
    backups: Backups,
}

const NAME: &str = "JobsObject";

impl DurableObject for JobsObject {
    fn new(state: State, env: Env) -> Self {
        instance::prepare();
        crate::platform::panics::end_with_instance(&state);
        // Everything here is synchronous: an object that is rebuilt after an abort does not await promises.
        let alarm = Rc::new(Alarm::new(&state));
        let sockets = Rc::new(Sockets::new(&state));
        let rows = Rc::new(RowMeter::default());
        let shared = (Rc::clone(&sockets), Rc::clone(&alarm), Rc::clone(&rows));
        let jobs = LazyOpen::new(&state, move |state| {
            let (sockets, alarm, rows) = shared.clone();
            OpenJobs::new(&state, env.clone(), sockets, alarm, rows)
        });
        let backups = Backups::new(Sql::new(&state, Rc::clone(&rows)), backup_domain());
        let object = Self { jobs, sockets, alarm, rows, backups };
        object.log_rows(Work::Opening, None);
        object
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = request.inner().url();
        if let Some(tags) = tags_to_close(&request, &url) {
            tags.for_each(|tag| self.sockets.close(tag));
            return Response::empty();
        }
        if backup::is_message(&url) {
            return self.answer_backup(&request).await;
        }
        self.backups.end_abandoned();
        let request_id = request.headers().get(REQUEST_ID_HEADER)?;
        let id = request_id.as_deref().unwrap_or_default();
        let answer = match self.jobs.get() {
            Ok(jobs) => {
                let answer = Rc::clone(&jobs).answer(request, &url, id).await;
                // A request that changed nothing sets the alarm again if it was lost.
                if !self.alarm.is_up_to_date() {
                    jobs.schedule_alarm().await;
                }
                answer
            }
            Err(not_open) => {
                self.alarm.schedule_retry().await;
                Err((&not_open).into())
            }
        };
        self.log_rows(Work::Request, request_id.as_deref());
        answer.or_else(|failure| Ok(failure.into_object_reply(request_id.as_deref()).complete(id)?))
    }

    async fn alarm(&self) -> worker::Result<Response> {
        // The runtime drops an alarm that throws six times, so every failure is logged and the alarm is set again.
        self.alarm.begin();
        self.backups.end_abandoned();
        match self.jobs.get() {
            Ok(jobs) => jobs.poll_due_jobs().await,
            Err(not_open) => {
                log::error(&format!("the jobs object could not open: {}", Failure::from(&not_open)));
                self.alarm.end();
                self.alarm.schedule_retry().await;
            }
        }
        self.log_rows(Work::Alarm, None);
        self.alarm.outcome()
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
        // If the alarm was lost, nothing else may wake the object for long.
        if let Some(jobs) = self.jobs.opened().filter(|_| !self.alarm.is_up_to_date()) {
            jobs.schedule_alarm().await;
            self.log_rows(Work::Request, None);
        }
        Ok(())
    }

    async fn websocket_error(&self, _ws: WebSocket, _error: worker::Error) -> worker::Result<()> {
        Ok(())
    }
}

impl JobsObject {
    async fn answer_backup(&self, request: &Request) -> worker::Result<Response> {
        let answered = self.backups.answer(request, &self.jobs).await;
        if self.jobs.opened().is_none() {
            // A restore began or ended. Consoles load the ledger again, and the alarm opens it once it can.
            self.sockets.close_all();
            self.alarm.schedule_retry().await;
        }
        self.log_rows(Work::Request, None);
        answered.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }

    /// Logs and counts the rows that were read and written since the last call.
    fn log_rows(&self, work: Work, request_id: Option<&str>) {
        let rows = log::rows(NAME, work, request_id, &self.rows);
        if let Some(jobs) = self.jobs.opened() {
            jobs.ledger.count_rows(rows.rows_read, rows.rows_written);
        }
    }
}
