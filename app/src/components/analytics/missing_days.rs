//! Days that are not loaded, and the backfill that loads them.

use docket_wire::{BackfillCost, BackfillProgress, BackfillRequest};
use leptos::prelude::*;

use super::backfill::{BackfillStatus, keep_focus};
use super::cost::Cost;
use crate::format::number::counted;
use crate::state::analytics::backfill::BackfillControl;

/// What a trend lacks.
#[derive(Clone)]
pub(super) struct MissingDays {
    /// The number of days that are not loaded.
    pub missing: u32,
    /// The progress of the backfill that loads them.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed.
    pub backfill_error: Option<String>,
    /// What it costs to load them.
    pub cost: Option<BackfillCost>,
    /// The backfill.
    pub request: BackfillRequest,
}

/// How many days are missing and what they cost, or the progress of their backfill.
#[component]
pub(super) fn LoadMissingDays(days: MissingDays, control: BackfillControl) -> impl IntoView {
    let MissingDays { missing, backfill, backfill_error, cost, request } = days;
    move || {
        keep_focus(request.kind);
        match backfill {
        Some(progress) => view! {
            <BackfillStatus control=control progress=progress cost=cost name="Loading days" request=request.clone()/>
        }
        .into_any(),
        None if missing == 0 || control.is_busy() => ().into_any(),
        None => {
            let request = request.clone();
            let load = move |_| control.start(request.clone());
            view! {
                <div class="backfill">
                    <p>{counted(missing.into(), "day", "days")} " not loaded. " <Cost cost=cost/> " " {backfill_error.clone()}</p>
                    <button type="button" class="button" aria-keyshortcuts="l" title="Shortcut: l" on:click=load>
                        "Load " {counted(missing.into(), "day", "days")} " (" {counted(missing.into(), "request", "requests")} ")"
                    </button>
                </div>
            }
            .into_any()
        }
    }
    }
}
