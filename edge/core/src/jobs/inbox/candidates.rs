//! The rows that may be items of an inbox.

use docket_wire::{Inbox, InboxSubject, Submission, SubmissionKind, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::jobs::read::REJECTED_SHOWN_MS;
use crate::jobs::store::{JobRow, JobsWithNews};
use crate::storage::{Database, DatabaseError};

/// Items of a group, at most.
pub(super) const GROUP_MAX: usize = Inbox::LIMIT_MAX as usize;

/// Which items to find.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope<'a> {
    /// All, also what is under way.
    All,
    /// What has news after a revision.
    After(u64),
    Of(&'a [&'a InboxSubject]),
}

impl<D: Database> Ledger<D> {
    /// The prompts and jobs that may be items, each once. Prompts are newest first, and only those that need a
    /// decision.
    pub(super) fn candidates(
        &self,
        scope: Scope<'_>,
        now: UnixMs,
    ) -> Result<(Vec<Submission>, Vec<JobRow>), DatabaseError> {
        let limit = GROUP_MAX as i64 + 1;
        let jobs = self.inbox_jobs();
        let mut found = Vec::new();
        let submissions = match scope {
            Scope::All | Scope::After(_) => {
                let after = if let Scope::After(revision) = scope { revision } else { 0 };
                add_new(&mut found, jobs.with_news(JobsWithNews::InNeed, after, limit)?);
                add_new(&mut found, jobs.with_news(JobsWithNews::Ended, after, limit)?);
                if let Scope::All = scope {
                    add_new(&mut found, jobs.polled(limit)?);
                }
                self.submissions().failed_after(after, now.plus_ms(-REJECTED_SHOWN_MS), limit)?
            }
            Scope::Of(subjects) => {
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
        Ok((submissions, found))
    }
}

/// Adds the rows of jobs that are not there yet.
fn add_new(found: &mut Vec<JobRow>, rows: Vec<JobRow>) {
    for row in rows {
        if !found.iter().any(|known| known.id == row.id) {
            found.push(row);
        }
    }
}
