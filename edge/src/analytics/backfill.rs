//! Backfills: people and programs start and cancel them, and the alarm runs them.

use std::rc::Rc;

use docket_core::analytics::{BackfillKey, BackfillRun, BackfillTask, FetchError, NotQueued};
use docket_core::audit::AuditedChange;
use docket_core::auth::caller::is_program;
use docket_core::http::target::QueryPairs;
use docket_core::storage::DatabaseError;
use docket_wire::{
    AuditTarget, AuditTargetKind, BackfillBody, BackfillRequest, CallerName, ProblemCode, ProjectId, UnixMs,
};
use futures_util::future::join3;
use worker::Request;

use super::open_analytics::OpenAnalytics;
use crate::audit::messages;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::log;
use crate::platform::time_zone::Zone;
use crate::upstream::Service;

/// The number of requests that [`OpenAnalytics::run_due_backfills`] makes at the same time.
const CONCURRENCY: u32 = 3;

impl OpenAnalytics {
    pub(super) async fn start_backfill(
        self: &Rc<Self>,
        project: &ProjectId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let backfill = body::json::<BackfillBody>(request).await?.request()?;
        let zone = Zone::named(backfill.span.zone())?;
        let now = clock::now();
        let start =
            |program: Option<&CallerName>| self.core.start_backfill(project, &backfill, program, &zone, now);
        match self.change_backfill(project, &backfill, change, now, start) {
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
        change: AuditedChange,
        pairs: &QueryPairs,
    ) -> Result<Reply, Failure> {
        let backfill = BackfillRequest::from_pairs(pairs)?;
        let (now, refused) = (clock::now(), change.clone().into_record().refused(ProblemCode::Forbidden));
        let cancel = |program: Option<&CallerName>| {
            self.core.cancel_backfill(BackfillKey::new(project, backfill.kind, &backfill.span), program)
        };
        if self.change_backfill(project, &backfill, change, now, cancel)? {
            return Ok(Reply::empty(204));
        }
        let refused = refused.about(target_of(&backfill)).pack();
        messages::append_to(&self.core.audit(self.audit_days), &self.refusals, &refused, Some(project))?;
        let error = "A program can cancel only the backfills that it started.";
        Err(Failure::new(ProblemCode::Forbidden, error))
    }

    /// Starts or cancels a backfill for a caller, and records what that changes. `work` gets the program that asks for it;
    /// `None` for a person.
    fn change_backfill<T, E: From<DatabaseError>>(
        &self,
        project: &ProjectId,
        backfill: &BackfillRequest,
        change: AuditedChange,
        now: UnixMs,
        work: impl FnOnce(Option<&CallerName>) -> Result<T, E>,
    ) -> Result<T, E> {
        let author = change.author().clone();
        let program = Some(&author).filter(|author| is_program(author));
        let record = change.into_record().about(target_of(backfill));
        self.core.with_backfill_audit(self.audit_days, project, backfill, record, now, || work(program))
    }

    /// Makes the due requests, as far as the budget has them, deletes what has expired, and sets the alarm for what
    /// comes next.
    pub(super) async fn run_due_backfills(self: &Rc<Self>) {
        while self.alarm.takes_work() {
            match self.core.due_backfills(CONCURRENCY, clock::now()) {
                Ok(due) if due.is_empty() => break,
                Ok(due) => {
                    let mut due = due.into_iter();
                    let mut next = || self.run_task(due.next());
                    let (first, second, third) = join3(next(), next(), next()).await;
                    let mut errors = [first, second, third].into_iter().filter_map(Result::err).peekable();
                    if errors.peek().is_some() {
                        errors.for_each(|error| log::error(&format!("a backfill failed: {error}")));
                        self.alarm.back_off();
                        break;
                    }
                }
                Err(error) => {
                    log::error(&error.to_string());
                    self.alarm.back_off();
                    break;
                }
            }
        }
        self.delete_expired();
        self.alarm.end();
        self.alarm.schedule(self.next_alarm()).await;
    }

    async fn run_task(self: &Rc<Self>, task: Option<BackfillTask>) -> Result<(), FetchError> {
        let Some(task) = task else { return Ok(()) };
        let is_configured = Service::for_project(&self.env, &task.project).is_ok();
        self.run(&mut BackfillRun::new(task, is_configured)).await
    }
}

/// What the log calls a backfill.
fn target_of(BackfillRequest { kind, span }: &BackfillRequest) -> AuditTarget {
    let id = format!("{} {} {} {}", kind.as_str(), span.from(), span.to(), span.zone());
    AuditTarget::new(AuditTargetKind::Backfill, id)
}
