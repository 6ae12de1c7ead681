//! The service's response for a job, applied to the job's row.

use docket_wire::{EventKind, Job, JobEntry, JobStatus, MINUTE_MS, SubmissionKind, UnixMs};

use super::ended;
use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::{Audience, PollingLoad, SPACING_MAX_MS, Schedule};
use crate::jobs::store::{EXPECT_ACTIVITY_MS, EventContext, JobRow};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::ServiceJob;

/// How often such a job is polled.
const EXPECT_ACTIVITY_POLL_MS: i64 = 5_000;
/// The least time between two polls of a job whose status the contract does not define.
const UNKNOWN_STATUS_POLL_MS: i64 = MINUTE_MS;

impl<D: Database> Ledger<D> {
    /// Applies a response: appends an event for each change and sets the next poll. The caller stores the row.
    pub(crate) fn apply_response(
        &self,
        mut row: JobRow,
        response: &ServiceJob,
        audience: Audience,
        now: UnixMs,
    ) -> Result<JobRow, DatabaseError> {
        let job = &response.job;
        if row.is_suspended {
            row.revision =
                self.events().append(now, EventContext::of_job(&job.id), &EventKind::PollingResumed)?;
        }
        let has_ended_again = self.apply_status(&mut row, job, now)?;
        self.apply_pull_request(&mut row, job, now)?;
        if job.status == JobStatus::Active || row.is_activity_overdue(now) {
            row.expect_activity_until = None;
        }
        let schedule = self.schedule(row.work(), audience, now)?;
        self.apply_age(&mut row, job, &schedule, now)?;
        row.ended_at = match row.ended_at {
            _ if !job.status.has_ended() => None,
            Some(ended_at) if !has_ended_again => Some(ended_at),
            _ => Some(now),
        };
        row.status = job.status.clone();
        row.body.clone_from(&response.body);
        row.checked_at = now;
        row.failures = 0;
        row.fault = None;
        row.is_suspended = false;
        // A person stopped polling of an active job. Nothing is left to stop.
        row.is_stopped &= !row.has_ended();
        row.next_poll_at = next_poll_at(&row, &schedule, now);
        Ok(row)
    }

    /// The poll schedule of one kind of work under the current load.
    fn schedule(
        &self,
        work: SubmissionKind,
        audience: Audience,
        now: UnixMs,
    ) -> Result<Schedule, DatabaseError> {
        let input = self.schedule_row().load()?;
        let samples = input.durations_of(work);
        self.calls_row().fill_cache(&input.calls);
        let load = PollingLoad {
            jobs: input.polled_jobs.max(1),
            // A pause delays polls by itself. Here, it would space out all that follow it.
            polls_left: self.poll_limiter().left_in_window(now)?,
            audience,
        };
        Ok(self.durations.schedule(work, samples, load, now))
    }

    /// Returns whether the job has ended again without being seen at work.
    fn apply_status(&self, row: &mut JobRow, job: &Job, now: UnixMs) -> Result<bool, DatabaseError> {
        let has_ended_again = job.status.has_ended() && Self::has_ended_again(row, job, now)?;
        if job.status == row.status && !has_ended_again {
            return Ok(false);
        }
        let what = EventKind::StatusChanged { from: row.status.clone(), to: job.status.clone() };
        row.revision = self.events().append(now, EventContext::of_job(&job.id), &what)?;
        // That an ended job was archived is no news.
        let is_news = !row.status.has_ended() || job.status == JobStatus::Failed || has_ended_again;
        if job.status.has_ended() && is_news {
            row.news_revision = row.revision;
        }
        if job.status.has_ended() && row.status == JobStatus::Active {
            self.record_end(row, now)?;
        }
        if job.status == JobStatus::Active && row.expect_activity_until.is_none() {
            // A program that does not use Docket sent a follow-up.
            row.active_since = now;
        }
        Ok(has_ended_again)
    }

