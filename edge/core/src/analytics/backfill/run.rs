use docket_wire::{BackfillKind, UnixMs};

use super::BackfillTask;
use crate::analytics::reads::{PageLoad, TargetTable};
use crate::analytics::tables::TableKey;
use crate::analytics::{Analytics, FetchError, FetchResult, Lookup, Operation, PageRequest, Priority, Step};
use crate::storage::Database;
use crate::upstream::response::CallFailure;

const BACKGROUND: Lookup = Lookup { priority: Priority::Background, force_refresh: false };

/// One request of a backfill, and what it leads to.
#[derive(Debug)]
pub struct BackfillRun {
    task: BackfillTask,
    /// Whether the settings have its project.
    is_configured: bool,
    /// For a page of rows.
    load: PageLoad,
    is_done: bool,
}

impl BackfillRun {
    /// A run of a due task. The project of one that is not configured any more has no service to ask.
    #[must_use]
    pub fn new(task: BackfillTask, is_configured: bool) -> Self {
        let key = TableKey::new(task.project.clone(), task.interval.clone());
        let target = TargetTable::Current { is_backfilling: true, since: None };
        let load = PageLoad::new(key, target, task.page(), BACKGROUND);
        Self { task, is_configured, load, is_done: false }
    }

    /// Records a failure in the queue. Nobody waits for the task, so only a failure of Docket's own is reported.
    fn fail<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        error: FetchError,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        self.is_done = true;
        match error {
            FetchError::Upstream(failure) => {
                Ok(analytics.record_backfill_failure(&self.task, &failure, now)?)
            }
            // Another request took the last of the budget: the task is due again when there is more.
            FetchError::Exhausted { .. } => Ok(()),
            error => {
                analytics.record_backfill_failure(&self.task, &CallFailure::Unreachable, now)?;
                Err(error)
            }
        }
    }

    fn next<D: Database>(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<()>, FetchError> {
        if !self.is_configured {
            return Err(CallFailure::NotFound { error: String::new() }.into());
        }
        let BackfillTask { kind, project, interval, .. } = &self.task;
        match kind {
            BackfillKind::Days => match analytics.totals().get(project, interval)? {
                Some(totals) if analytics.are_totals_fresh(interval, totals, now)? => {
                    analytics.record_backfill(&self.task, false)?;
                    self.is_done = true;
                    Ok(Step::Done(()))
                }
                _ => {
                    let (project, query) = (project.clone(), self.task.query());
                    Ok(Step::Fetch(PageRequest { project, query, lookup: BACKGROUND }))
                }
            },
            BackfillKind::Paths => Ok(match self.load.step(analytics, now)? {
                Step::Fetch(request) => Step::Fetch(request),
                Step::Prefetch(request) => Step::Prefetch(request),
                Step::Done(table) => {
                    let has_more = table.last_page.is_none_or(|last| self.task.page() < last);
                    analytics.record_backfill(&self.task, has_more)?;
                    self.is_done = true;
                    Step::Done(())
                }
            }),
        }
    }
}

impl<D: Database> Operation<D> for BackfillRun {
    type Output = ();

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<()>, FetchError> {
        if self.is_done {
            return Ok(Step::Done(()));
        }
        match self.next(analytics, now) {
            Ok(step) => Ok(step),
            Err(error) => self.fail(analytics, error, now).map(Step::Done),
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let applied = match self.task.kind {
            // The totals were stored with the answer.
            BackfillKind::Days => analytics.not_stale(fetched, Priority::Background, now).and_then(|_| {
                self.is_done = true;
                Ok(analytics.record_backfill(&self.task, false)?)
            }),
            BackfillKind::Paths => self.load.apply(analytics, fetched, now),
        };
        applied.or_else(|error| self.fail(analytics, error, now))
    }
}
