//! The routes.

use leptos::prelude::*;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::path;

use crate::components::shell::Announcer;
use crate::pages::{Gated, Home, JobPage, JobsPage, NotFound, SignInPage, VisitorsPage};
use crate::state::console::Console;

/// The whole console.
#[component]
pub(crate) fn App() -> impl IntoView {
    Console::provide().access.ask();
    view! {
        <Router>
            <Announcer/>
            <Routes fallback=NotFound>
                <Route path=path!("/sign-in") view=SignInPage/>
                <ParentRoute path=path!("") view=Gated>
                    <Route path=path!("/") view=Home/>
                    <Route path=path!("/p/:project") view=Home/>
                    <Route path=path!("/p/:project/jobs") view=JobsPage/>
                    <Route path=path!("/p/:project/jobs/:id") view=JobPage/>
                    <Route path=path!("/p/:project/visitors") view=VisitorsPage/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}
