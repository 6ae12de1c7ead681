//! What the budget for prompts allows, and when a batch will be complete.

use leptos::prelude::*;

use crate::browser::clock;
use crate::format::number::count as shown;
use crate::state::batch::run::through_in_ms;
use crate::state::prompt_budget::FetchedBudget;
use crate::texts::batch as texts;

/// A sentence about the budget.
#[component]
pub(super) fn BudgetForecast(budget: FetchedBudget, count: Memo<usize>) -> impl IntoView {
    let text = move || {
        let (latest, responded_ms) = budget.latest()?;
        let left = budget.left().map_or_else(String::new, |left| {
            texts::prompts_left(&shown(left.remaining.into()), &shown(left.limit.into()))
        });
        let count = count.get();
        let through_ms = through_in_ms(count, latest);
        if count == 0 || through_ms <= 0 {
            return Some(left);
        }
        let at = clock::exact(responded_ms + through_ms);
        Some(format!("{left} {}", texts::last_is_sent_at(&shown(count as u64), &at)))
    };
    view! { <p class="template-form__hint" role="status">{text}</p> }
}
