//! The pages, and which one is shown.

use leptos::prelude::*;

use self::home::Home;
use self::jobs::list::JobsPage;
use self::lazy::{
    access_page, audit_page, batch_page, inbox_page, job_page, sessions_page, settings_page, templates_page,
    visitors_page,
};
use self::not_found::NotFound;
use crate::components::shell::Shell;
use crate::paths::PageMatch;

pub(crate) mod auth;
mod batch;
mod home;
mod inbox;
mod jobs;
pub(crate) mod lazy;
mod not_found;
mod settings;
mod templates;
mod visitors;

/// The matched page, in the frame of the console.
#[component]
pub(crate) fn RoutedPage(route: Memo<PageMatch>) -> impl IntoView {
    let page = move || match route.get() {
        PageMatch::Home => view! { <Home/> }.into_any(),
        PageMatch::Access => access_page(),
        PageMatch::Sessions => sessions_page(),
        PageMatch::Settings => settings_page(),
        PageMatch::Jobs(project) => view! { <JobsPage project=project/> }.into_any(),
        PageMatch::Inbox(project) => inbox_page(project),
        PageMatch::Job(project, id) => job_page(project, id),
        PageMatch::Visitors(project) => visitors_page(project),
        PageMatch::Templates(project) => templates_page(project),
        PageMatch::Batch(project) => batch_page(project),
        PageMatch::Audit(project) => audit_page(project),
        PageMatch::SignIn | PageMatch::NotFound => view! { <NotFound/> }.into_any(),
    };
    view! { <Shell route=route>{page}</Shell> }
}
