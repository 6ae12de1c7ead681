//! What exactly is asked for, how fresh the answer is, and what asking cost.

use docket_wire::UnixMs;
use leptos::prelude::*;

use crate::api::{ApiError, Budget, VisitorsAnswer};
use crate::format::date::Day;
use crate::format::number::{count, counted};
use crate::format::range::VisitorsView;
use crate::format::time::duration;
use crate::ui::{Age, part};

/// A line under the choice of days.
#[component]
pub(crate) fn Interval(
    view_now: Memo<Result<VisitorsView, String>>,
    today: Memo<Day>,
    answer: RwSignal<Option<Result<VisitorsAnswer, ApiError>>>,
) -> impl IntoView {
    let what = part(move || {
        let days = view_now.get().ok()?.range.days(today.get());
        let provisional = days.contains(today.get()).then(|| {
            view! { <span class="interval__today">"includes today, still being counted"</span> }
        });
        Some(view! {
            <span class="interval__exact">{days.interval()}</span>
            <span>{counted(days.count(), "day", "days")} ", both ends included, in UTC"</span>
            {provisional}
        })
    });
    let answered = part(move || {
        let found = answer.get()?.ok()?;
        let word =
            if found.is_stale { "Newer figures cannot be had now; these are from " } else { "Figures from " };
        Some(view! {
            <span class:interval__doubt=found.is_stale>{word} <Age at=UnixMs(found.as_of_ms)/></span>
            {found.budget.map(budget_left)}
        })
    });
    view! {
        <div class="interval">
            <p>{what}</p>
            <p>{answered}</p>
        </div>
    }
}

fn budget_left(budget: Budget) -> impl IntoView {
    let is_spent = budget.remaining == 0;
    let reset = budget.reset_s.filter(|_| is_spent).and_then(|reset_s| i64::try_from(reset_s).ok());
    let next = reset.map(|reset_s| format!(", next in {}", duration(reset_s.saturating_mul(1000))));
    view! {
        <span class:interval__doubt=is_spent>
            {count(budget.remaining)} " of " {count(budget.limit)} " requests left this hour" {next}
        </span>
    }
}
