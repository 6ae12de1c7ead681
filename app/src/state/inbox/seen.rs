//! A job that a person looks at is read.

use std::sync::Arc;

use docket_wire::{InboxMark, InboxPatch, InboxSubject, JobDetail, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::order::{InboxOrder, with_order};
use crate::browser::page;
use crate::state::console::{Console, use_console};

/// Marks the open job as read when its page is seen, and again when more happens to it or the person comes back. While nothing is
/// unread, there is nothing to mark. A job that is marked as unread while it is open stays unread.
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
    let seen = StoredValue::new(0);
    // A window that is seen again requests the count, and its response decides.
    let listener = window_event_listener_untyped("visibilitychange", move |_| {
        seen.try_set_value(0);
    });
    on_cleanup(move || listener.remove());
    Effect::new(move || {
        let unread = unread.get();
        let Some(revision) = revision.get() else { return };
        // Without a count that is as new as the job, nobody knows that nothing is unread.
        let is_known = unread > 0 || (inbox.revision() >= revision && !with_order(InboxOrder::is_marking));
        if !is_known || revision <= seen.get_value() || !page::is_visible() {
            return;
        }
        seen.set_value(revision);
        if unread == 0 {
            return;
        }
        let (project, subject) = (project.clone(), InboxSubject::Job(id.clone()));
        let marks = vec![InboxMark { subject, revision, read: true }];
        spawn_local(async move {
            let patch = InboxPatch { read_up_to: None, marks };
            // If it fails, the job stays unread.
            let _ = inbox.mark(api, &project, &patch).await;
        });
    });
}
