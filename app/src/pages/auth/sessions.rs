//! The page "Your sessions", for everybody.

use docket_wire::SignInMethod;
use leptos::prelude::*;

use crate::components::auth::session_list::SessionList;
use crate::state::console::Console;
use crate::ui::Heading;

/// One's own sessions.
#[component]
pub(crate) fn SessionsPage() -> impl IntoView {
    let auth = Console::here().auth;
    let none = match auth.sign_in() {
        Some(SignInMethod::Access) => {
            "You sign in with Cloudflare Access, so Docket has no sessions of yours. An admin of Access can end them there."
        }
        // A session from before Docket kept the list.
        _ => "No sessions are listed yet. This one will be within five minutes of use.",
    };
    view! {
        <Heading name="Your sessions"/>
        <section class="access-section">
            <p>
                "Each browser in which you are signed in. End a session that you do not know, and ask for a new passphrase: \
                 that ends all of them."
            </p>
            <SessionList person=None none=none on_loaded=Callback::new(|_| ())/>
        </section>
    }
}
