//! Errors, shown where they occur.

use docket_wire::ProblemCode;
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::focus;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::texts::{errors as texts, general};
use crate::ui::in_local_time;

/// The message of an error, with a button to retry if there is a way to. What failed for want of a connection is also retried
/// once there is one again.
#[component]
pub(crate) fn ErrorNotice(
    error: ApiError,
    /// Retries what failed.
    #[prop(optional, into)]
    on_retry: Option<Callback<()>>,
) -> impl IntoView {
    let is_network = error.is_network();
    if let Some(retry) = on_retry.filter(|_| is_network) {
        let again = Callback::new(move |()| {
            focus::restore_if_lost(".notice", &[]);
            retry.run(());
        });
        // What fails after the return would wait for the next one.
        use_console().on_reachable_again(!error.is_before_connection_change, again);
    }
    let retry = on_retry.map(|retry| {
        let again = move |event| {
            // The notice goes away with the button.
            focus::stay_in_section(&event);
            retry.run(());
        };
        view! {
            <button type="button" class="button" aria-keyshortcuts="." title=general::shortcut(".") on:click=again>
                {general::TRY_AGAIN}
            </button>
        }
    });
    view! {
        <div class="notice notice--error" class:notice--network=is_network role="alert">
            <p class="notice__text">{in_local_time(&error.message)}<SettingsLink code=error.code/><RequestId id=error.request_id/></p>
            {retry}
        </div>
    }
}

/// The error of the last request, if it failed.
#[component]
pub(crate) fn RequestError(request: PendingRequest) -> impl IntoView {
    let error = request.error();
    move || error.get().map(|error| view! { <ErrorNotice error=error/> })
}

/// A link to the page *Settings*, after an error that a setting, the key or a budget may have caused.
#[component]
pub(crate) fn SettingsLink(code: Option<ProblemCode>) -> impl IntoView {
    let is_about_settings = matches!(
        code,
        Some(
            ProblemCode::ServiceRejectedKey
                | ProblemCode::ServiceUnreachable
                | ProblemCode::ServiceTimeout
                | ProblemCode::ServiceBadAnswer
                | ProblemCode::OutcomeUnknown
                | ProblemCode::BudgetExhausted
                | ProblemCode::NewerSchema
                | ProblemCode::Restoring
        )
    );
    is_about_settings.then(see_settings)
}

/// A link to the page of settings, after a text.
pub(crate) fn see_settings() -> impl IntoView {
    view! { " " <a href=Page::Settings.to_string()>{texts::SEE_SETTINGS}</a> }
}

/// The id of a request, which finds it in the edge's log.
#[component]
pub(crate) fn RequestId(id: Option<String>) -> impl IntoView {
    id.map(|id| view! { " " <span class="request-id">{texts::REQUEST} {id}</span> })
}
