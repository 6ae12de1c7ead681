//! The rows that may be items of an inbox.

use docket_wire::{DAY_MS, Inbox, InboxSubject, Submission, SubmissionKind, UnixMs};

use super::PersonalInbox;
use crate::jobs::reads::REJECTED_SHOWN_MS;
use crate::jobs::store::{InboxJobs, JobRow, JobsWithNews};
use crate::storage::{Database, DatabaseError};

/// Items of a group, at most.
pub(super) const GROUP_MAX: usize = Inbox::LIMIT_MAX as usize;

/// How long an ended job stays in the inbox.
const ENDED_SHOWN_MS: i64 = 14 * DAY_MS;

/// Which items to find.
#[derive(Debug, Clone, Copy)]
pub(super) enum InboxScope<'a> {
    /// All, also what is under way.
    All,
    /// What has news after a revision.
    After(u64),
    Of(&'a [&'a InboxSubject]),
}

/// The prompts and jobs that may be items, each once.
pub(super) struct Candidates {
    /// Newest first, and only those that need a decision.
    pub(super) submissions: Vec<Submission>,
    pub(super) jobs: Vec<JobRow>,
    /// Whether there may be more that can be unread.
    pub(super) has_more: bool,
}

impl<D: Database> PersonalInbox<'_, D> {
    pub(super) fn candidates(&self, scope: InboxScope<'_>, now: UnixMs) -> Result<Candidates, DatabaseError> {
        let limit = GROUP_MAX + 1;
        let rows = limit as i64;
        let jobs = InboxJobs(self.db);
        let (mut found, mut has_more) = (Vec::new(), false);
        let submissions = match scope {
            InboxScope::All | InboxScope::After(_) => {
                let after = if let InboxScope::After(revision) = scope { revision } else { 0 };
                let in_need = jobs.with_news(JobsWithNews::InNeed, after, rows)?;
                let ended = jobs.with_news(JobsWithNews::Ended, after, rows)?;
                let failed = self.submissions().failed_after(after, now.plus_ms(-REJECTED_SHOWN_MS), rows)?;
                // Jobs that ended before one that is too old are too old as well.
                let has_older_end =
                    ended.len() >= limit && !ended.last().is_some_and(|row| is_old_end(row, now));
                has_more = in_need.len() >= limit || has_older_end || failed.len() >= limit;
                add_new(&mut found, in_need);
                add_new(&mut found, ended);
                if let InboxScope::All = scope {
                    add_new(&mut found, jobs.polled(rows)?);
                }
                failed
            }
            InboxScope::Of(subjects) => {
                let mut ids = Vec::new();
                let mut creates = Vec::new();
                for subject in subjects {
                    match subject {
                        InboxSubject::Job(id) => ids.push(id),
                        InboxSubject::Submission(id) => creates.push(id.clone()),
                    }
                }
                add_new(&mut found, jobs.named(&ids)?);
                let mut submissions = self.submissions().failed_of(&ids)?;
                for create in self.submissions().listed(&creates)? {
                    if create.kind == SubmissionKind::Create && create.state.needs_decision() {
                        submissions.push(create);
                    }
                }
                submissions
            }
        };
        let mut missing = Vec::new();
        for submission in &submissions {
            if let (Some(job), SubmissionKind::FollowUp) = (&submission.job, submission.kind)
                && !found.iter().any(|row| row.id == *job)
            {
                missing.push(job);
            }
        }
        add_new(&mut found, jobs.named(&missing)?);
        found.retain(|row| !row.is_hidden);
        Ok(Candidates { submissions, jobs: found, has_more })
    }
}

/// Whether the job ended so long ago that its end is no news.
pub(super) fn is_old_end(row: &JobRow, now: UnixMs) -> bool {
    row.ended_at.is_some_and(|at| now.since_ms(at) > ENDED_SHOWN_MS)
}

/// Adds the rows of jobs that are not there yet.
fn add_new(found: &mut Vec<JobRow>, rows: Vec<JobRow>) {
    for row in rows {
        if !found.iter().any(|known| known.id == row.id) {
            found.push(row);
        }
    }
}
