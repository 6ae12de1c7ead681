//! One item of the inbox.

use docket_wire::{InboxItem, InboxSubject, ProjectId, Right};
use leptos::prelude::*;

use crate::browser::page;
use crate::components::jobs::pull_request::PullRequest;
use crate::format;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::inbox::items::{InboxItems, ShownGroup};
use crate::state::positions::InboxPosition;
use crate::texts::general;
use crate::texts::inbox as texts;
use crate::ui::{Age, Status};

/// The item: its title as a link, why it is there, and what comes next.
#[component]
pub(super) fn Item(
    project: ProjectId,
    items: InboxItems,
    group: ShownGroup,
    subject: InboxSubject,
) -> impl IntoView {
    let item = items.item(group, subject.clone());
    let href = Page::of_subject(&project, &subject).to_string();
    let can_be_unread = group != ShownGroup::Running;
    let toggle = move || {
        if let Some(item) = item.get_untracked().filter(|_| can_be_unread) {
            items.toggle(&item);
        }
    };
    let is_submission = matches!(subject, InboxSubject::Submission(_));
    // The page of a job marks the job as read. A submission opens the page of all jobs, which marks nothing.
    let position = InboxPosition { project: project.clone(), href: href.clone(), scroll_y: 0.0 };
    let console = use_console();
    let open = move |_| {
        console.positions.set_inbox(InboxPosition { scroll_y: page::scroll_y(), ..position.clone() });
        if let Some(item) = item.get_untracked().filter(|item| is_submission && !item.read) {
            items.mark(&item, true);
        }
    };
    let is_unread = Memo::new(move |_| item.with(|item| item.as_ref().is_some_and(|item| !item.read)));
    let may_change = console.auth.may_untracked(Right::JobsWrite, &project);
    let content = move || item.get().map(|item| view! { <About item=item may_change=may_change/> });
    let title = move || item.with(|item| item.as_ref().map(format::inbox::title).unwrap_or_default());
    let mark = can_be_unread.then(|| {
        let word = move || if is_unread.get() { texts::MARK_AS_READ } else { texts::MARK_AS_UNREAD };
        view! {
            <button
                type="button"
                class="button button--small"
                aria-label=move || format!("{}: {}", word(), title())
                aria-keyshortcuts="e"
                title=general::shortcut("e")
                on:click=move |_| toggle()
            >
                {word}
            </button>
        }
    });
    view! {
        <li class="inbox__item list-row" class:inbox__item--unread=is_unread>
            <div class="inbox__body">
                <p class="inbox__title">
                    <Show when=move || is_unread.get()>
                        <span class="inbox__dot"><span class="visually-hidden">{texts::UNREAD}</span></span>
                    </Show>
                    <a class="inbox__link list-stop" dir="auto" href=href on:click=open>{title}</a>
                </p>
                {content}
            </div>
            {mark}
        </li>
    }
}

/// Everything below the title.
#[component]
fn About(item: InboxItem, may_change: bool) -> impl IntoView {
    let (shape, word) = format::inbox::state(&item);
    let (why, next) = texts::sentences(&item, may_change);
    let author = item.author.map(|author| view! { " · " {author.to_string()} });
    let pull_request = item.pr_link.map(|url| view! { " · " <PullRequest url=url/> });
    view! {
        <p class="inbox__why">{why} " " {next}</p>
        <p class="inbox__facts">
            <Status shape=shape word=word/> " · " <Age at=item.at/> {author} {pull_request}
        </p>
    }
}
