//! The jobs object: one Durable Object per project, which holds the project's job ledger.
//!
//! Invariants:
//! - The ledger in `docket-core` decides and this object acts. It calls the service only as the ledger decided,
//!   and records every outcome in the ledger.
//! - There is no `.await` between a read of the ledger and the write that depends on it: the object serves
//!   other requests while it awaits.
//! - A change that a caller asks for and its record in the audit log are one transaction.
//! - [`OpenJobs::publish`] follows every change of the ledger. It sends the changes to consoles, answers
//!   waiting requests, sends released follow-ups, and sets the alarm for the next poll.
//!
//! Protocol: the Worker authenticates the caller, checks their rights and the request, and forwards the method
//! and URL with [`CALLER_HEADER`], or sends a message to the audit log or of a backup. Only the Worker can reach the
//! object. The answer is that of the route; a failure is a problem in JSON with the request's id.

use std::rc::Rc;

use docket_core::audit::of_jobs;
use docket_core::auth::caller::from_header;
use docket_core::http::route::{JobsRoute, Route, WorkerRoute};
use docket_core::jobs::backup_domain;
use docket_wire::{CallerName, ProjectId};
use worker::{
    DurableObject, Env, Request, Response, State, WebSocket, WebSocketIncomingMessage, durable_object,
};

use super::live::{Sockets, complete_close, tags_to_close};
use super::open_jobs::OpenJobs;
use super::rate_limit::SpentBudget;
use crate::audit::{change_of, messages};
use crate::backup::messages::{self as backup, Backups};
use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, REQUEST_ID_HEADER};
use crate::http::objects;
use crate::http::reply::Reply;
use crate::platform::alarm::Alarm;
use crate::platform::log::{self, Work};
use crate::platform::opening::Opening;
use crate::platform::rows::RowMeter;
use crate::platform::sql::Sql;

#[durable_object]
pub struct JobsObject {
    jobs: Opening<OpenJobs>,
    sockets: Rc<Sockets>,
    alarm: Rc<Alarm>,
    rows: Rc<RowMeter>,
    backups: Backups,
}

const NAME: &str = "JobsObject";

impl DurableObject for JobsObject {
    fn new(state: State, env: Env) -> Self {
        crate::prepare();
        crate::platform::panics::end_with_instance(&state);
        // Everything here is synchronous: an object that is rebuilt after an abort does not await promises.
        let alarm = Rc::new(Alarm::of(&state));
        let sockets = Rc::new(Sockets::new(&state));
        let rows = Rc::new(RowMeter::default());
        let shared = (Rc::clone(&sockets), Rc::clone(&alarm), Rc::clone(&rows));
        let jobs = Opening::new(&state, move |state| {
            let (sockets, alarm, rows) = shared.clone();
            OpenJobs::new(&state, env.clone(), sockets, alarm, rows)
        });
        let backups = Backups::new(Sql::of(&state, Rc::clone(&rows)), backup_domain());
        let object = Self { jobs, sockets, alarm, rows, backups };
        object.log_rows(Work::Opening, "");
        object
    }

    async fn fetch(&self, req: Request) -> worker::Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = req.inner().url();
        if let Some(tags) = tags_to_close(&req, &url) {
            tags.split(',').for_each(|tag| self.sockets.close(tag));
            return Response::empty();
        }
        if backup::is_message(&url) {
            return self.answer_backup(&req).await;
        }
        let request_id = req.headers().get(REQUEST_ID_HEADER)?;
        let id = request_id.as_deref().unwrap_or_default();
        let answer = match self.jobs.get() {
            Ok(jobs) => {
                let answer = answer(Rc::clone(&jobs), req, &url, id).await;
                // A request that changed nothing sets the alarm again if it was lost.
                if !self.alarm.is_settled() {
                    jobs.schedule_alarm().await;
                }
                answer
            }
            Err(not_open) => {
                self.alarm.schedule_retry().await;
                Err((&not_open).into())
            }
        };
        self.log_rows(Work::Request, id);
        answer.or_else(|failure| Ok(failure.into_object_reply(request_id.as_deref()).complete(id)?))
    }

    async fn alarm(&self) -> worker::Result<Response> {
        // The runtime drops an alarm that throws six times, so every failure is logged and the alarm is set again.
        self.alarm.begin();
        self.backups.end_abandoned();
        match self.jobs.get() {
            Ok(jobs) => jobs.poll_due_jobs().await,
            Err(not_open) => {
                log::fault("", &format!("the jobs object could not open: {}", Failure::from(&not_open)));
                self.alarm.end();
                self.alarm.schedule_retry().await;
            }
        }
        self.log_rows(Work::Alarm, "");
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
        Ok(())
    }

    async fn websocket_error(&self, _ws: WebSocket, _error: worker::Error) -> worker::Result<()> {
        Ok(())
    }
}

