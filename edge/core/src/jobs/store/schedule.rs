use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_wire::{SubmissionKind, UnixMs};

use super::calls;
use super::column::{from_json, next, to_json};
use crate::jobs::schedule::pooled_if_similar;
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::calls::LatestCalls;

/// How many durations of creates and of follow-ups count, newest first: a team's kinds of work change over months.
const DURATIONS_MAX: usize = 300;
/// How many delays of noticing an end count, newest first.
const DELAYS_MAX: usize = 64;

/// What an instance knows of stored values that every new job or every poll needs. Only this instance changes them.
#[derive(Debug, Default)]
pub(crate) struct JobsCache {
    /// The row of the schedule.
    schedule: RefCell<Option<Rc<ScheduleInput>>>,
    /// The `added_at` of the newest job. That job may be deleted by now: the next one is later anyway.
    pub(super) newest_added_at: Cell<Option<UnixMs>>,
}

impl JobsCache {
    /// Forgets what a failed transaction wrote.
    pub(crate) fn forget(&self) {
        self.schedule.take();
    }
}

/// What the poll schedule depends on: one row, because every poll reads it.
#[derive(Debug)]
pub(crate) struct ScheduleRow<'a, D> {
    db: &'a D,
    cache: &'a JobsCache,
}

/// The contents of that row.
#[derive(Debug, Clone)]
pub(crate) struct ScheduleInput {
    /// How long the project's latest creates took, in milliseconds, newest first.
    pub(crate) creates: Vec<i64>,
    /// How long the project's latest follow-ups took, in milliseconds, newest first.
    pub(crate) follow_ups: Vec<i64>,
    /// Jobs that are polled and have not ended. Counting their rows would cost as much as they are.
    pub(crate) polled_jobs: u32,
    /// How the latest calls went when the row was read.
    pub(crate) calls: LatestCalls,
}

impl ScheduleInput {
    /// What the schedule of one kind of work learns from, in milliseconds.
    pub(crate) fn durations_of(&self, work: SubmissionKind) -> Vec<i64> {
        match work {
            SubmissionKind::Create => pooled_if_similar(&self.creates, &self.follow_ups),
            SubmissionKind::FollowUp => pooled_if_similar(&self.follow_ups, &self.creates),
        }
    }
}

impl<'a, D: Database> ScheduleRow<'a, D> {
    pub(crate) fn new(db: &'a D, cache: &'a JobsCache) -> Self {
        Self { db, cache }
    }

    /// The contents, which are read once until they change.
    pub(crate) fn load(&self) -> Result<Rc<ScheduleInput>, DatabaseError> {
        if let Some(known) = &*self.cache.schedule.borrow() {
            return Ok(Rc::clone(known));
        }
        let input = Rc::new(self.read()?);
        self.cache.schedule.replace(Some(Rc::clone(&input)));
        Ok(input)
    }

    fn read(&self) -> Result<ScheduleInput, DatabaseError> {
        let columns = "create_durations, follow_up_durations, polled_jobs, succeeded_at, failed_at, fault";
        let mut row = self.select(columns)?;
        Ok(ScheduleInput {
            creates: from_json(&row.text()?)?,
            follow_ups: from_json(&row.text()?)?,
            polled_jobs: next(&mut row)?,
            calls: calls::read(&mut row)?,
        })
    }

    fn select(&self, columns: &str) -> Result<Row, DatabaseError> {
        let rows = self.db.run(&format!("SELECT {columns} FROM schedule LIMIT 1"), &[])?;
        rows.into_iter().next().ok_or_else(|| DatabaseError("no schedule".to_owned()))
    }

    /// With how much delay the latest ends were detected, at most: in milliseconds, newest first.
    pub(crate) fn end_delays(&self) -> Result<Vec<i64>, DatabaseError> {
        let rows = self.db.run("SELECT end_delays FROM schedule LIMIT 1", &[])?;
        rows.into_iter().next().map_or(Ok(Vec::new()), |mut row| from_json(&row.text()?))
    }

    /// Adds the end of a job: how long a create or follow-up took, if that is known, and how late, at most, Docket
    /// detected the end.
    pub(crate) fn add_end(
        &self,
        work: SubmissionKind,
        duration_ms: Option<i64>,
        delay_ms: i64,
    ) -> Result<(), DatabaseError> {
        let with = |mut latest: Vec<i64>, ms: Option<i64>, max| {
            latest.splice(0..0, ms);
            latest.truncate(max);
            to_json(&latest)
        };
        let column = match work {
            SubmissionKind::Create => "create_durations",
            SubmissionKind::FollowUp => "follow_up_durations",
        };
        let mut row = self.select(&format!("{column}, end_delays"))?;
        let durations = with(from_json(&row.text()?)?, duration_ms, DURATIONS_MAX)?;
        let delays = with(from_json(&row.text()?)?, Some(delay_ms), DELAYS_MAX)?;
        let statement = format!("UPDATE schedule SET {column} = ?, end_delays = ?");
        self.cache.schedule.take();
        self.db.run(&statement, &[durations.into(), delays.into()]).map(drop)
    }

    /// Adds to the number of polled jobs.
    pub(super) fn add_polled(&self, change: i64) -> Result<(), DatabaseError> {
        let known = self.cache.schedule.take();
        self.db.run("UPDATE schedule SET polled_jobs = polled_jobs + ?", &[change.into()])?;
        let polled =
            |input: &ScheduleInput| i64::from(input.polled_jobs).checked_add(change)?.try_into().ok();
        let changed = known.and_then(|known| {
            Some(Rc::new(ScheduleInput { polled_jobs: polled(&known)?, ..Rc::unwrap_or_clone(known) }))
        });
        self.cache.schedule.replace(changed);
        Ok(())
    }
}
