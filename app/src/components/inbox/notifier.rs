//! Notifies the person of what is new in the inbox while the page is hidden.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;

use crate::browser::notification::{self, Permission};
use crate::browser::page;
use crate::format;
use crate::paths::Page;
use crate::state::console::{Console, use_console};
use crate::state::inbox::UnreadCount;
use crate::texts::inbox as texts;

/// The most notifications that are shown at once.
const SINGLE_MAX: usize = 3;

/// Shows notifications for a project while the calling component is mounted.
pub(super) fn notify(project: ProjectId) {
    let Console { api, auth, inbox, .. } = use_console();
    let navigate = use_navigate();
    // The revision of what the person was notified of, or saw the count of. Before the first count, nothing is known to be new.
    let known = StoredValue::new(0);
    // A count that arrives while the page is hidden may be of items that no response has had yet.
    let see = move || {
        if page::is_visible() || known.get_value() == 0 {
            known.update_value(|known| *known = inbox.revision().max(*known));
        }
    };
    Effect::new(move || {
        inbox.unread().track();
        see();
    });
    // A count may be the same number as the one before it. Whatever was counted until the page is hidden was in view.
    let listener = window_event_listener_untyped("visibilitychange", move |_| {
        known.try_update_value(|known| *known = inbox.revision().max(*known));
    });
    on_cleanup(move || listener.remove());
    Effect::new(move || {
        inbox.refreshes().track();
        let is_on = inbox.notifies().get() && notification::permission() == Permission::Granted;
        see();
        let before = known.get_value();
        if !is_on || before == 0 || page::is_visible() {
            return;
        }
        let (project, navigate) = (project.clone(), navigate.clone());
        spawn_local(async move {
            let Ok(loaded) = api.newest_of_inbox(&project).await else { return };
            if known.try_set_value(loaded.revision).is_some() {
                return;
            }
            let items = loaded.needs_you.items.iter().chain(&loaded.ended.items);
            let new: Vec<_> = items.filter(|item| !item.read && item.revision > before).collect();
            if new.len() > SINGLE_MAX {
                let href = Page::Inbox(&project).to_string();
                let title = texts::many_are_new(new.len());
                let go = move || navigate(&href, Default::default());
                let tag = format!("inbox {}", loaded.revision);
                show(inbox, &title, texts::OPEN_THE_INBOX, &tag, go);
                return;
            }
            let may_change = auth.may_untracked(Right::JobsWrite, &project);
            for item in new {
                let href = Page::of_subject(&project, &item.subject).to_string();
                let navigate = navigate.clone();
                let (why, next) = texts::sentences(item, may_change);
                let tag = format!("{href} {}", item.revision);
                let go = move || navigate(&href, Default::default());
                show(inbox, &format::inbox::title(item), &format!("{why} {next}"), &tag, go);
            }
        });
    });
}

/// Shows a notification. In a browser that cannot, nothing says any longer that it notifies.
fn show(inbox: UnreadCount, title: &str, body: &str, tag: &str, on_click: impl FnOnce() + 'static) {
    if !notification::show(title, body, tag, on_click) {
        inbox.set_notifies(false);
    }
}
