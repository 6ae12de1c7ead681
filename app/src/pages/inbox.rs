//! The inbox of the person who is signed in: what needs somebody, what has ended, and what is under way in a project.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::browser::page;
use crate::components::allowed::MayChangeJobs;
use crate::components::error_notice::ErrorNotice;
use crate::components::inbox::{Group, NotifyMe};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::inbox::items::{InboxItems, ShownGroup};
use crate::ui::{Heading, Skeleton};

/// The inbox of a project.
#[component]
pub(crate) fn InboxPage(project: ProjectId) -> impl IntoView {
    let items = InboxItems::new(project.clone());
    items.on_change(Callback::new(|()| page::keep_focus(".inbox", &[])));
    let unread = Console::here().inbox.unread();
    let inbox = items.inbox();
    let is_loaded = Memo::new(move |_| inbox.with(Option::is_some));
    let is_empty = Memo::new(move |_| {
        let is_empty = |group: ShownGroup| {
            inbox.with(|inbox| inbox.as_ref().is_some_and(|inbox| group.of(inbox).items.is_empty()))
        };
        [ShownGroup::NeedsYou, ShownGroup::Ended, ShownGroup::Running].into_iter().all(is_empty)
    });
    let error = move || {
        items
            .error()
            .map(|error| view! { <ErrorNotice error=error on_retry=Callback::new(move |()| items.load())/> })
    };
    let read_all = move |_| {
        if unread.get_untracked() != 0 {
            items.read_all();
        }
    };
    let empty = project.clone();
    let groups = {
        let group = move |project: ProjectId, group, heading, empty| {
            view! { <Group project=project items=items group=group heading=heading empty=empty/> }
        };
        move || {
            let of = |shown, heading, empty| group(project.clone(), shown, heading, empty);
            view! {
                {of(ShownGroup::NeedsYou, "Needs you", "Nothing waits for a decision.")}
                {of(ShownGroup::Ended, "Ended", "No job ended in the last 14 days.")}
                {of(ShownGroup::Running, "Running", "No job is running.")}
            }
        }
    };
    let content = move || {
        if is_empty.get() { view! { <Empty project=empty.clone()/> }.into_any() } else { groups().into_any() }
    };
    view! {
        <div class="inbox">
            <header class="inbox__head">
                <Heading name="Inbox"/>
                <button
                    type="button"
                    class="button"
                    aria-disabled=move || (unread.get() == 0).then_some("true")
                    aria-keyshortcuts="a"
                    title="Shortcut: a"
                    on:click=read_all
                >
                    "Read all"
                </button>
            </header>
            <NotifyMe/>
            {error}
            <Show when=move || is_loaded.get() fallback=|| view! { <Skeleton rows=8 label="Loading the inbox"/> }>
                {content.clone()}
            </Show>
        </div>
    }
}

#[component]
fn Empty(project: ProjectId) -> impl IntoView {
    let jobs = Page::Jobs(&project).to_string();
    view! {
        <div class="empty">
            <p>"Nothing here yet."</p>
            <p>
                "Jobs will appear here while they run, when they end, and when they need a decision: a prompt whose outcome is \
                 unknown or that was rejected, a job that failed, takes too long, or is not polled any more."
            </p>
            <MayChangeJobs project=project>
                <p><a href=jobs.clone()>"Start a job"</a></p>
            </MayChangeJobs>
        </div>
    }
}
