//! Days that are not loaded, and the backfill that loads them.

use docket_wire::{BackfillCost, BackfillProgress, BackfillRequest, Trend};
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

impl MissingDays {
    /// What a trend lacks, and the request that loads it.
    pub(super) fn of(trend: Trend, request: BackfillRequest) -> Self {
        let Trend { missing, backfill, backfill_error, cost, .. } = trend;
        Self { missing, backfill, backfill_error, cost, request }
    }
}

/// How many days are missing and what they cost, or the progress of their backfill. Not a closure: each poll of the backfill would
/// replace its elements, and take the focus along.
pub(super) fn missing_days(days: MissingDays, control: BackfillControl) -> AnyView {
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

#[component]
fn NotLoaded(days: MissingDays, control: BackfillControl) -> impl IntoView {
    let MissingDays { missing, backfill_error, cost, request, .. } = days;
    let load = move |_| control.start(request.clone());
    let (missing, shown) = (missing.into(), count(missing.into()));
    let days = counts::days(missing, &shown);
    let requests = cost.as_ref().map_or(missing, |cost| cost.requests.into());
    view! {
        <div class="backfill">
            <p>{texts::days_not_loaded(&days)} " " <Cost cost=cost/> " " {backfill_error}</p>
            <button type="button" class="button" data-spends="" aria-keyshortcuts="l" title=general::shortcut("l") on:click=load>
                {texts::load_days(&days, &counts::requests(requests, &count(requests)))}
            </button>
        </div>
    }
}
