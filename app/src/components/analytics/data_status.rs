//! Which period the page shows, how fresh it is, and how many requests are left.

use docket_wire::{ProblemCode, RequestBudget, Summary};
use leptos::prelude::*;

use super::period::Period;
use crate::components::error_notice::{SettingsLink, see_settings};
use crate::format::number::{count, counted};
use crate::format::time::duration;
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::fetched::Fetched;
use crate::ui::Age;

/// The line below the selected days.
#[component]
pub(crate) fn DataStatus(selection: Selection, summary: Fetched<VisitorsRequest, Summary>) -> impl IntoView {
    let period = move || {
        let (VisitorsRequest { span, .. }, summary) = summary.current()?;
        let days = counted(span.len().into(), "day", "days");
        let today = summary.partial.then(|| {
            view! { <span class="interval__today">"Includes today (partial)"</span> }
        });
        Some(view! { <Period span=span interval=summary.interval/> <span>{days}</span> {today} })
    };
    let freshness = move || {
        let (_, summary) = summary.current()?;
        let text = if summary.stale { "Could not refresh. Showing data from " } else { "Updated " };
        // The page Settings has the failure, and what to do about it.
        let settings = summary.stale.then(see_settings);
        Some(view! {
            <span class:interval__doubt=summary.stale>{text} <Age at=summary.checked_at/>{settings}</span>
        })
    };
    let budget = move || selection.budget.get().map(requests_left);
    view! {
        <div class="interval">
            <div class="interval__part">{period}</div>
            <p class="interval__part">{freshness} {budget}</p>
        </div>
    }
}

fn requests_left(budget: RequestBudget) -> impl IntoView {
    let is_spent = budget.remaining == 0;
    let reset_s = i64::try_from(budget.reset_s).unwrap_or(i64::MAX);
    let spent = is_spent.then_some(ProblemCode::BudgetExhausted);
    let is_used = budget.remaining < budget.limit;
    let next = is_used.then(|| format!(", 1 more in {}", duration(reset_s.saturating_mul(1000))));
    view! {
        <span class:interval__doubt=is_spent>
            {count(budget.remaining.into())} " of " {count(budget.limit.into())} " requests left this hour" {next} <SettingsLink code=spent/>
        </span>
    }
}
