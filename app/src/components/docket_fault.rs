//! The line that says that Docket itself has an error, and not the documentation service.

use std::time::Duration;

use docket_wire::{Health, HealthState};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::see_settings;
use crate::state::console::{Console, use_console};
use crate::texts::shell as texts;

/// How often the health is read while the line is there.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Reads the health until Docket works again.
#[component]
pub(crate) fn DocketFault() -> impl IntoView {
    let Console { api, auth, .. } = use_console();
    let latest = RwSignal::new(None::<Result<Health, ApiError>>);
    let check = move || {
        spawn_local(async move {
            let health = api.deep_health().await;
            if health.as_ref().is_ok_and(|health| health.status == HealthState::Ok) {
                auth.clear_docket_fault();
            }
            // The line may be gone by now.
            let _ = latest.try_set(Some(health));
        });
    };
    check();
    let checks = set_interval_with_handle(check, CHECK_EVERY).ok();
    on_cleanup(move || {
        if let Some(checks) = checks {
            checks.clear();
        }
    });
    let parts = move || match latest.get() {
        None => Vec::new(),
        Some(Ok(health)) => health.unavailable.into_iter().chain(health.late).collect(),
        Some(Err(error)) => vec![error.message],
    };
    let items = move || {
        let parts = parts();
        (!parts.is_empty()).then(|| {
            let items = parts.into_iter().map(|part| view! { <li>{part}</li> }).collect_view();
            view! { <ul class="rules">{items}</ul> }
        })
    };
    view! {
        <div class="notice notice--warning notice--wide" role="status" aria-label=texts::DOCKET_ERROR>
            <div class="notice__text">
                {move || texts::docket_fault(auth.docket_fault())}
                {texts::SERVICE_IS_NOT_THE_CAUSE}
                {see_settings()}
                {items}
            </div>
        </div>
    }
}
