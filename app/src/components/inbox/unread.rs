//! How many items are unread, within the link to the inbox.

use docket_wire::ProjectId;
use leptos::prelude::*;

use super::notifier::notify;
use crate::format;
use crate::state::console::use_console;
use crate::state::inbox::count::keep_unread_count;
use crate::texts::inbox as texts;

/// The count, unless it is zero. While it is mounted, it updates the title and the icon as well, and shows notifications to a
/// person who wants them.
#[component]
pub(super) fn Unread(project: ProjectId) -> impl IntoView {
    keep_unread_count(project.clone());
    notify(project);
    let unread = use_console().inbox.unread();
    let count = move || format::inbox::count(unread.get());
    // The link is called "Inbox, 3 unread".
    view! {
        <Show when=move || unread.get() != 0>
            <span class="tabs__silent">", "</span>
            <span class="tabs__count">{count}</span>
            <span class="tabs__silent">{texts::NUMBER_UNREAD}</span>
        </Show>
    }
}
