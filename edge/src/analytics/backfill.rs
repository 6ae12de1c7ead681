//! Gathering in the background, by the alarm.

use std::rc::Rc;

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{Lookup, NotQueued, Priority, Work};
use docket_core::upstream::response::CallFailure;
use docket_wire::{BackfillKind, BackfillRequest, ProblemCode, ProjectId};
use futures_util::future::join3;
use worker::Request;

use super::OpenAnalytics;
use super::fetch::NoPage;
use super::summary::interval;
use super::tables::TargetTable;
use super::trend::begun;
use crate::http::body;
use crate::http::checks::BackfillBody;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::time_zone::Zone;
use crate::upstream::Service;

/// Requests that are under way at the same time: as many as [`OpenAnalytics::gather_what_is_due`] joins.
const AT_ONCE: u32 = 3;
const BACKGROUND: Lookup = Lookup { priority: Priority::Background, force_refresh: false };

impl OpenAnalytics {
    /// Begins gathering what is not there yet.
    pub(super) async fn gather(
        self: &Rc<Self>,
        project: &ProjectId,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let members: BackfillBody = body::json(request).await?;
        let BackfillRequest { kind, span } = BackfillRequest::from_pairs(members.pairs().iter().copied())?;
        let zone = Zone::named(span.zone())?;
        let now = clock::now();
        let mut intervals = Vec::new();
        match kind {
            BackfillKind::Paths => intervals.push(interval(&span, &zone)?),
            BackfillKind::Days => {
                for (_, interval) in begun(&span, &zone, now) {
                    match self.core.totals(project, &interval)? {
                        Some(kept) if self.is_fresh(&interval, kept)? => {}
                        _ => intervals.push(interval),
                    }
                }
            }
        }
        match self.core.gather(project, kind, &span, &intervals, now) {
            Ok(backfill) => Ok(Reply::json(202, &backfill)),
            Err(NotQueued::Full) => Err(Failure::new(
                ProblemCode::QueueFull,
                "Too much is being gathered already. Cancel some of it, or wait until it is there.",
            )),
            Err(NotQueued::Storage(error)) => Err(error.into()),
        }
    }

    /// Stops gathering.
    pub(super) fn cancel(&self, project: &ProjectId, pairs: &[(&str, &str)]) -> Result<Reply, Failure> {
        let BackfillRequest { kind, span } = BackfillRequest::from_pairs(pairs.iter().copied())?;
        self.core.cancel(project, kind, &span)?;
        Ok(Reply::empty(204))
    }

    /// Makes the requests that are due, a few at a time and as many as the budget has, and sets the alarm for the
    /// next ones.
    pub(super) async fn run_due_backfills(self: &Rc<Self>) {
        loop {
            match self.core.due(AT_ONCE, clock::now()) {
                Ok(due) if due.is_empty() => break,
                Ok(due) => {
                    let mut due = due.into_iter();
                    let mut next = || self.carry_out(due.next());
                    let (first, second, third) = join3(next(), next(), next()).await;
                    if let Err(failure) = first.and(second).and(third) {
                        crate::platform::log::fault("", &format!("gathering went wrong: {failure}"));
                        break;
                    }
                }
                Err(error) => {
                    crate::platform::log::fault("", &error.to_string());
                    break;
                }
            }
        }
        self.alarm.end();
        self.alarm.schedule(self.core.next_wake(clock::now())).await;
    }

    /// Makes one request, or finds that it has been made already.
    async fn carry_out(self: &Rc<Self>, work: Option<Work>) -> Result<(), Failure> {
        let Some(work) = work else { return Ok(()) };
        if let Work::Day(task) = &work
            && let Some(kept) = self.core.totals(&task.project, &task.interval)?
            && self.is_fresh(&task.interval, kept)?
        {
            return Ok(self.core.done(&work, false)?);
        }
        if Service::for_project(&self.env, work.project()).is_err() {
            // It was taken out of the settings since: there is nobody to ask, and nothing to count.
            let failure = CallFailure::NotFound { error: String::new() };
            return Ok(self.core.not_done(&work, &failure, clock::now())?);
        }
        let outcome = match &work {
            Work::Day(task) => self.fresh_page(&task.project, &work.query(), BACKGROUND).await.map(|_| false),
            Work::Page(task) => {
                let subject = TableKey::new(task.project.clone(), task.interval.clone());
                let into = TargetTable::Current { is_backfilling: true, since: None };
                let table = self.have_page(&subject, into, work.page(), BACKGROUND).await;
                table.map(|table| table.last_page.is_none_or(|last| work.page() < last))
            }
        };
        match outcome {
            Ok(has_more) => self.core.done(&work, has_more)?,
            Err(NoPage::Call(failure)) => self.core.not_done(&work, &failure, clock::now())?,
            // Whoever came first had the last of the budget.
            Err(NoPage::Spent { .. }) => {}
            Err(NoPage::Inside(failure)) => {
                self.core.not_done(&work, &CallFailure::Unreachable, clock::now())?;
                return Err(failure);
            }
        }
        Ok(())
    }
}
