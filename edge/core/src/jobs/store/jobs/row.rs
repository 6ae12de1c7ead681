//! A job as it is stored, and as it is shown.

use docket_wire::{
    CallerName, ErrorReason, Job, JobEntry, JobId, JobStatus, Label, Polling, ProblemCode, SubmissionKind,
    UnixMs,
};

use crate::jobs::store::column::{Column, from_json, next, to_json};
use crate::storage::{DatabaseError, Row, Value};

/// After a follow-up, an ended status may be that of the work before it for this long, in milliseconds.
pub(crate) const EXPECT_ACTIVITY_MS: i64 = 30_000;

/// Defines a row with one field for each column of its table, so that a column is named once. The labels are in a table of their
/// own: they are read with the row and stored separately.
macro_rules! job_row {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $column:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name {
            $($(#[$doc])* pub(crate) $column: $type,)*
            pub(crate) labels: Vec<Label>,
            /// The row as it was loaded to be changed; absent if it is new or only shown.
            pub(crate) loaded: Option<LoadedRow>,
        }

        impl $name {
            /// The columns that the row stores.
            pub(crate) const COLUMNS: &[&str] = &[$(stringify!($column)),*];

            /// Reads [`JobRow::COLUMNS`], then the labels.
            pub(crate) fn read(mut row: Row) -> Result<Self, DatabaseError> {
                Ok(Self { $($column: next(&mut row)?,)* labels: split_labels(next(&mut row)?), loaded: None })
            }

            /// The values of [`JobRow::COLUMNS`].
            pub(crate) fn values(&self) -> Result<Vec<Value>, DatabaseError> {
                Ok(vec![$(self.$column.to_value()?),*])
            }
        }
    };
}

job_row! {
    /// One row of `jobs`. It is changed in memory and stored whole, so that no statement writes half a job.
    JobRow {
        id: JobId,
        status: JobStatus,
        /// The service's last response, verbatim.
        body: String,
        title: Option<String>,
        author: Option<CallerName>,
        /// Never before that of a job with a lower number, even if the clock was set back.
        added_at: UnixMs,
        /// When the work that is being polled began: at the create, or at the last follow-up.
        active_since: UnixMs,
        ended_at: Option<UnixMs>,
        checked_at: UnixMs,
        follow_ups: u32,
        /// After a follow-up: until this moment an ended status may still be that of the work before it.
        expect_activity_until: Option<UnixMs>,
        next_poll_at: Option<UnixMs>,
        /// Polls that failed, in a row.
        failures: u32,
        /// Docket suspended polling, for the reason in `fault`.
        is_suspended: bool,
        /// A person stopped polling.
        is_stopped: bool,
        /// The job has been active far longer than jobs of this project are.
        is_running_long: bool,
        is_hidden: bool,
        fault: Option<ErrorReason>,
        revision: u64,
        /// The revision of the last event that needs attention; 0 before the first.
        news_revision: u64,
        /// After how many days the texts of its prompts were deleted, and the title with them.
        prompt_days: Option<u32>,
        /// The number of its last pull request.
        pull_request: Option<u32>,
        /// The link of its last pull request. The service has none while a follow-up is active.
        pr_link: Option<String>,
    }
}

/// The earlier values of a row, which decide what a change has to store.
#[derive(Debug, Clone)]
pub(crate) struct LoadedRow {
    pub(crate) values: Vec<Value>,
    pub(crate) is_scheduled: bool,
}

impl JobRow {
    /// The row of a job that is new to the ledger, to which the response that brought it has yet to be applied.
    pub(crate) fn new(job: &Job, added_at: UnixMs, now: UnixMs) -> Result<Self, DatabaseError> {
        Ok(Self {
            id: job.id.clone(),
            status: job.status.clone(),
            body: to_json(job)?,
            title: None,
            author: None,
            added_at,
            active_since: now,
            ended_at: None,
            checked_at: now,
            follow_ups: 0,
            expect_activity_until: None,
            next_poll_at: None,
            failures: 0,
            is_suspended: false,
            is_stopped: false,
            is_running_long: false,
            is_hidden: false,
            fault: None,
            revision: 0,
            news_revision: 0,
            prompt_days: None,
            pull_request: None,
            pr_link: None,
            labels: Vec::new(),
            loaded: None,
        })
    }

    /// The kind of work that the job was last active for. A program that does not use Docket may have sent the follow-up.
    pub(crate) fn work(&self) -> SubmissionKind {
        if self.active_since > self.added_at { SubmissionKind::FollowUp } else { SubmissionKind::Create }
    }

    /// Whether Docket knows when that began. An imported job was active before.
    pub(crate) fn has_known_start(&self) -> bool {
        self.author.is_some() || self.work() == SubmissionKind::FollowUp
    }

    /// Whether a queued follow-up may be sent: the job is not active, and not expected to become active.
    pub(crate) fn is_idle(&self) -> bool {
        self.status != JobStatus::Active && self.expect_activity_until.is_none()
    }

    /// Whether a follow-up should have made the job active by now.
    pub(crate) fn is_activity_overdue(&self, now: UnixMs) -> bool {
        // A clock that ran ahead may have set it hours ahead.
        let is_over = |until: UnixMs| !(1..=EXPECT_ACTIVITY_MS).contains(&until.since_ms(now));
        self.expect_activity_until.is_some_and(is_over)
    }

    /// Whether it has ended, and no follow-up is expected to make it active.
    pub(crate) fn has_ended(&self) -> bool {
        self.status.has_ended() && self.expect_activity_until.is_none()
    }

    /// Whether the schedule polls it, and it has not ended.
    pub(crate) fn is_scheduled(&self) -> bool {
        self.next_poll_at.is_some() && (self.ended_at.is_none() || self.expect_activity_until.is_some())
    }

    /// Whether it may be active, and only a request polls it: polling was stopped, or suspended permanently.
    pub(crate) fn is_unpolled(&self) -> bool {
        !self.has_ended() && self.next_poll_at.is_none()
    }

    /// Whether the service says that it does not have the job, and why.
    pub(crate) fn missing(&self) -> Option<&ErrorReason> {
        self.fault.as_ref().filter(|reason| self.is_suspended && reason.code == ProblemCode::UnknownJob)
    }

    /// Whether and when the job is polled, as the API shows it.
    pub(crate) fn polling(&self) -> Polling {
        match (self.next_poll_at, &self.fault) {
            _ if self.is_stopped => Polling::Stopped,
            (_, Some(reason)) if self.is_suspended => Polling::Suspended { reason: reason.clone() },
            // The few polls after the end are not worth a promise.
            (Some(next_at), last_error) if !self.has_ended() => {
                Polling::Scheduled { next_at, last_error: last_error.clone() }
            }
            _ => Polling::Ended,
        }
    }

    /// The job in the service's last response.
    pub(crate) fn last_response(&self) -> Result<Job, DatabaseError> {
        from_json(&self.body)
    }

    /// The job as the API shows it.
    pub(crate) fn entry(self) -> Result<JobEntry, DatabaseError> {
        let job = self.last_response()?;
        let polling = self.polling();
        // Only of ended work does a missing link mean that there is no pull request.
        let pr_link = if self.has_ended() { listed(job.pr_link) } else { self.pr_link };
        Ok(JobEntry {
            id: self.id,
            status: self.status,
            prompts_deleted_after_days: self.prompt_days.filter(|_| self.title.is_none()),
            title: self.title,
            author: self.author,
            repository: listed(job.source.repository),
            reference: listed(job.source.reference),
            model: listed(job.model),
            pr_link,
            created_at: job.created_at.and_then(|at| at.parse().ok()),
            added_at: self.added_at,
            ended_at: self.ended_at,
            archived_at: job.archived_at.and_then(|at| at.parse().ok()),
            checked_at: self.checked_at,
            polling,
            follow_ups: self.follow_ups,
            running_long: self.is_running_long,
            labels: self.labels,
            hidden: self.is_hidden,
            revision: self.revision,
        })
    }
}

/// The text of [`split_labels`].
pub(crate) fn join_labels(labels: &[Label]) -> Option<String> {
    (!labels.is_empty()).then(|| labels.iter().map(Label::as_str).collect::<Vec<_>>().join(","))
}

/// Labels that are joined by commas. A label contains none. One that an earlier release stored, and that is no label by now, is left
/// out: its job stays readable.
pub(crate) fn split_labels(joined: Option<String>) -> Vec<Label> {
    let texts = joined.iter().flat_map(|joined| joined.split(','));
    let mut labels: Vec<Label> = texts.filter_map(|text| Label::try_from(text.to_owned()).ok()).collect();
    labels.sort_unstable();
    labels
}

/// Text of the service as lists show it. Text too long for any purpose is left out: a page of them must fit into a
/// message.
fn listed(text: Option<String>) -> Option<String> {
    text.filter(|text| text.len() <= JobEntry::TEXT_BYTES_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_no_longer_are_any_leave_their_job_readable() {
        let split = |joined: &str| split_labels(Some(joined.to_owned()));
        assert_eq!(join_labels(&split("sale,docs")).as_deref(), Some("docs,sale"));
        assert_eq!(join_labels(&split("\u{200b},docs,\u{3164}")).as_deref(), Some("docs"));
        assert_eq!(split_labels(None), []);
    }
}
