//! Which period the page shows, how fresh it is, and how many requests are left.

use docket_wire::{ProblemCode, RequestBudget, Summary};
use leptos::prelude::*;

use super::period::Period;
use crate::components::error_notice::{SettingsLink, see_settings};
use crate::format::number::count;
use crate::format::time::duration;
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::fetched::Fetched;
use crate::texts::analytics::{counts, head as texts};
use crate::ui::Age;

/// The line below the selected days.
#[component]
pub(crate) fn DataStatus(selection: Selection, summary: Fetched<VisitorsRequest, Summary>) -> impl IntoView {
    let period = move || {
        let (VisitorsRequest { span, .. }, summary) = summary.current()?;
        let days = u64::from(span.len());
        let days = counts::days(days, &count(days));
        let today = summary.partial.then(|| {
            view! { <span class="interval__today">{texts::INCLUDES_TODAY}</span> }
        });
        Some(view! { <Period span=span interval=summary.interval/> <span>{days}</span> {today} })
    };
    let freshness = move || {
        let (_, summary) = summary.current()?;
        let [before, after] = if summary.stale { texts::SHOWING_OLD } else { texts::UPDATED };
        // The page Settings has the failure, and what to do about it.
        let settings = summary.stale.then(see_settings);
        Some(view! {
            <span class:interval__doubt=summary.stale>{before} <Age at=summary.checked_at/>{after} {settings}</span>
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
    let next_in = is_used.then(|| duration(reset_s.saturating_mul(1000)));
    let left = texts::requests_left(
        &count(budget.remaining.into()),
        &count(budget.limit.into()),
        next_in.as_deref(),
    );
    view! {
        <span class:interval__doubt=is_spent>
            {left} <SettingsLink code=spent/>
        </span>
    }
}
