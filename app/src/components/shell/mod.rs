//! The frame of every page: the top bar, the keyboard shortcuts, and the main element.

use docket_wire::{AuditQuery, ProjectId};
use leptos::prelude::*;

use self::connection::Connection;
use self::person_button::PersonButton;
use self::project_switch::ProjectSwitch;
use self::shortcuts::Shortcuts;
use crate::browser::{focus, title};
use crate::components::commands::open::{CommandsDialog, DialogState};
use crate::components::extras::{ExtrasPart, extras_part};
use crate::components::inbox::lazy::unread_part;
use crate::paths::{Page, PageMatch};
use crate::state::console::use_console;
use crate::state::jobs::store::JobStore;
use crate::texts::{general, shell as texts};
use crate::ui::Logo;

mod connection;
mod person_button;
mod project_switch;
mod shortcuts;

/// The frame of a page, with the page as its children.
#[component]
pub(crate) fn Shell(route: Memo<PageMatch>, children: Children) -> impl IntoView {
    let console = use_console();
    console.projects.load();
    let current = Memo::new(move |_| route.with(|route| route.project().cloned()));
    on_cleanup(move || console.jobs.unsubscribe());
    Effect::new(move || title::set_project(console.projects.name(current.get().as_ref())));
    let has_stream = Memo::new(move |_| current.with(Option::is_some));
    // A page of no project keeps the tabs of the one that was open last.
    let with_tabs = Memo::new(move |_| current.get().or_else(|| console.projects.default_project()));
    Effect::new(move || {
        if let Some(project) = current.get() {
            console.projects.set_last(&project);
        }
        // The inbox of the one that was open last is counted there, too, and follows the changes.
        if let Some(project) = with_tabs.get() {
            console.jobs.subscribe(&project);
        }
    });
    let dialog = DialogState::new();
    // Every failure sets it again. The notice stays, with its checks and the focus on its link. `then` of this memo saves 6.8 kB
    // brotli of the first view over `<Show>`.
    let has_failed = Memo::new(move |_| console.auth.has_docket_failed());
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        focus::move_to("#main");
    };
    view! {
        <a class="skip-link" href="#main" on:click=skip>{texts::SKIP_TO_CONTENT}</a>
        <header class="top-bar">
            <a class="brand" href=Page::Home.to_string()><Logo/> {general::DOCKET}</a>
            <ProjectSwitch current=with_tabs/>
            {move || match with_tabs.get() {
                Some(project) => view! { <Tabs project=project route=route/> }.into_any(),
                // Their line on phones, so that the page below does not move.
                None => view! { <div class="tabs"></div> }.into_any(),
            }}
            <div class="top-bar__end">
                <Connection has_stream=has_stream/>
                <button
                    type="button"
                    class="icon-button top-bar__search"
                    aria-label=texts::SEARCH_AND_COMMANDS
                    aria-keyshortcuts="Control+K"
                    title=texts::SEARCH_AND_COMMANDS_KEYS
                    on:click=move |_| dialog.open(CommandsDialog::Palette)
                >
                    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                        <path d="M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9Zm3.25 7.75l3.5 3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
                    </svg>
                </button>
                <PersonButton dialog=dialog/>
            </div>
        </header>
        {move || has_failed.get().then(|| extras_part(ExtrasPart::DocketError))}
        <main id="main" class="main" tabindex="-1">{children()}</main>
        <Shortcuts project=with_tabs dialog=dialog/>
    }
}

/// A page of a project, in the top bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Jobs,
    Inbox,
    Visitors,
    Templates,
    Audit,
}

#[component]
fn Tabs(project: ProjectId, route: Memo<PageMatch>) -> impl IntoView {
    let console = use_console();
    let auth = console.auth;
    let current = Memo::new(move |_| {
        route.with(|route| match route {
            PageMatch::Jobs(_) | PageMatch::Job(..) => Some(Tab::Jobs),
            PageMatch::Inbox(_) => Some(Tab::Inbox),
            PageMatch::Visitors(_) => Some(Tab::Visitors),
            PageMatch::Templates(_) | PageMatch::Batch(_) => Some(Tab::Templates),
            PageMatch::Audit(_) => Some(Tab::Audit),
            _ => None,
        })
    });
    let is_current = move |tab| (current.get() == Some(tab)).then_some("page");
    let (jobs, visitors) = (Page::Jobs(&project).to_string(), Page::Visitors(&project).to_string());
    let inbox = Page::Inbox(&project).to_string();
    // The app requests the count after the jobs. A page without a project has no jobs to wait for.
    let is_counted = Memo::new(move |_| {
        console.jobs.with(JobStore::is_loaded)
            || route.with(|route| route.project().is_none() && *route != PageMatch::Home)
    });
    let of_project = project.clone();
    let unread = move || is_counted.get().then(|| unread_part(of_project.clone()));
    let templates = Page::Templates(&project).to_string();
    let audit = Page::Audit(Some(&project), &AuditQuery::default()).to_string();
    view! {
        <nav class="tabs" aria-label=texts::PAGES>
            <a href=jobs aria-current=move || is_current(Tab::Jobs)>{general::JOBS}</a>
            <a href=visitors aria-current=move || is_current(Tab::Visitors)>{general::VISITORS}</a>
            <a href=templates aria-current=move || is_current(Tab::Templates)>{general::TEMPLATES}</a>
            <Show when=move || auth.may_read_audit(Some(&project))>
                <a href=audit.clone() aria-current=move || is_current(Tab::Audit)>{texts::AUDIT}</a>
            </Show>
            // The last one, because its count comes later than the others.
            <a href=inbox aria-current=move || is_current(Tab::Inbox)><span>{general::INBOX} {unread}</span></a>
        </nav>
    }
}
