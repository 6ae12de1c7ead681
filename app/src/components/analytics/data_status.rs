//! Which interval the page shows, how fresh it is, and how many requests are left.

use docket_wire::{Interval, RequestBudget, Summary};
use leptos::prelude::*;

use crate::format::number::{count, counted};
use crate::format::time::duration;
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::fetched::Fetched;
use crate::ui::Age;

/// The line below the selected days. Its interval is the one that the edge sent to the service.
#[component]
pub(crate) fn DataStatus(selection: Selection, summary: Fetched<VisitorsRequest, Summary>) -> impl IntoView {
    let days = move || {
        let (request, summary) = summary.found()?;
        let today = summary.partial.then(|| {
            view! { <span class="interval__today">"includes today, still being counted"</span> }
        });
        Some(view! {
            <span class="interval__exact">{exact(&summary.interval)}</span>
            <span>{counted(request.span.len().into(), "day", "days")} ", both ends included, in " {request.span.zone().to_string()}</span>
            {today}
        })
    };
    let freshness = move || {
        let (_, summary) = summary.found()?;
        let word =
            if summary.stale { "Newer figures cannot be had now; these are from " } else { "Figures from " };
        Some(view! {
            <span class:interval__doubt=summary.stale>{word} <Age at=summary.checked_at/></span>
        })
    };
    let budget = move || selection.budget.get().map(requests_left);
    view! {
        <div class="interval">
            <p>{days}</p>
            <p>{freshness} {budget}</p>
        </div>
    }
}

/// The exact interval of a request to the service.
pub(super) fn exact(interval: &Interval) -> String {
    let zone = if interval.from.is_date() { " UTC" } else { "" };
    format!("{} ≤ t < {}{zone}", interval.from, interval.to)
}

fn requests_left(budget: RequestBudget) -> impl IntoView {
    let is_spent = budget.remaining == 0;
    let reset_s = i64::try_from(budget.reset_s).unwrap_or(i64::MAX);
    let is_used = budget.remaining < budget.limit;
    let next = is_used.then(|| format!(", one more in {}", duration(reset_s.saturating_mul(1000))));
    view! {
        <span class:interval__doubt=is_spent>
            {count(budget.remaining.into())} " of " {count(budget.limit.into())} " requests left this hour" {next}
        </span>
    }
}
