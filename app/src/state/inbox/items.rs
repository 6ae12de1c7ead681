//! The items of the inbox, while its page is open.

use std::sync::Arc;

use docket_wire::{Inbox, InboxGroup, InboxItem, InboxMark, InboxPatch, InboxSubject, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::UnreadCount;
use super::order::with_order;
use crate::api::{Api, ApiError, InboxCount};
use crate::state::console::{Console, use_console};
use crate::state::jobs::Jobs;
use crate::texts::{general, inbox as texts};

/// What a mark changes about each item.
type Apply = Arc<dyn Fn(&mut InboxItem) + Send + Sync>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownGroup {
    /// What waits for somebody's decision.
    NeedsYou,
    Ended,
    /// What is under way.
    Running,
}

impl ShownGroup {
    pub(crate) fn of(self, inbox: &Inbox) -> &InboxGroup {
        match self {
            Self::NeedsYou => &inbox.needs_you,
            Self::Ended => &inbox.ended,
            Self::Running => &inbox.running,
        }
    }
}

/// A handle to the items. Its state ends with the page.
#[derive(Clone, Copy)]
pub(crate) struct InboxItems {
    api: Api,
    jobs: Jobs,
    count: UnreadCount,
    live_region: RwSignal<String>,
    project: StoredValue<ProjectId>,
    inbox: RwSignal<Option<Inbox>>,
    error: RwSignal<Option<ApiError>>,
    /// Repeats the mark that failed last.
    mark_again: StoredValue<Option<(InboxPatch, Callback<()>)>>,
    /// The marks without a response, in the order of the clicks.
    pending: StoredValue<Vec<InboxMark>>,
    /// Called before the items change, to keep the focus.
    before_change: StoredValue<Option<Callback<()>>>,
}

impl InboxItems {
    /// Loads the items of a project, and again whenever they may have changed.
    pub(crate) fn new(project: ProjectId) -> Self {
        let Console { api, jobs, inbox: count, live_region, .. } = use_console();
        let items = Self {
            api,
            jobs,
            count,
            live_region,
            project: StoredValue::new(project),
            inbox: RwSignal::new(None),
            error: RwSignal::new(None),
            mark_again: StoredValue::new(None),
            pending: StoredValue::new(Vec::new()),
            before_change: StoredValue::new(None),
        };
        count.is_open.set_value(true);
        on_cleanup(move || count.is_open.set_value(false));
        Effect::new(move || {
            count.refreshes.track();
            items.load();
        });
        items
    }

    /// Calls `before_change` before the items change.
    pub(crate) fn before_change(self, before_change: Callback<()>) {
        self.before_change.set_value(Some(before_change));
    }

    pub(crate) fn load(self) {
        let Some(project) = self.project.try_get_value() else { return };
        let number = with_order(|order| order.requests.begin());
        self.count.mark_requested();
        spawn_local(async move {
            let loaded = self.api.inbox(&project).await;
            // The person may have left the page meanwhile.
            if self.project.try_get_value().is_none() {
                return;
            }
            if !with_order(|order| order.requests.is_newer(number)) {
                return self.load();
            }
            let (loaded, error) = match loaded {
                Ok(inbox) => (Some(inbox), None),
                Err(error) => (None, Some(error)),
            };
            // A mark that failed stays on the page until the person has tried it again.
            if self.mark_again.with_value(Option::is_none) {
                self.error.set(error);
            }
            if let Some(inbox) = loaded {
                let count = InboxCount { revision: inbox.revision, unread: inbox.unread };
                self.count.show_response(number, count);
                self.change(|shown| *shown = Some(inbox));
                // The page may have requested its first items ahead, before a change that the live connection has brought since.
                if self.jobs.with_untracked(|store| store.is_ahead_of(count.revision)) {
                    self.count.changed();
                }
            }
        });
    }

    /// The items; `None` before they are loaded.
    pub(crate) fn inbox(self) -> ReadSignal<Option<Inbox>> {
        self.inbox.read_only()
    }

    pub(crate) fn error(self) -> Option<ApiError> {
        self.error.get()
    }

    /// Repeats what failed: the last mark, or the request for the items.
    pub(crate) fn retry(self) {
        match self.mark_again.try_update_value(Option::take).flatten() {
            Some((_, mark)) => mark.run(()),
            None => self.load(),
        }
    }

    /// The subjects of a group, in order.
    pub(crate) fn subjects(self, group: ShownGroup) -> Memo<Vec<InboxSubject>> {
        Memo::new(move |_| {
            let subjects =
                |inbox: &Inbox| group.of(inbox).items.iter().map(|item| item.subject.clone()).collect();
            self.inbox.with(|inbox| inbox.as_ref().map(subjects).unwrap_or_default())
        })
    }

    /// An item of a group. The memo changes only when the item does.
    pub(crate) fn item(self, group: ShownGroup, subject: InboxSubject) -> Memo<Option<InboxItem>> {
        Memo::new(move |_| {
            let find =
                |inbox: &Inbox| group.of(inbox).items.iter().find(|item| item.subject == subject).cloned();
            self.inbox.with(|inbox| inbox.as_ref().and_then(find))
        })
    }

    /// Marks an item as unread if it is read, and otherwise as read. A mark that is on its way counts, so that a second click
    /// undoes the first.
    pub(crate) fn toggle(self, item: &InboxItem) {
        let is_read = self.pending.with_value(|pending| {
            let last = pending.iter().rev().find(|mark| mark.subject == item.subject);
            last.map_or(item.read, |mark| mark.read)
        });
        self.mark(item, !is_read);
    }

    pub(crate) fn mark(self, item: &InboxItem, read: bool) {
        let subject = item.subject.clone();
        let mark = InboxMark { subject: subject.clone(), revision: item.revision, read };
        let announcement = if read { texts::MARKED_AS_READ } else { texts::MARKED_AS_UNREAD };
        let apply = move |item: &mut InboxItem| {
            if item.subject == subject {
                item.read = read;
            }
        };
        self.send(InboxPatch { read_up_to: None, marks: vec![mark] }, announcement, Arc::new(apply));
    }

    /// Marks everything that is shown as read, and not what came meanwhile.
    pub(crate) fn read_all(self) {
        let Some(revision) = self.inbox.with_untracked(|inbox| inbox.as_ref().map(|inbox| inbox.revision))
        else {
            return;
        };
        let patch = InboxPatch { read_up_to: Some(revision), marks: Vec::new() };
        let apply = move |item: &mut InboxItem| item.read |= item.revision <= revision;
        self.send(patch, general::EVERYTHING_IS_READ, Arc::new(apply));
    }

    fn send(self, patch: InboxPatch, announcement: &'static str, apply: Apply) {
        let project = self.project.get_value();
        self.live_region.set(String::new());
        self.pending.update_value(|pending| pending.extend(patch.marks.iter().cloned()));
        spawn_local(async move {
            let result = self.count.mark(self.api, &project, &patch).await;
            // Responses come in the order of the clicks, as the requests are sent one after another.
            self.pending
                .try_update_value(|pending| drop(pending.drain(..pending.len().min(patch.marks.len()))));
            match result {
                Ok(count) => {
                    if self.inbox.try_with_untracked(Option::is_some).is_none() {
                        return;
                    }
                    // Another mark that failed stays until it is tried again.
                    self.mark_again.update_value(|again| drop(again.take_if(|(failed, _)| *failed == patch)));
                    if self.mark_again.with_value(Option::is_none) {
                        self.error.set(None);
                    }
                    self.live_region.set(announcement.to_owned());
                    self.change(|inbox| {
                        if let Some(inbox) = inbox {
                            inbox.unread = count.unread;
                            let InboxGroup { items: needs_you, .. } = &mut inbox.needs_you;
                            needs_you.iter_mut().chain(&mut inbox.ended.items).for_each(|item| apply(item));
                        }
                    });
                }
                Err(error) => {
                    let failed = patch.clone();
                    let again =
                        Callback::new(move |()| self.send(patch.clone(), announcement, Arc::clone(&apply)));
                    self.mark_again.try_set_value(Some((failed, again)));
                    self.error.try_set(Some(error));
                }
            }
        });
    }

    fn change(self, change: impl FnOnce(&mut Option<Inbox>)) {
        if let Some(before_change) = self.before_change.try_get_value().flatten() {
            before_change.run(());
        }
        self.inbox.try_update(change);
    }
}