    /// Records that the work of a job ended, and how long it took if its start is known. The end lies between two
    /// polls: the sample takes the middle.
    fn record_end(&self, row: &JobRow, now: UnixMs) -> Result<(), DatabaseError> {
        let last_seen_active = row.checked_at.max(row.active_since);
        let delay_ms = now.since_ms(last_seen_active).max(0);
        let duration_ms = last_seen_active.since_ms(row.active_since) + delay_ms / 2;
        // After an outage, the middle says nothing.
        let is_known = row.has_known_start() && delay_ms <= SPACING_MAX_MS;
        let duration_ms = is_known.then_some(duration_ms.max(1));
        self.schedule_row().add_end(row.work(), duration_ms, delay_ms)?;
        self.count_end(delay_ms)
    }

    /// Whether the agent worked and ended again between two polls: the time in which a follow-up starts is over, or the response
    /// no longer has the pull request of the earlier work.
    fn has_ended_again(row: &JobRow, job: &Job, now: UnixMs) -> Result<bool, DatabaseError> {
        Ok(row.is_activity_overdue(now)
            || job.status == row.status && job.pr_link.is_none() && row.last_response()?.pr_link.is_some())
    }

    fn apply_pull_request(&self, row: &mut JobRow, job: &Job, now: UnixMs) -> Result<(), DatabaseError> {
        let Some(url) = job.pr_link.as_ref().filter(|url| url.len() <= JobEntry::TEXT_BYTES_MAX) else {
            return Ok(());
        };
        // The link is absent while a follow-up is active: the same link afterwards is not a change.
        if row.pr_link.as_ref() == Some(url) {
            return Ok(());
        }
        row.pull_request = docket_wire::pull_request(url).map(|(_, number)| number);
        row.pr_link = Some(url.clone());
        let what = EventKind::PullRequest { url: url.clone() };
        row.revision = self.events().append(now, EventContext::of_job(&job.id), &what)?;
        Ok(())
    }

    fn apply_age(
        &self,
        row: &mut JobRow,
        job: &Job,
        schedule: &Schedule,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        // A job that runs long stays so when the usual durations grow: a visible change needs an event, and nothing happened to it.
        let is_running_long = job.status == JobStatus::Active
            && (row.is_running_long || schedule.is_running_long(now.since_ms(row.active_since)));
        if is_running_long && !row.is_running_long {
            row.revision =
                self.events().append(now, EventContext::of_job(&job.id), &EventKind::RunningLong)?;
            row.news_revision = row.revision;
        }
        row.is_running_long = is_running_long;
        Ok(())
    }
}

/// The service accepted a follow-up: the job is about to be active, whatever its status was.
pub(crate) fn expect_activity(row: &mut JobRow, now: UnixMs) {
    row.active_since = now;
    row.expect_activity_until = Some(now.plus_ms(EXPECT_ACTIVITY_MS));
    row.next_poll_at = Some(now.plus_ms(EXPECT_ACTIVITY_POLL_MS));
    row.is_suspended = false;
    row.is_stopped = false;
}

fn next_poll_at(row: &JobRow, schedule: &Schedule, now: UnixMs) -> Option<UnixMs> {
    if row.is_stopped {
        return None;
    }
    let scheduled_ms = schedule.next_poll_ms(now.since_ms(row.active_since));
    let wait_ms = match &row.status {
        JobStatus::Active => scheduled_ms,
        JobStatus::Other(_) => scheduled_ms.max(UNKNOWN_STATUS_POLL_MS),
        JobStatus::Completed | JobStatus::Archived | JobStatus::Failed if row.has_ended() => {
            return ended::next_poll_at(ended::end_of(row, now), now);
        }
        JobStatus::Completed | JobStatus::Archived | JobStatus::Failed => EXPECT_ACTIVITY_POLL_MS,
    };
    Some(now.plus_ms(wait_ms))
}