impl JobsObject {
    async fn answer_backup(&self, req: &Request) -> worker::Result<Response> {
        let answered = self.backups.answer(req, &self.jobs).await;
        if self.jobs.opened().is_none() {
            // A restore began or ended. Consoles load the ledger again, and the alarm opens it once it can.
            self.sockets.close_all();
            self.alarm.schedule_retry().await;
        }
        self.log_rows(Work::Request, "");
        answered.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }

    /// Logs the rows of what was done, and counts them.
    fn log_rows(&self, work: Work, request_id: &str) {
        let rows = log::rows(NAME, work, request_id, &self.rows);
        if let Some(jobs) = self.jobs.opened() {
            jobs.ledger.count_rows(rows.rows_read, rows.rows_written);
        }
    }
}

async fn answer(jobs: Rc<OpenJobs>, req: Request, url: &str, request_id: &str) -> Result<Response, Failure> {
    if messages::is_message(url) {
        return Ok(jobs.answer_audit(&req).await?.into_response()?);
    }
    let (project, route) = match objects::forwarded_route(&req, url)? {
        Route::Jobs(project, route) => (project, route),
        Route::Worker(WorkerRoute::ProjectStatus { .. }) => return Ok(jobs.status()?.into_response()?),
        Route::Worker(WorkerRoute::Metrics) => return Ok(jobs.sample()?.into_response()?),
        Route::Worker(WorkerRoute::Retention { .. }) => return Ok(jobs.retention(&req)?.into_response()?),
        Route::Worker(_) | Route::Analytics(..) => {
            return Err(Failure::internal("not a route of the jobs object"));
        }
    };
    let caller = from_header(&req.headers().get(CALLER_HEADER)?.unwrap_or_default());
    jobs.ledger.bind_project(&project)?;
    if route == JobsRoute::Live {
        return jobs.connect(&req).await;
    }
    let (spent, author) = (SpentBudget::of(&route), caller.clone());
    let answered = answer_route(Rc::clone(&jobs), &project, route, caller, req).await;
    let answered = match spent {
        Some(spent) => jobs.with_rate_limit(spent, &author, answered),
        None => answered,
    };
    Ok(answered?.complete(request_id)?)
}

async fn answer_route(
    jobs: Rc<OpenJobs>,
    project: &ProjectId,
    route: JobsRoute,
    caller: CallerName,
    req: Request,
) -> Result<Reply, Failure> {
    // Most requests only read.
    let named = of_jobs(&route);
    let change = || change_of(&req, &caller, named);
    match route {
        JobsRoute::CreateJob => jobs.submit(None, change()?, req).await,
        JobsRoute::SendMessage { job } => jobs.submit(Some(job), change()?, req).await,
        JobsRoute::GetJob { job } => jobs.get_job(project, &job, &caller, &req).await,
        JobsRoute::Jobs => jobs.list(&req),
        JobsRoute::JobDetail { job } => jobs.read_detail(&job, &caller, &req).await,
        JobsRoute::ImportJob => jobs.import(project, change()?, &req).await,
        JobsRoute::PatchJob { job } => jobs.patch(&job, change()?, &req).await,
        JobsRoute::Inbox => jobs.inbox(&caller, &req),
        JobsRoute::MarkInbox => jobs.mark_inbox(&caller, &req).await,
        JobsRoute::QueueFollowUp { job } => jobs.queue(job, change()?, &req).await,
        JobsRoute::Submissions => jobs.open_submissions(&req),
        JobsRoute::Submission { submission } => jobs.submission(&submission),
        JobsRoute::EditSubmission { submission } => jobs.edit(&submission, change()?, &req).await,
        JobsRoute::DiscardSubmission { submission } => jobs.discard(&submission, change()?).await,
        JobsRoute::ResendSubmission { submission } => jobs.resend(&submission, change()?).await,
        JobsRoute::MatchSubmission { submission } => {
            jobs.match_submission(project, &submission, change()?, &req).await
        }
        JobsRoute::Templates => jobs.templates(),
        JobsRoute::CreateTemplate => jobs.create_template(change()?, &req).await,
        JobsRoute::Template { template } => jobs.template(&template, &req),
        JobsRoute::TemplateVersions { template } => jobs.template_versions(&template),
        JobsRoute::EditTemplate { template } => jobs.edit_template(&template, change()?, &req).await,
        JobsRoute::DeleteTemplate { template } => jobs.delete_template(&template, change()?),
        JobsRoute::DayMarks => jobs.day_marks(&req),
        JobsRoute::PutNote { day } => jobs.put_note(day, change()?, &req).await,
        JobsRoute::DeleteNote { day } => jobs.delete_note(day, change()?, &req),
        JobsRoute::Changes => jobs.changes(&req).await,
        JobsRoute::Live => Err(Failure::internal("a WebSocket has no reply")),
        JobsRoute::ResumeJobs => jobs.end_pauses(change()?).await,
    }
}
