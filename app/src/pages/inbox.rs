//! The inbox of the person who is signed in: what needs somebody, what has ended, and what is under way in a project.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::components::inbox::{GroupSection, NotifyMe};
use crate::components::may_change_jobs::MayChangeJobs;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::inbox::items::{InboxItems, ShownGroup};
use crate::state::positions::InboxPosition;
use crate::texts::general;
use crate::texts::inbox as texts;
use crate::ui::{Heading, Skeleton};

/// The inbox of a project.
#[component]
pub(crate) fn InboxPage(project: ProjectId) -> impl IntoView {
    let items = InboxItems::new(project.clone());
    items.before_change(Callback::new(|()| focus::restore_if_lost(".inbox", &[])));
    let inbox = items.inbox();
    let is_loaded = Memo::new(move |_| inbox.with(Option::is_some));
    return_to_item(&project, is_loaded);
    let is_empty = Memo::new(move |_| {
        let is_empty = |group: ShownGroup| {
            inbox.with(|inbox| inbox.as_ref().is_some_and(|inbox| group.of(inbox).items.is_empty()))
        };
        [ShownGroup::NeedsYou, ShownGroup::Ended, ShownGroup::Running].into_iter().all(is_empty)
    });
    let error = move || {
        items
            .error()
            .map(|error| view! { <ErrorNotice error=error on_retry=Callback::new(move |()| items.retry())/> })
    };
    let loading = move || {
        let has_failed = items.error().is_some();
        (!has_failed).then(|| view! { <Skeleton rows=8 label=texts::LOADING_THE_INBOX/> })
    };
    let empty = project.clone();
    let groups = {
        let section = move |(group, heading, empty)| {
            view! { <GroupSection project=project.clone() items=items group=group heading=heading empty=empty/> }
        };
        move || {
            [
                (ShownGroup::NeedsYou, texts::NEEDS_YOU, texts::NOTHING_WAITS),
                (ShownGroup::Ended, texts::ENDED, texts::NONE_ENDED),
                (ShownGroup::Running, texts::RUNNING, texts::NONE_RUNNING),
            ]
            .map(&section)
            .collect_view()
        }
    };
    let content = move || {
        if is_empty.get() { view! { <Empty project=empty.clone()/> }.into_any() } else { groups().into_any() }
    };
    view! {
        <div class="inbox">
            <header class="inbox__head">
                <Heading name=general::INBOX/>
                <ReadAllButton items=items/>
            </header>
            <NotifyMe/>
            {error}
            <Show when=move || is_loaded.get() fallback=move || loading>
                {content.clone()}
            </Show>
        </div>
    }
}

/// Gives the item that the person comes back from the focus, once the items are there.
fn return_to_item(project: &ProjectId, is_loaded: Memo<bool>) {
    let position = StoredValue::new(use_console().positions.take_inbox(project));
    Effect::new(move || {
        if is_loaded.get()
            && let Some(InboxPosition { href, scroll_y, .. }) =
                position.try_update_value(Option::take).flatten()
        {
            focus::return_late(scroll_y, format!("a[href={}]", focus::quoted(&href)));
        }
    });
}

#[component]
fn ReadAllButton(items: InboxItems) -> impl IntoView {
    let unread = use_console().inbox.unread();
    let read_all = move |_| {
        if unread.get_untracked() != 0 {
            items.read_all();
        }
    };
    view! {
        <button
            type="button"
            class="button"
            aria-disabled=move || (unread.get() == 0).then_some("true")
            aria-keyshortcuts="a"
            title=general::shortcut("a")
            on:click=read_all
        >
            {texts::READ_ALL}
        </button>
    }
}

#[component]
fn Empty(project: ProjectId) -> impl IntoView {
    let jobs = Page::Jobs(&project).to_string();
    view! {
        <div class="empty">
            <p>{texts::NOTHING_YET}</p>
            <p>
                {texts::WHAT_WILL_BE_HERE}
            </p>
            <MayChangeJobs project=project>
                <p><a href=jobs.clone()>{general::START_A_JOB}</a></p>
            </MayChangeJobs>
        </div>
    }
}
