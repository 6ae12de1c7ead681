//! The page "Your sessions", for everybody.

use docket_wire::SignInMethod;
use leptos::prelude::*;

use crate::components::auth::session_list::SessionList;
use crate::state::console::use_console;
use crate::texts::auth::sessions as texts;
use crate::texts::general;
use crate::ui::Heading;

/// One's own sessions.
#[component]
pub(crate) fn SessionsPage() -> impl IntoView {
    let auth = use_console().auth;
    let none = match auth.sign_in() {
        Some(SignInMethod::Access) => texts::ACCESS_HAS_THEM,
        // After a restore, the list lacks a session until its cookie is renewed.
        _ => texts::NONE_LISTED_YET,
    };
    view! {
        <Heading name=general::YOUR_SESSIONS/>
        <section class="access-section">
            <p>{texts::EACH_BROWSER_HAS_ONE}</p>
            <SessionList person=None none=none on_loaded=Callback::new(|_| ())/>
        </section>
    }
}
