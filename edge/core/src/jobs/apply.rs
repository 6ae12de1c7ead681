//! What the service says of a job, taken into the ledger.

use docket_wire::{CallerName, EventKind, Job, JobId, JobStatus, SubmissionId, SubmissionKind, UnixMs};

use super::history::{self, About};
use super::job_row::JobRow;
use super::rows::{json, parse_json};
use super::scheduling::note_duration;
use super::search;
use crate::jobs::schedule::Schedule;
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::response::ServiceJob;

/// After a follow-up an ended status is not yet taken for its end, for this long.
const EXPECT_ACTIVITY_MS: i64 = 30_000;
/// How often to look meanwhile.
const EXPECT_ACTIVITY_LOOK_MS: i64 = 5_000;
/// How often, at most, to look at a job whose status the contract does not have.
const UNKNOWN_STATUS_LOOK_MS: i64 = 60_000;
/// Characters of the first prompt that make a title.
const TITLE_CHARS_MAX: usize = 200;

/// A prompt that the service took, and whose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sent<'a> {
    pub(super) submission: &'a SubmissionId,
    pub(super) prompt: &'a str,
    pub(super) author: &'a CallerName,
    pub(super) kind: SubmissionKind,
}

/// The service took a prompt. A first one brings its job into the ledger, unless somebody asked for the job by its id
/// before this answer arrived; after a follow-up the job is watched again, whatever its status was.
pub(super) fn taken(
    db: &impl Database,
    told: &ServiceJob,
    sent: Sent<'_>,
    schedule: &Schedule,
    now: UnixMs,
) -> Result<u64, DatabaseError> {
    let job = &told.job.id;
    let about = About { job: Some(job), submission: Some(sent.submission), by: Some(sent.author) };
    let revision = history::append(db, now, about, &EventKind::Accepted)?;
    let mut row = known_or_blank(db, &told.job, now)?;
    match sent.kind {
        SubmissionKind::Create => {
            row.title = Some(title(sent.prompt));
            row.author = Some(sent.author.clone());
        }
        SubmissionKind::FollowUp => {
            row.follow_ups = row.follow_ups.saturating_add(1);
            row.active_since = now;
            row.expect_activity_until = Some(now.plus_ms(EXPECT_ACTIVITY_MS));
            row.suspended = false;
            row.stopped = false;
            row.stale = false;
        }
    }
    row.revision = revision;
    told_of(db, row, told, now, schedule)?.store(db)?;
    search::add(db, job, sent.prompt)?;
    Ok(revision)
}

/// A job that was made elsewhere enters the ledger.
pub(super) fn attached(
    db: &impl Database,
    told: &ServiceJob,
    by: &CallerName,
    schedule: &Schedule,
    now: UnixMs,
) -> Result<(), DatabaseError> {
    let about = About { job: Some(&told.job.id), submission: None, by: Some(by) };
    let mut row = known_or_blank(db, &told.job, now)?;
    row.revision = history::append(db, now, about, &EventKind::Attached { status: told.job.status.clone() })?;
    told_of(db, row, told, now, schedule)?.store(db)
}

/// Nobody knows whether the service took a follow-up: if it did, the job is at work again, so it is watched again.
pub(super) fn may_have_woken(
    db: &impl Database,
    job: &JobId,
    revision: u64,
    now: UnixMs,
) -> Result<(), DatabaseError> {
    let Some(mut row) = JobRow::load(db, job)? else { return Ok(()) };
    if row.status.has_ended() {
        row.active_since = now;
        row.expect_activity_until = Some(now.plus_ms(EXPECT_ACTIVITY_MS));
        row.next_poll_at = Some(now.plus_ms(EXPECT_ACTIVITY_LOOK_MS));
        row.suspended = false;
        row.stopped = false;
    }
    row.revision = revision;
    row.store(db)
}

