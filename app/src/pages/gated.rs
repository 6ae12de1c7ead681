//! Lets in who is signed in, and tells everybody else what is in the way.

use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use super::not_configured::NotConfigured;
use crate::paths::{self, Page};
use crate::state::access::Gate;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, part};

/// Every page but the one to sign in stands behind this.
#[component]
pub(crate) fn Gated(children: ChildrenFn) -> impl IntoView {
    let access = Console::here().access;
    let (location, navigate) = (use_location(), use_navigate());
    let gate = access.gate();
    Effect::new(move || {
        if gate.get() == Gate::SignedOut {
            let here =
                paths::with_query(&location.pathname.get_untracked(), &location.search.get_untracked());
            let return_to = Some(here.as_str()).filter(|here| *here != "/");
            navigate(&Page::SignIn { return_to }.to_string(), paths::redirect());
        }
    });
    part(move || match gate.get() {
        Gate::SignedIn(_) => children().into_any(),
        Gate::Asking | Gate::SignedOut => {
            view! { <p class="visually-hidden" role="status">"Loading"</p> }.into_any()
        }
        Gate::NotConfigured(health) => view! { <NotConfigured health=health/> }.into_any(),
        Gate::Failed(error) => view! {
            <main class="alone">
                <Heading name="Docket cannot be reached"/>
                <ErrorNotice error=error on_retry=Callback::new(move |()| access.ask())/>
            </main>
        }
        .into_any(),
    })
}
