//! Keeps the count of unread items up to date: in the top bar, in the title and in the icon of the window.
//!
//! Changes of jobs request the count again. A hundred consoles get every change at once, so each waits for a random time, and requests it
//! at most once in five seconds.

use std::time::Duration;

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::UnreadCount;
use super::order::{InboxOrder, with_order};
use crate::api::{Api, InboxCount};
use crate::browser::{clock, storage, title};
use crate::format;
use crate::state::console::{Console, use_console};

/// The least time between two requests for the count.
const BETWEEN_MS: i64 = 5_000;
/// The least wait after a change: further ones often follow it.
const AFTER_CHANGE_MS: i64 = 1_000;
/// How much longer consoles wait, at random.
const SPREAD_MS: f64 = 2_000.0;
/// The storage key that has a value while this browser notifies.
const NOTIFIES: &str = "docket.notify";

/// Follows the inbox of a project until the component is gone.
pub(crate) fn keep_unread_count(project: ProjectId) {
    let console = use_console();
    let Console { api, inbox, .. } = console;
    inbox.notifies.set(storage::get(NOTIFIES).is_some());
    let requests = CountRequests {
        api,
        inbox,
        project: StoredValue::new(project),
        is_due: StoredValue::new(false),
        requested_at_ms: StoredValue::new(0),
    };
    // The page of the inbox requests its items itself.
    if !inbox.is_open.get_value() {
        requests.request();
    }
    // The items may have been requested before this module was here, and have changed since.
    Effect::new(move || {
        if inbox.changes.get() != inbox.requested_changes.get_value() {
            requests.request_soon();
        }
    });
    // No change says that another browser of the person has marked items in the meantime.
    console.on_reachable_again(true, Callback::new(move |()| inbox.changed()));
    Effect::new(move |before: Option<u32>| {
        let marks = inbox.other_marks.get();
        if before.is_some_and(|before| before != marks) {
            requests.request();
        }
        marks
    });
    on_cleanup(move || {
        with_order(InboxOrder::leave);
        inbox.show(InboxCount { revision: 0, unread: 0 });
    });
}

/// The requests for the count of a project.
#[derive(Clone, Copy)]
struct CountRequests {
    api: Api,
    inbox: UnreadCount,
    project: StoredValue<ProjectId>,
    is_due: StoredValue<bool>,
    requested_at_ms: StoredValue<i64>,
}

impl CountRequests {
    fn request_soon(self) {
        if self.is_due.get_value() {
            return;
        }
        self.is_due.set_value(true);
        let rest_ms = self.requested_at_ms.get_value() + BETWEEN_MS - clock::now_ms();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
        let random_ms = (clock::random() * SPREAD_MS) as u64;
        let wait_ms = rest_ms.clamp(AFTER_CHANGE_MS, BETWEEN_MS).unsigned_abs() + random_ms;
        set_timeout(move || self.request_if_due(), Duration::from_millis(wait_ms));
    }

    /// Requests the count, unless only marks of this tab have changed it: their responses have shown it. Marks of another browser can
    /// leave as many unread as there were, but of other items.
    fn request_if_due(self) {
        let UnreadCount { marked_unread, foreign_marks, unread, .. } = self.inbox;
        if self.project.try_get_value().is_some()
            && foreign_marks.get_value() == 0
            && marked_unread.get_value() == Some(unread.get_untracked())
        {
            self.is_due.set_value(false);
            self.inbox.mark_requested();
        } else {
            self.request();
        }
    }

    fn request(self) {
        // The person may have left the project meanwhile.
        let Some(project) = self.project.try_get_value() else { return };
        self.is_due.set_value(false);
        self.requested_at_ms.set_value(clock::now_ms());
        self.inbox.mark_requested();
        self.inbox.refreshes.update(|refreshes| *refreshes = refreshes.wrapping_add(1));
        if self.inbox.is_open.get_value() {
            return;
        }
        let number = with_order(|order| order.requests.begin());
        spawn_local(async move {
            // Without a response the last count stays, and the next change requests it again.
            let Ok(count) = self.api.inbox_count(&project).await else { return };
            if self.project.try_get_value().is_none() {
                return;
            }
            if !self.inbox.show_response(number, count) {
                self.request_soon();
            }
        });
    }
}

impl UnreadCount {
    /// Shows the count of a response, unless it is out of date. Returns whether it is shown.
    pub(super) fn show_response(self, number: u32, count: InboxCount) -> bool {
        let is_newer = with_order(|order| order.requests.show(number));
        if is_newer {
            self.show(count);
        }
        is_newer
    }

    fn show(self, count: InboxCount) {
        with_order(|order| order.revision = count.revision);
        // Also if it is the same number: an open job waits for the first count.
        self.unread.set(count.unread);
        let unread = if count.unread == 0 {
            String::new()
        } else {
            format!("({}) ", format::inbox::count(count.unread))
        };
        title::set_unread(unread);
    }

    /// The revision of the latest count.
    pub(crate) fn revision(self) -> u64 {
        with_order(|order| order.revision)
    }

    /// Whether this browser notifies the person.
    pub(crate) fn notifies(self) -> ReadSignal<bool> {
        self.notifies.read_only()
    }

    /// Stores whether this browser notifies the person: another one has a permission of its own.
    pub(crate) fn set_notifies(self, notifies: bool) {
        if notifies {
            storage::set(NOTIFIES, "1");
        } else {
            storage::remove(NOTIFIES);
        }
        self.notifies.set(notifies);
    }
}
