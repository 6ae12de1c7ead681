//! The progress of a backfill, with a button that cancels it.

use docket_wire::{BackfillCost, BackfillKind, BackfillProgress, BackfillRequest, UnixMs};
use leptos::prelude::*;

use super::cost::time_of;
use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::format::analytics::{progress_text, requests_in_all, reserved_text};
use crate::format::time::duration;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::backfill::stage::BackfillStage;
use crate::state::console::use_console;
use crate::texts::analytics::loading as texts;
use crate::texts::general;

/// Time after which the remaining time changes on the screen.
const STEP_MS: i64 = 10_000;

/// How many requests have been made, and when the next one is, if the backfill waits for the request budget.
#[component]
pub(super) fn BackfillStatus(
    control: BackfillControl,
    progress: BackfillProgress,
    cost: Option<BackfillCost>,
    name: &'static str,
    request: BackfillRequest,
) -> impl IntoView {
    let pause = progress.resumes_at.map(|at| {
        view! { <span>" " <Resumes at=at/></span> }
    });
    // Why it waits while the hour has requests left.
    let reserved = cost
        .filter(|cost| progress.resumes_at.is_some() && cost.available == 0)
        .and_then(|cost| reserved_text(&cost))
        .map(|reserved| (" ", texts::reserved_this_hour(&reserved)));
    let in_all = requests_in_all(request.kind, &progress, cost.as_ref());
    // Without a value, the bar says that the end is not known.
    let (max, value) = (in_all.map(|all| all.to_string()), in_all.map(|_| progress.done.to_string()));
    // A backfill that waits for the hourly budget says when it will be complete.
    let done_by = cost
        .filter(|cost| cost.requests > cost.available)
        .map(|cost| (" ", texts::done_by(&time_of(cost.done_at))));
    view! {
        <div class="backfill">
            <progress max=max value=value aria-label=name></progress>
            <p>
                {progress_text(name, request.kind, &progress, cost.as_ref())} {reserved} {pause} {done_by}
            </p>
            <button type="button" class="button" aria-keyshortcuts="q" title=general::shortcut("q") on:click=move |_| control.cancel(request.clone())>{general::CANCEL}</button>
        </div>
    }
}

/// When the controls of a backfill that are built now go away, the focus goes from them to what the backfill loads.
pub(super) fn keep_focus(kind: BackfillKind) {
    let loaded: &[&str] = match kind {
        BackfillKind::Days => &[".chart__pointer"],
        BackfillKind::DayPaths => &["#page-trend .chart__pointer", "#page-trend-title"],
        BackfillKind::Paths => &[".paths__frame"],
    };
    on_cleanup(move || focus::restore_if_lost(".backfill", loaded));
}

/// Announces that a backfill begins, waits or ends: a screen reader would repeat its progress for minutes.
#[component]
pub(super) fn BackfillAnnouncement(control: BackfillControl, name: &'static str) -> impl IntoView {
    let text = move || match control.stage() {
        BackfillStage::Idle => String::new(),
        BackfillStage::Loading => texts::begun(name),
        BackfillStage::Waiting => texts::waits(name),
        BackfillStage::Done => texts::done(name),
        BackfillStage::Stopped => texts::stopped(name),
    };
    view! { <p class="visually-hidden" role="status">{text}</p> }
}

/// Why the last request to start or cancel failed.
#[component]
pub(super) fn BackfillError(control: BackfillControl) -> impl IntoView {
    // An alert that is built again would be announced again, with every stage.
    let error = Memo::new(move |_| control.error());
    move || error.get().map(|error| view! { <ErrorNotice error=error/> })
}

#[component]
fn Resumes(at: UnixMs) -> impl IntoView {
    let now_ms = use_console().now_ms;
    let is_past = Memo::new(move |_| now_ms.get() >= at.0);
    let steps = Memo::new(move |_| (at.0 - now_ms.get()).max(0) / STEP_MS);
    move || {
        if is_past.get() {
            texts::WAITING_NO_LONGER.to_owned()
        } else {
            texts::waiting_for(&duration((steps.get() + 1) * STEP_MS))
        }
    }
}
