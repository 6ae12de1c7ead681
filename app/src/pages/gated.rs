//! Lets in who is signed in, and tells everybody else what is in the way.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};

use super::not_configured::NotConfigured;
use crate::paths::Page;
use crate::state::access::Gate;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading};

/// Every page but the one to sign in stands behind this.
#[component]
pub(crate) fn Gated(children: ChildrenFn) -> impl IntoView {
    let access = Console::here().access;
    let gate = access.gate();
    let location = use_location();
    let navigate = use_navigate();
    Effect::new(move || {
        if gate.get() == Gate::SignedOut {
            let query = location.search.get_untracked();
            let separator = if query.is_empty() { "" } else { "?" };
            let here = format!("{}{separator}{query}", location.pathname.get_untracked());
            let return_to = Some(here.as_str()).filter(|here| *here != "/");
            let options = NavigateOptions { replace: true, ..NavigateOptions::default() };
            navigate(&Page::SignIn { return_to }.to_string(), options);
        }
    });
    move || match gate.get() {
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
    }
}
