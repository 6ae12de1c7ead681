//! The pages, one file each, and the route to them.

use leptos::prelude::*;

use self::home::Home;
use self::jobs::list::JobsPage;
use self::lazy::{job_page, visitors_page};
use self::not_found::NotFound;
use crate::components::shell::Shell;
use crate::paths::Route;

pub(crate) mod auth;
mod home;
mod jobs;
mod lazy;
mod not_found;
mod visitors;

/// The page of a route, in the frame of the console.
#[component]
pub(crate) fn RoutedPage(route: Memo<Route>) -> impl IntoView {
    let page = move || match route.get() {
        Route::Home => view! { <Home/> }.into_any(),
        Route::Jobs(project) => view! { <JobsPage project=project/> }.into_any(),
        Route::Job(project, id) => job_page(project, id),
        Route::Visitors(project) => visitors_page(project),
        Route::SignIn | Route::NotFound => view! { <NotFound/> }.into_any(),
    };
    view! { <Shell route=route>{page}</Shell> }
}
