//! The line that says that Docket itself has an error, and not the documentation service.

use std::time::Duration;

use docket_wire::Health;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::browser::page;
use crate::components::error_notice::see_settings;
use crate::state::console::{Console, use_console};
use crate::texts::shell as texts;

/// How often the health is read while the line is there.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Reads the health until Docket works again, while somebody can see the line.
#[component]
pub(crate) fn DocketError() -> impl IntoView {
    let Console { api, auth, .. } = use_console();
    let latest = RwSignal::new(None::<Result<Health, ApiError>>);
    let is_pending = StoredValue::new(false);
    let check = move || {
        // The answers to two requests at once could arrive in either order.
        if is_pending.get_value() || !page::is_visible() {
            return;
        }
        is_pending.set_value(true);
        spawn_local(async move {
            let health = api.deep_health().await;
            if health.as_ref().is_ok_and(does_docket_work) {
                auth.clear_docket_error();
            }
            // The line may be gone by now.
            let _ = latest.try_set(Some(health));
            let _ = is_pending.try_set_value(false);
        });
    };
    check();
    let checks = set_interval_with_handle(check, CHECK_EVERY).ok();
    let listener = window_event_listener_untyped("visibilitychange", move |_| check());
    on_cleanup(move || {
        listener.remove();
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
                {move || texts::docket_error_cause(auth.docket_error())}
                {texts::SERVICE_IS_NOT_THE_CAUSE}
                {see_settings()}
                {items}
            </div>
        </div>
    }
}

/// Whether Docket itself works: its state is also degraded while only the documentation service does not.
fn does_docket_work(health: &Health) -> bool {
    [&health.missing, &health.unavailable, &health.late].into_iter().all(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docket_works_also_while_the_service_does_not() {
        for (member, works) in
            [("service", true), ("missing", false), ("unavailable", false), ("late", false)]
        {
            let mut health =
                serde_json::json!({ "status": "degraded", "missing": [], "signIn": [], "version": "1.2.3" });
            health[member] = serde_json::json!(["A problem."]);
            assert_eq!(does_docket_work(&serde_json::from_value(health).unwrap()), works, "{member}");
        }
    }
}
