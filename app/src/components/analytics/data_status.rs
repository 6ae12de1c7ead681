//! Which period the page shows, how fresh it is, and how many requests are left.

use docket_wire::{ProblemCode, RequestBudget, Summary};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::period::Period;
use crate::browser::clock;
use crate::components::error_notice::{SettingsLink, see_settings};
use crate::format::number::count;
use crate::format::time::{MINUTE, duration};
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::fetched::Fetched;
use crate::texts::analytics::{counts, head as texts};
use crate::ui::Age;

/// The line below the selected days.
#[component]
pub(crate) fn DataStatus(selection: Selection, summary: Fetched<VisitorsRequest, Summary>) -> impl IntoView {
    // The line of another range stays until there is one for this range, and with it what is open or focused in it.
    let is_old = move || summary.is_stale();
    let shown = move || summary.get().and_then(|(request, summary)| Some((request, summary.ok()?)));
    let period = move || {
        let (VisitorsRequest { span, .. }, summary) = shown()?;
        let days = u64::from(span.len());
        let days = counts::days(days, &count(days));
        let today = summary.partial.then(|| {
            view! { <span class="interval__today">{texts::INCLUDES_TODAY}</span> }
        });
        Some(view! { <Period span=span interval=summary.interval/> <span>{days}</span> {today} })
    };
    let freshness = move || {
        let (_, summary) = shown()?;
        let [before, after] = if summary.stale { texts::SHOWING_OLD } else { texts::UPDATED };
        // The page Settings has the failure, and what to do about it.
        let settings = summary.stale.then(see_settings);
        Some(view! {
            <span class:interval__warning=summary.stale>{before} <Age at=summary.checked_at/>{after} {settings}</span>
        })
    };
    let now_ms = selection.console.now_ms;
    // With the moment of the next request that is free, and that of asking again: requests may become free every second.
    let budget = Memo::new(move |_| {
        let budget = selection.budget.get()?;
        let reset_ms = i64::try_from(budget.reset_s).unwrap_or(i64::MAX).saturating_mul(1_000);
        let noted_ms = clock::now_ms();
        let free_at_ms = noted_ms.saturating_add(reset_ms);
        Some((budget, free_at_ms, free_at_ms.max(noted_ms + MINUTE)))
    });
    let is_due = Memo::new(move |_| {
        budget.get().filter(|(budget, _, due_ms)| budget.remaining < budget.limit && *due_ms <= now_ms.get())
    });
    Effect::new(move || {
        if is_due.with(Option::is_some) {
            let project = selection.project.get_value();
            spawn_local(async move { selection.refresh_budget(&project).await });
        }
    });
    let left = move || budget.get().map(|(budget, free_at_ms, _)| requests_left(budget, free_at_ms, now_ms));
    view! {
        <div class="interval">
            <div class="interval__part data" class:data--old=is_old>{period}</div>
            <p class="interval__part"><span class="data" class:data--old=is_old>{freshness}</span> {left}</p>
        </div>
    }
}

fn requests_left(budget: RequestBudget, free_at_ms: i64, now_ms: ReadSignal<i64>) -> impl IntoView {
    let is_spent = budget.remaining == 0;
    let spent = is_spent.then_some(ProblemCode::BudgetExhausted);
    let is_used = budget.remaining < budget.limit;
    let (remaining, limit) = (count(budget.remaining.into()), count(budget.limit.into()));
    let left = move || {
        let wait_ms = free_at_ms - now_ms.get();
        let next_in = (is_used && wait_ms > 0).then(|| duration(wait_ms));
        texts::requests_left(&remaining, &limit, next_in.as_deref())
    };
    view! {
        <span class:interval__warning=is_spent>
            {left} <SettingsLink code=spent/>
        </span>
    }
}
