//! The number of unread items of the inbox. The code that requests the count is loaded separately, see [`count`].

use leptos::prelude::*;

use crate::browser::tabs;

pub(crate) mod count;
pub(crate) mod items;
mod mark;
mod order;
pub(crate) mod seen;

/// A handle to the count of the project in view.
#[derive(Clone, Copy)]
pub(crate) struct UnreadCount {
    unread: RwSignal<u32>,
    /// Counts the changes that may have changed the inbox.
    changes: RwSignal<u32>,
    /// The count of changes when the count or the items were last requested.
    requested_changes: StoredValue<u32>,
    /// What is unread after the marks since then, if nothing else has changed.
    marked_unread: StoredValue<Option<u32>>,
    /// How many marks the live stream has brought since then, less those of this tab. Its own may be here before they are there.
    foreign_marks: StoredValue<i32>,
    /// Counts the marks of other tabs.
    other_marks: RwSignal<u32>,
    /// Counts the moments at which the count or the items are to be requested.
    refreshes: RwSignal<u32>,
    /// Whether a page shows the items, and so requests them itself.
    is_open: StoredValue<bool>,
    /// Whether this browser notifies the person.
    notifies: RwSignal<bool>,
}

impl UnreadCount {
    /// A handle without a count.
    pub(crate) fn new() -> Self {
        let other_marks = RwSignal::new(0);
        tabs::on_mark(move || other_marks.update(|marks: &mut u32| *marks = marks.wrapping_add(1)));
        Self {
            other_marks,
            unread: RwSignal::new(0),
            changes: RwSignal::new(0),
            requested_changes: StoredValue::new(0),
            marked_unread: StoredValue::new(None),
            foreign_marks: StoredValue::new(0),
            refreshes: RwSignal::new(0),
            is_open: StoredValue::new(false),
            notifies: RwSignal::new(false),
        }
    }

    /// How many items are unread.
    pub(crate) fn unread(self) -> ReadSignal<u32> {
        self.unread.read_only()
    }

    /// Something may have changed.
    pub(crate) fn changed(self) {
        self.count_change(None);
    }

    /// The person has marked items here or in another browser, which leaves this many unread.
    pub(crate) fn marked(self, unread: u32) {
        self.count_marks(1);
        let is_first = self.changes.get_untracked() == self.requested_changes.get_value();
        let has_changed = !is_first && self.marked_unread.get_value().is_none();
        self.count_change((!has_changed).then_some(unread));
    }

    fn count_change(self, marked_unread: Option<u32>) {
        self.marked_unread.set_value(marked_unread);
        self.changes.update(|changes| *changes = changes.wrapping_add(1));
    }

    fn count_marks(self, by: i32) {
        self.foreign_marks.update_value(|marks| *marks += by);
    }

    /// The count or the items are requested now, which covers all changes until now.
    fn mark_requested(self) {
        self.foreign_marks.set_value(0);
        self.requested_changes.set_value(self.changes.get_untracked());
    }

    /// Counts the moments at which the count or the items are to be requested.
    pub(crate) fn refreshes(self) -> ReadSignal<u32> {
        self.refreshes.read_only()
    }
}
