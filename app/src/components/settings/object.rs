//! What jobs and visitors have in common: pauses, calls to the service, storage.

use docket_wire::{FailedCall, ServiceCalls, StorageStatus, UnixMs};
use leptos::prelude::*;

use super::row::SettingRow;
use crate::format::settings::{advice, size};
use crate::format::time::duration;
use crate::state::console::use_console;
use crate::texts::settings::project as texts;
use crate::ui::Age;

/// Time after which the rest of a pause changes on the screen.
const STEP_MS: i64 = 10_000;

/// The pause of a budget, while it lasts, with the page on which a person can end it.
#[component]
pub(super) fn Pause(until: Option<UnixMs>, end_at: String) -> impl IntoView {
    let now_ms = use_console().now_ms;
    let left = Memo::new(move |_| {
        let left_ms = until?.0 - now_ms.get();
        (left_ms > 0).then_some((left_ms / STEP_MS + 1) * STEP_MS)
    });
    move || {
        let end_at = end_at.clone();
        left.get().map(|ms| {
            view! {
                " " {texts::paused_for_about(&duration(ms))} " "
                <a href=end_at>{texts::END_THE_PAUSE}</a>
            }
        })
    }
}

/// When a call to the service succeeded last.
#[component]
pub(super) fn Calls(calls: ServiceCalls, none: &'static str) -> impl IntoView {
    let at = match calls.succeeded_at {
        Some(at) => view! { <Age at=at/> }.into_any(),
        None => none.into_any(),
    };
    view! { <SettingRow name=texts::LAST_SUCCESSFUL_CALL setting="DOCKET_UPSTREAM">{at}</SettingRow> }
}

/// That the last call failed, why, and what to do about it.
#[component]
pub(super) fn CallFailureNotice(failure: Option<FailedCall>, key: String) -> impl IntoView {
    failure.map(|FailedCall { at, reason }| {
        let advice = advice(reason.code, &key).map(|(text, settings)| {
            let settings = settings.into_iter().map(|name| view! { " " <code>{name}</code> }).collect_view();
            view! { " " {text} {settings} }
        });
        let [before, after] = texts::LAST_CALL_FAILED;
        view! {
            <div class="notice notice--error" role="group" aria-label=texts::FAILED_CALL>
                <p class="notice__text">{before} <Age at=at/> {after} {reason.error} {advice}</p>
            </div>
        }
    })
}

#[component]
pub(super) fn StorageRow(storage: StorageStatus) -> impl IntoView {
    view! { <SettingRow name=texts::STORAGE>{texts::storage(&size(storage.bytes), &storage.schema.to_string())}</SettingRow> }
}
