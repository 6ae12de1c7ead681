//! The frame of every page: the top bar, the keyboard shortcuts, and the main element.

use docket_wire::ProjectId;
use leptos::html::Dialog;
use leptos::prelude::*;

use self::account::Account;
use self::connection::Connection;
use self::project_switch::ProjectSwitch;
use self::shortcuts::Shortcuts;
use crate::browser::page;
use crate::paths::{Page, PageMatch};
use crate::state::console::Console;
use crate::ui::Mark;

mod account;
mod connection;
mod project_switch;
mod shortcuts;

/// The frame of a page, with the page as its children.
#[component]
pub(crate) fn Shell(route: Memo<PageMatch>, children: Children) -> impl IntoView {
    let console = Console::here();
    console.projects.load();
    let current = Memo::new(move |_| route.with(|route| route.project().cloned()));
    Effect::new(move || {
        if let Some(project) = current.get() {
            console.projects.set_last(&project);
            console.jobs.subscribe(&project);
        }
    });
    on_cleanup(move || console.jobs.unsubscribe());
    let dialog = NodeRef::<Dialog>::new();
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        page::focus("#main");
    };
    view! {
        <a class="skip-link" href="#main" on:click=skip>"Skip to content"</a>
        <header class="top-bar">
            <a class="brand" href=Page::Home.to_string()><Mark/> "Docket"</a>
            <ProjectSwitch current=current/>
            {move || current.get().map(|project| view! { <Tabs project=project route=route/> })}
            <div class="top-bar__end">
                <Show when=move || current.with(Option::is_some)>
                    <Connection/>
                </Show>
                <Account on_shortcuts=Callback::new(move |()| shortcuts::show(dialog))/>
            </div>
        </header>
        <main id="main" class="main" tabindex="-1">{children()}</main>
        <Shortcuts current=current dialog=dialog/>
    }
}

#[component]
fn Tabs(project: ProjectId, route: Memo<PageMatch>) -> impl IntoView {
    let is_visitors = Memo::new(move |_| route.with(|route| matches!(route, PageMatch::Visitors(_))));
    let (jobs, visitors) = (Page::Jobs(&project).to_string(), Page::Visitors(&project).to_string());
    view! {
        <nav class="tabs" aria-label="Pages">
            <a href=jobs aria-current=move || (!is_visitors.get()).then_some("page")>"Jobs"</a>
            <a href=visitors aria-current=move || is_visitors.get().then_some("page")>"Visitors"</a>
        </nav>
    }
}