/// Takes the service's word into a row: what changed becomes events, and the next look is set. The row is not stored.
pub(super) fn told_of(
    db: &impl Database,
    mut row: JobRow,
    told: &ServiceJob,
    now: UnixMs,
    schedule: &Schedule,
) -> Result<JobRow, DatabaseError> {
    let before: Job = parse_json(&row.body)?;
    let about = About { job: Some(&told.job.id), ..About::default() };
    if row.suspended {
        row.revision = history::append(db, now, about, &EventKind::PollingResumed)?;
    }
    let status = &told.job.status;
    if *status != row.status {
        let what = EventKind::StatusChanged { from: row.status.clone(), to: status.clone() };
        row.revision = history::append(db, now, about, &what)?;
        if status.has_ended() && row.status == JobStatus::Active {
            note_duration(db, row.active_since, row.checked_at, now)?;
        }
        if *status == JobStatus::Active && row.expect_activity_until.is_none() {
            // Woken by somebody who did not go through Docket.
            row.active_since = now;
        }
    }
    if let Some(url) = told.job.pr_link.as_ref().filter(|url| before.pr_link.as_ref() != Some(url)) {
        let what = EventKind::PullRequest { url: url.clone() };
        // While a follow-up is at work there is no link; the same one afterwards is no news.
        if history::last_pull_request(db, &told.job.id)?.as_ref() != Some(&what) {
            row.revision = history::append(db, now, about, &what)?;
        }
    }
    if *status == JobStatus::Active || row.expect_activity_until.is_some_and(|until| now >= until) {
        row.expect_activity_until = None;
    }
    let age_ms = now.since_ms(row.active_since);
    let stale = *status == JobStatus::Active && schedule.is_stale(age_ms);
    if stale && !row.stale {
        row.revision = history::append(db, now, about, &EventKind::BecameStale)?;
    }
    row.stale = stale;
    row.ended_at = if status.has_ended() { row.ended_at.or(Some(now)) } else { None };
    row.status = status.clone();
    row.body.clone_from(&told.body);
    row.checked_at = now;
    row.failures = 0;
    row.fault = None;
    row.suspended = false;
    row.polling_since = None;
    row.next_poll_at = next_look(&row, now, schedule);
    Ok(row)
}

fn next_look(row: &JobRow, now: UnixMs, schedule: &Schedule) -> Option<UnixMs> {
    if row.stopped {
        return None;
    }
    let scheduled = schedule.next_look_ms(now.since_ms(row.active_since));
    let wait_ms = match &row.status {
        JobStatus::Active => scheduled,
        JobStatus::Other(_) => scheduled.max(UNKNOWN_STATUS_LOOK_MS),
        JobStatus::Completed | JobStatus::Archived | JobStatus::Failed => {
            row.expect_activity_until?;
            EXPECT_ACTIVITY_LOOK_MS
        }
    };
    Some(now.plus_ms(wait_ms))
}

fn known_or_blank(db: &impl Database, job: &Job, now: UnixMs) -> Result<JobRow, DatabaseError> {
    if let Some(row) = JobRow::load(db, &job.id)? {
        return Ok(row);
    }
    let mut newest = db.run("SELECT added_at FROM jobs ORDER BY number DESC LIMIT 1", &[])?;
    let added_at = newest.first_mut().map_or(Ok(now.0), Row::integer)?;
    Ok(JobRow { added_at: now.max(UnixMs(added_at)), ..blank(job, now)? })
}

/// A row for a job that is new to the ledger. What the service says of it is taken in after: the pull request
/// counts as new then, the status does not.
fn blank(job: &Job, now: UnixMs) -> Result<JobRow, DatabaseError> {
    let bare = Job { pr_link: None, ..job.clone() };
    Ok(JobRow {
        id: job.id.clone(),
        status: job.status.clone(),
        body: json(&bare)?,
        title: None,
        author: None,
        added_at: now,
        active_since: now,
        ended_at: None,
        checked_at: now,
        follow_ups: 0,
        expect_activity_until: None,
        next_poll_at: None,
        polling_since: None,
        failures: 0,
        suspended: false,
        stopped: false,
        stale: false,
        hidden: false,
        fault: None,
        revision: 0,
        labels: Vec::new(),
    })
}

/// The first line of a prompt that says something, cut to a title's length.
fn title(prompt: &str) -> String {
    let line = prompt.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(TITLE_CHARS_MAX).collect()
}
