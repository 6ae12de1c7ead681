//! A job that a person looks at is read.

use std::sync::Arc;

use docket_wire::{InboxMark, InboxPatch, InboxSubject, JobDetail, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::page;
use crate::state::console::{Console, use_console};

/// Marks the open job as read when its page is seen, and again when more happens to it. While nothing is unread, there is
/// nothing to mark.
pub(crate) fn read_when_seen(project: ProjectId, id: JobId, detail: Memo<Option<Arc<JobDetail>>>) {
    let Console { api, inbox, .. } = use_console();
    let unread = inbox.unread();
    let revision = Memo::new(move |_| {
        detail.with(|detail| {
            let detail = detail.as_deref()?;
            let last = detail.events.last().map_or(0, |event| event.revision);
            Some(last.max(detail.job.revision))
        })
    });
    let marked = StoredValue::new(0);
    Effect::new(move || {
        // A window that is seen again requests the count.
        inbox.refreshes().track();
        let Some(revision) = revision.get() else { return };
        if unread.get() == 0 || revision <= marked.get_value() || !page::is_visible() {
            return;
        }
        marked.set_value(revision);
        let (project, subject) = (project.clone(), InboxSubject::Job(id.clone()));
        let marks = vec![InboxMark { subject, revision, read: true }];
        spawn_local(async move {
            let patch = InboxPatch { read_up_to: None, marks };
            // If it fails, the job stays unread.
            let _ = inbox.mark(api, &project, &patch).await;
        });
    });
}
