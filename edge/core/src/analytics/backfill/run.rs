//! One task of a backfill: which requests it makes, and whether it is done or failed.

use docket_wire::{BackfillKind, UnixMs};

use super::{AfterTask, BackfillTask};
use crate::analytics::reads::{DayRowsRead, PageLoad, TargetTable};
use crate::analytics::tables::TableKey;
use crate::analytics::{
    Analytics, FetchError, FetchResult, LookupOptions, Operation, OperationStep, PageRequest,
};
use crate::storage::Database;
use crate::upstream::failure::CallFailure;

/// The operation that carries out one request of a backfill.
#[derive(Debug)]
pub struct BackfillRun {
    task: BackfillTask,
    /// Whether the settings still contain the task's project.
    is_configured: bool,
    load: TaskLoad,
    is_done: bool,
}

#[derive(Debug)]
enum TaskLoad {
    /// The totals of a day, and whether a page of rows with them was too large.
    Totals {
        was_too_large: bool,
    },
    DayRows(DayRowsRead),
    Page(PageLoad),
}

impl BackfillRun {
    /// Creates the run of a due task. It fails if the task's project is no longer configured.
    #[must_use]
    pub fn new(task: BackfillTask, is_configured: bool) -> Self {
        let (project, interval) = (task.project.clone(), task.interval.clone());
        let lookup = LookupOptions::background(task.program.clone());
        let load = match task.kind {
            BackfillKind::Days => TaskLoad::Totals { was_too_large: false },
            BackfillKind::DayPaths => TaskLoad::DayRows(DayRowsRead::new(project, interval, lookup)),
            BackfillKind::Paths => {
                let key = TableKey::new(project, interval);
                TaskLoad::Page(PageLoad::new(key, TargetTable::OfBackfill, task.page(), lookup))
            }
        };
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

    fn next<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<()>, FetchError> {
        if !self.is_configured {
            return Err(CallFailure::NotFound { error: String::new() }.into());
        }
        let BackfillTask { project, interval, program, .. } = &self.task;
        let mut after = AfterTask::Nothing;
        let step = match &mut self.load {
            TaskLoad::Totals { .. } if analytics.has_totals(project, interval, now)? => {
                OperationStep::Done(())
            }
            TaskLoad::Totals { was_too_large } => {
                let rows = if *was_too_large { 1 } else { analytics.day_rows(project, now)? };
                let lookup = LookupOptions::background(program.clone());
                let query = interval.page(rows, 0);
                OperationStep::Fetch(PageRequest { project: project.clone(), query, lookup })
            }
            TaskLoad::DayRows(_) if analytics.is_day_stored(project, interval, now)? => {
                OperationStep::Done(())
            }
            TaskLoad::DayRows(read) => read.step(analytics, now)?,
            TaskLoad::Page(load) => load.step(analytics, now)?.and_then(|table| {
                if table.last_page.is_none_or(|last| self.task.page() < last) {
                    after = AfterTask::NextPage;
                }
                Ok::<_, FetchError>(())
            })?,
        };
        step.and_then(|()| {
            analytics.record_backfill(&self.task, after)?;
            self.is_done = true;
            Ok(())
        })
    }
}

impl<D: Database> Operation<D> for BackfillRun {
    type Output = ();

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<OperationStep<()>, FetchError> {
        if self.is_done {
            return Ok(OperationStep::Done(()));
        }
        match self.next(analytics, now) {
            Ok(step) => Ok(step),
            Err(error) => self.fail(analytics, error, now).map(OperationStep::Done),
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let applied = match &mut self.load {
            TaskLoad::Totals { was_too_large }
                if !*was_too_large && fetched == Err(FetchError::TOO_LARGE) =>
            {
                // The totals come with any page.
                *was_too_large = true;
                Ok(())
            }
            // `Analytics::record_fetch` has stored the totals.
            TaskLoad::Totals { .. } => {
                let lookup = LookupOptions::background(self.task.program.clone());
                analytics.not_stale(fetched, &lookup, now).and_then(|_| {
                    self.is_done = true;
                    Ok(analytics.record_backfill(&self.task, AfterTask::Nothing)?)
                })
            }
            TaskLoad::DayRows(read) => read.apply(analytics, fetched, now),
            TaskLoad::Page(load) => load.apply(analytics, fetched, now),
        };
        applied.or_else(|error| self.fail(analytics, error, now))
    }
}
