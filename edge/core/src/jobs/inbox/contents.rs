//! The items of an inbox, whether they are read or not.

use docket_wire::{CallerName, InboxItem, InboxReason, InboxSubject, Submission, SubmissionKind, UnixMs};

use super::PersonalInbox;
use super::candidates::{Candidates, GROUP_MAX, InboxScope, is_old_end};
use super::reason::{ReasonGroup, group, of_job, of_submission};
use crate::jobs::store::JobRow;
use crate::storage::{Database, DatabaseError};

/// The items of a group, the newest first.
#[derive(Debug, Default)]
pub(super) struct GroupContents {
    pub(super) items: Vec<AttributedItem>,
    pub(super) has_more: bool,
}

/// An item, and who caused it.
#[derive(Debug)]
pub(super) struct AttributedItem {
    pub(super) item: InboxItem,
    /// Who stopped the polling, if that is the reason.
    pub(super) by: Option<CallerName>,
}

#[derive(Debug, Default)]
pub(super) struct InboxContents {
    pub(super) needs_you: GroupContents,
    pub(super) ended: GroupContents,
    pub(super) running: GroupContents,
    /// Whether there may be items besides these that can be unread.
    pub(super) has_more: bool,
}

impl InboxContents {
    fn add(&mut self, item: AttributedItem) {
        let group = match group(&item.item.reason) {
            ReasonGroup::NeedsYou => &mut self.needs_you,
            ReasonGroup::Ended => &mut self.ended,
            ReasonGroup::Running => &mut self.running,
        };
        // The groups are short: sorting them would be more code than this.
        let key = |attributed: &AttributedItem| (attributed.item.revision, attributed.item.at);
        let index = group.items.partition_point(|other| key(other) > key(&item));
        group.items.insert(index, item);
    }

    /// The items that can be unread.
    pub(super) fn readable(&self) -> impl Iterator<Item = &AttributedItem> {
        self.needs_you.items.iter().chain(&self.ended.items)
    }
}

impl<D: Database> PersonalInbox<'_, D> {
    pub(super) fn contents(
        &self,
        scope: InboxScope<'_>,
        now: UnixMs,
    ) -> Result<InboxContents, DatabaseError> {
        let Candidates { submissions, jobs, has_more } = self.candidates(scope, now)?;
        let (failed, creates): (Vec<_>, Vec<_>) =
            submissions.iter().partition(|submission| submission.kind == SubmissionKind::FollowUp);
        let failed_of = |row: &JobRow| -> Vec<&Submission> {
            failed.iter().filter(|submission| submission.job.as_ref() == Some(&row.id)).copied().collect()
        };
        let revision = |row: &JobRow| {
            let latest = failed_of(row).first().map_or(0, |submission| submission.revision);
            latest.max(row.news_revision)
        };
        // Counting needs to know who stopped polling, and not since when the others are there.
        let is_counted = matches!(scope, InboxScope::After(_));
        let mut revisions: Vec<u64> =
            jobs.iter().filter(|row| row.is_stopped || !is_counted).map(revision).collect();
        if !is_counted {
            revisions.extend(creates.iter().map(|create| create.revision));
        }
        let origins = self.events.origins(&revisions)?;
        let origin = |revision: u64, otherwise: UnixMs| {
            let found = origins.iter().find(|origin| origin.revision == revision);
            found.map_or((otherwise, None), |origin| (origin.at, origin.author.clone()))
        };
        let mut contents = InboxContents { has_more, ..InboxContents::default() };
        for row in jobs {
            let revision = revision(&row);
            // What was never news began with the job's work.
            let (at, by) = origin(revision, row.active_since);
            let reason = of_job(&row, &failed_of(&row), by.as_ref());
            if is_over(&row, &reason, now) {
                continue;
            }
            let by = by.filter(|_| matches!(reason, InboxReason::PollingStopped { .. }));
            contents.add(AttributedItem { item: item_of_job(row, reason, at, revision)?, by });
        }
        for submission in creates {
            let Some(reason) = of_submission(&submission.state) else { continue };
            let (at, _) = origin(submission.revision, submission.submitted_at);
            contents.add(AttributedItem { item: item_of_create(submission, reason, at), by: None });
        }
        for group in [&mut contents.needs_you, &mut contents.ended, &mut contents.running] {
            group.has_more = group.items.len() > GROUP_MAX;
            group.items.truncate(GROUP_MAX);
        }
        contents.has_more |= contents.needs_you.has_more || contents.ended.has_more;
        Ok(contents)
    }
}

/// Whether an end was too long ago to be news.
fn is_over(row: &JobRow, reason: &InboxReason, now: UnixMs) -> bool {
    let is_end = matches!(reason, InboxReason::Ended | InboxReason::Failed);
    is_end && (row.news_revision == 0 || is_old_end(row, now))
}

fn item_of_job(
    row: JobRow,
    reason: InboxReason,
    at: UnixMs,
    revision: u64,
) -> Result<InboxItem, DatabaseError> {
    let entry = row.entry()?;
    Ok(InboxItem {
        subject: InboxSubject::Job(entry.id),
        title: entry.title,
        author: entry.author,
        status: Some(entry.status),
        pr_link: entry.pr_link,
        reason,
        at,
        revision,
        read: true,
    })
}

fn item_of_create(submission: &Submission, reason: InboxReason, at: UnixMs) -> InboxItem {
    InboxItem {
        subject: InboxSubject::Submission(submission.id.clone()),
        title: Some(submission.title.clone()),
        author: Some(submission.author.clone()),
        status: None,
        pr_link: None,
        reason,
        at,
        revision: submission.revision,
        read: true,
    }
}
