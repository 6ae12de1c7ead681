//! Backfills: people and programs start and cancel them, and the alarm runs them.

use std::rc::Rc;

use docket_core::analytics::{BackfillRun, BackfillTask, FetchError, NotQueued};
use docket_wire::{BackfillRequest, CallerName, ProblemCode, ProjectId};
use futures_util::future::join3;
use worker::Request;

use super::OpenAnalytics;
use crate::http::body;
use crate::http::checks::BackfillBody;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::log;
use crate::platform::time_zone::Zone;
use crate::upstream::Service;

/// The number of concurrent requests, which [`OpenAnalytics::run_due_backfills`] joins.
const CONCURRENCY: u32 = 3;

impl OpenAnalytics {
    pub(super) async fn start_backfill(
        self: &Rc<Self>,
        project: &ProjectId,
        program: Option<&CallerName>,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let members: BackfillBody = body::json(request).await?;
        let backfill = BackfillRequest::from_pairs(members.pairs().iter().copied())?;
        let zone = Zone::named(backfill.span.zone())?;
        match self.core.start_backfill(project, &backfill, program, &zone, clock::now()) {
            Ok(progress) => Ok(Reply::json(202, &progress)),
            Err(NotQueued::Full) => Err(Failure::new(
                ProblemCode::QueueFull,
                "Too many backfills are queued. Cancel one, or wait until one ends.",
            )),
            Err(NotQueued::Span(invalid)) => Err(invalid.into()),
            Err(NotQueued::Storage(error)) => Err(error.into()),
        }
    }

    pub(super) fn cancel_backfill(
        &self,
        project: &ProjectId,
        program: Option<&CallerName>,
        pairs: &[(&str, &str)],
    ) -> Result<Reply, Failure> {
        let BackfillRequest { kind, span } = BackfillRequest::from_pairs(pairs.iter().copied())?;
        if self.core.cancel_backfill(project, kind, &span, program)? {
            return Ok(Reply::empty(204));
        }
        let error = "A program can cancel only the backfills that it started.";
        Err(Failure::new(ProblemCode::Forbidden, error))
    }

    /// Makes the due requests, as far as the budget has them, and sets the alarm for the next one.
    pub(super) async fn run_due_backfills(self: &Rc<Self>) {
        while self.alarm.takes_work() {
            match self.core.due_backfills(CONCURRENCY, clock::now()) {
                Ok(due) if due.is_empty() => break,
                Ok(due) => {
                    let mut due = due.into_iter();
                    let mut next = || self.run_task(due.next());
                    let (first, second, third) = join3(next(), next(), next()).await;
                    if let Err(error) = first.and(second).and(third) {
                        log::fault("", &format!("a backfill failed: {error}"));
                        self.alarm.back_off();
                        break;
                    }
                }
                Err(error) => {
                    log::fault("", &error.to_string());
                    self.alarm.back_off();
                    break;
                }
            }
        }
        self.alarm.end();
        self.alarm.schedule(self.core.next_wake(clock::now())).await;
    }

    async fn run_task(self: &Rc<Self>, task: Option<BackfillTask>) -> Result<(), FetchError> {
        let Some(task) = task else { return Ok(()) };
        let is_configured = Service::for_project(&self.env, &task.project).is_ok();
        self.run(&mut BackfillRun::new(task, is_configured)).await
    }
}
