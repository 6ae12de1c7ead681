//! What exactly was asked for, how fresh the answer is, and what is left to ask with.

use docket_wire::{Interval as Exact, RequestBudget, Summary};
use leptos::prelude::*;

use super::choice::{Asked, Choice};
use crate::format::number::{count, counted};
use crate::format::time::duration;
use crate::state::fetched::Fetched;
use crate::ui::{Age, part};

/// A line under the choice of days. What it shows is what the edge says that it has asked the service for.
#[component]
pub(crate) fn Interval(choice: Choice, summary: Fetched<Asked, Summary>) -> impl IntoView {
    let what = part(move || {
        let (asked, summary) = summary.found()?;
        let days = u64::try_from(asked.span.to().since(asked.span.from()) + 1).unwrap_or_default();
        let provisional = summary.partial.then(|| {
            view! { <span class="interval__today">"includes today, still being counted"</span> }
        });
        Some(view! {
            <span class="interval__exact">{exact(&summary.interval)}</span>
            <span>{counted(days, "day", "days")} ", both ends included, in " {asked.span.zone().to_string()}</span>
            {provisional}
        })
    });
    let answered = part(move || {
        let (_, summary) = summary.found()?;
        let word =
            if summary.stale { "Newer figures cannot be had now; these are from " } else { "Figures from " };
        Some(view! {
            <span class:interval__doubt=summary.stale>{word} <Age at=summary.checked_at/></span>
        })
    });
    let left = part(move || choice.budget.get().map(budget_left));
    view! {
        <div class="interval">
            <p>{what}</p>
            <p>{answered} {left}</p>
        </div>
    }
}

/// An interval as it is sent: from a moment on, and before another.
pub(super) fn exact(interval: &Exact) -> String {
    let zone = if interval.from.is_date() { " UTC" } else { "" };
    format!("{} ≤ t < {}{zone}", interval.from, interval.to)
}

/// How many requests are left, and when more are.
fn budget_left(budget: RequestBudget) -> impl IntoView {
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
