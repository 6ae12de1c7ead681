use docket_wire::{BackfillKind, UnixMs};

use super::BackfillTask;
use crate::analytics::reads::{PageLoad, TargetTable};
use crate::analytics::tables::TableKey;
use crate::analytics::{Analytics, FetchError, FetchResult, Lookup, Operation, PageRequest, Step};
use crate::storage::Database;
use crate::upstream::failure::CallFailure;

/// The operation that carries out one request of a backfill.
#[derive(Debug)]
pub struct BackfillRun {
    task: BackfillTask,
    /// Whether the settings still contain the task's project.
    is_configured: bool,
    /// Loads the page of rows, for [`BackfillKind::Paths`].
    load: PageLoad,
    is_done: bool,
}

impl BackfillRun {
    /// Creates the run of a due task. It fails if the task's project is no longer configured.
    #[must_use]
    pub fn new(task: BackfillTask, is_configured: bool) -> Self {
        let key = TableKey::new(task.project.clone(), task.interval.clone());
        let target = TargetTable::Current { is_backfilling: true, since: None };
        let load = PageLoad::new(key, target, task.page(), Lookup::background(task.program.clone()));
        Self { task, is_configured, load, is_done: false }
    }

    /// Records a failure in the queue. No caller waits for the task, so only Docket's own failures are returned.
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
            // The task stays queued, and is due again when the budget has a request.
            FetchError::Exhausted(_) => Ok(()),
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
                    let lookup = Lookup::background(self.task.program.clone());
                    Ok(Step::Fetch(PageRequest { project, query, lookup }))
                }
            },
            BackfillKind::Paths => self.load.step(analytics, now)?.and_then(|table| {
                let has_more = table.last_page.is_none_or(|last| self.task.page() < last);
                analytics.record_backfill(&self.task, has_more)?;
                self.is_done = true;
                Ok(())
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
            // `Analytics::record_fetch` has stored the totals.
            BackfillKind::Days => {
                let lookup = Lookup::background(self.task.program.clone());
                analytics.not_stale(fetched, &lookup, now).and_then(|_| {
                    self.is_done = true;
                    Ok(analytics.record_backfill(&self.task, false)?)
                })
            }
            BackfillKind::Paths => self.load.apply(analytics, fetched, now),
        };
        applied.or_else(|error| self.fail(analytics, error, now))
    }
}
