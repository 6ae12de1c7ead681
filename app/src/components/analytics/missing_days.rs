//! Days that are not loaded, and the backfill that loads them.

use docket_wire::{BackfillCost, BackfillProgress, BackfillRequest};
use leptos::prelude::*;

use super::backfill::{BackfillStatus, keep_focus};
use super::cost::Cost;
use crate::format::number::count;
use crate::state::analytics::backfill::BackfillControl;
use crate::texts::analytics::{counts, loading as texts};
use crate::texts::general;

/// What a trend lacks.
#[derive(Clone)]
pub(super) struct MissingDays {
    /// The number of days that are not loaded.
    pub missing: u32,
    /// The progress of the backfill that loads them.
    pub backfill: Option<BackfillProgress>,
    pub backfill_error: Option<String>,
    /// What it costs to load them.
    pub cost: Option<BackfillCost>,
    pub request: BackfillRequest,
}

/// How many days are missing and what they cost, or the progress of their backfill.
#[component]
pub(super) fn LoadMissingDays(days: MissingDays, control: BackfillControl) -> impl IntoView {
    move || {
        let days = days.clone();
        keep_focus(days.request.kind);
        match days.backfill {
            Some(progress) => {
                let MissingDays { cost, request, .. } = days;
                view! { <BackfillStatus control=control progress=progress cost=cost name=texts::LOADING_DAYS request=request/> }
                    .into_any()
            }
            None if days.missing == 0 || control.is_busy() => ().into_any(),
            None => view! { <NotLoaded days=days control=control/> }.into_any(),
        }
    }
}

#[component]
fn NotLoaded(days: MissingDays, control: BackfillControl) -> impl IntoView {
    let MissingDays { missing, backfill_error, cost, request, .. } = days;
    let load = move |_| control.start(request.clone());
    let (missing, shown) = (missing.into(), count(missing.into()));
    let days = counts::days(missing, &shown);
    view! {
        <div class="backfill">
            <p>{texts::days_not_loaded(&days)} " " <Cost cost=cost/> " " {backfill_error}</p>
            <button type="button" class="button" aria-keyshortcuts="l" title=general::shortcut("l") on:click=load>
                {texts::load_days(&days, &counts::requests(missing, &shown))}
            </button>
        </div>
    }
}
