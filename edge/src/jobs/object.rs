//! The desk: one Durable Object a project, which holds the project's ledger.
//!
//! The ledger in `docket-core` decides; this carries out. Between a read of the ledger and the write that belongs
//! to it there is no `.await`, since the object serves other requests meanwhile. After whatever changes the ledger
//! [`Desk::publish`] tells the consoles, wakes who waits, and sets the alarm for the next look.
//!
//! Protocol: the Worker has authenticated the caller, checked their rights and the request, and passes on the same
//! method and URL with [`CALLER_HEADER`]. Nothing else reaches an object.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::auth::caller::from_header;
use docket_core::http::route::Route;
use docket_core::jobs::{Ledger, Limits};
use docket_wire::ProjectId;
use worker::{
    DurableObject, Env, Request, Response, Result, State, WebSocket, WebSocketIncomingMessage, durable_object,
};

use super::live::Sockets;
use super::waiters::Waiters;
use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, REQUEST_ID_HEADER};
use crate::platform::alarm::{Alarm, RETRY_MS};
use crate::platform::clock;
use crate::platform::sql::Sql;
use crate::settings;

/// The Durable Object.
#[durable_object]
pub struct JobsObject {
    jobs: std::result::Result<Rc<OpenJobs>, String>,
    alarm: Rc<Alarm>,
}

/// A desk whose ledger could be opened. Shared with calls to the service, which outlive the request that began them.
pub(super) struct OpenJobs {
    pub(super) state: State,
    pub(super) sockets: Sockets,
    pub(super) env: Env,
    pub(super) ledger: Ledger<Sql>,
    pub(super) waiters: RefCell<Waiters>,
    /// The revision that the consoles were last told of.
    pub(super) published: Cell<u64>,
    pub(super) alarm: Rc<Alarm>,
}

impl DurableObject for JobsObject {
    fn new(state: State, env: Env) -> Self {
        crate::prepare();
        crate::platform::panics::end_with_instance(&state);
        // Everything here is synchronous: an object that is rebuilt after an abort does not wait for promises.
        let alarm = Rc::new(Alarm::of(&state));
        Self { jobs: OpenJobs::new(state, env, Rc::clone(&alarm)).map(Rc::new), alarm }
    }

    async fn fetch(&self, req: Request) -> Result<Response> {
        let request_id = req.headers().get(REQUEST_ID_HEADER)?.unwrap_or_default();
        let answered = match &self.jobs {
            Ok(jobs) => jobs.clone().answer(req).await,
            Err(reason) => Err(Failure::internal(reason)),
        };
        answered.or_else(|failure| failure.into_response(&request_id))
    }

    async fn alarm(&self) -> Result<Response> {
        // A throwing alarm is tried six times and then never again: what goes wrong is logged, and the alarm set again.
        self.alarm.begin();
        match &self.jobs {
            Ok(jobs) => jobs.clone().poll_due_jobs().await,
            Err(_) => {
                self.alarm.end();
                self.alarm.schedule(Ok(Some(clock::now().plus_ms(RETRY_MS)))).await;
            }
        }
        Response::empty()
    }

    async fn websocket_message(&self, _ws: WebSocket, _message: WebSocketIncomingMessage) -> Result<()> {
        // Pings are answered without waking the object; consoles have nothing else to say.
        Ok(())
    }

    async fn websocket_close(
        &self,
        ws: WebSocket,
        code: usize,
        _reason: String,
        _was_clean: bool,
    ) -> Result<()> {
        super::live::complete_close(&ws, code);
        Ok(())
    }

    async fn websocket_error(&self, _ws: WebSocket, _error: worker::Error) -> Result<()> {
        Ok(())
    }
}

impl OpenJobs {
    fn new(state: State, env: Env, alarm: Rc<Alarm>) -> std::result::Result<Self, String> {
        let settings = settings::read(&env).map_err(|_| "settings are missing".to_owned())?;
        let limits = Limits {
            agent_per_hour: settings.agent_per_hour,
            polls_per_hour: settings.polls_per_hour,
            typical_job_ms: settings.typical_job_s.saturating_mul(1000),
        };
        let ledger = Ledger::open(Sql::of(&state), limits, clock::now())
            .map_err(|error| format!("the ledger does not open: {error}"))?;
        let published = ledger.revision().map_err(|error| error.to_string())?;
        crate::platform::log::opened(published);
        super::live::answer_pings(&state);
        let (sockets, state) = Sockets::of(state);
        Ok(Self {
            state,
            sockets,
            env,
            ledger,
            waiters: RefCell::default(),
            published: Cell::new(published),
            alarm,
        })
    }

    async fn answer(self: Rc<Self>, req: Request) -> std::result::Result<Response, Failure> {
        let route = crate::http::router::of(&req)?;
        let caller = from_header(&req.headers().get(CALLER_HEADER)?.unwrap_or_default());
        if let Some(project) = route.project() {
            self.ledger.belong_to(project)?;
        }
        match route {
            Route::CreateJob { .. } => self.submit(None, caller, req).await,
            Route::SendMessage { job, .. } => self.submit(Some(job), caller, req).await,
            Route::GetJob { project, job } => self.job_for_programs(&project, &job, &caller, &req).await,
            Route::Jobs { .. } => self.jobs(&req),
            Route::JobDetail { job, .. } => self.detail(&job),
            Route::ImportJob { project } => self.attach(&project, &caller, &req).await,
            Route::PatchJob { job, .. } => self.patch(&job, &caller, &req).await,
            Route::QueueFollowUp { job, .. } => self.queue(job, caller, &req).await,
            Route::Submissions { .. } => self.submissions(),
            Route::EditSubmission { submission, .. } => self.edit(&submission, &caller, &req).await,
            Route::DiscardSubmission { submission, .. } => self.discard(&submission, &caller).await,
            Route::ResendSubmission { submission, .. } => self.resend(&submission, &caller).await,
            Route::MatchSubmission { project, submission } => {
                self.resolve(&project, &submission, &caller, &req).await
            }
            Route::Live { .. } => self.join(&req),
            _ => Err(Failure::internal("not a route of the desk")),
        }
    }

    /// Tells everyone concerned that the ledger changed, and sends what has come to its turn by that.
    pub(super) async fn publish(self: &Rc<Self>) {
        if let Err(error) = self.tell_consoles() {
            crate::platform::log::fault("", &format!("consoles were not told: {error}"));
        }
        self.waiters.borrow_mut().tell_changes(&self.ledger);
        if self.send_what_waited()
            && let Err(error) = self.tell_consoles()
        {
            crate::platform::log::fault("", &format!("consoles were not told: {error}"));
        }
        self.alarm.schedule(self.ledger.next_wake(clock::now())).await;
    }

    pub(super) fn project(&self) -> std::result::Result<ProjectId, Failure> {
        self.ledger.owner()?.ok_or_else(|| Failure::internal("the desk does not know its project"))
    }
}
