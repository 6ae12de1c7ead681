//! What the budget for prompts allows, and when a batch will be complete.

use leptos::prelude::*;

use crate::browser::clock;
use crate::format::budget::PromptBudget;
use crate::format::number::count as shown;
use crate::state::batch::run::through_in_ms;
use crate::state::fetched::Fetched;
use crate::texts::batch as texts;

/// A sentence about the budget.
#[component]
pub(super) fn BudgetForecast(
    /// By whether prompts are paused.
    budget: Fetched<bool, Option<PromptBudget>>,
    count: Memo<usize>,
) -> impl IntoView {
    let text = move || {
        let (is_paused, budget) = budget.current()?;
        let (budget, count) = (budget?, count.get());
        // A pause leaves no prompts either, whatever the hour has.
        let left = if is_paused {
            String::new()
        } else {
            texts::prompts_left(&shown(budget.remaining.into()), &shown(budget.limit.into()))
        };
        let through_ms = through_in_ms(count, budget);
        if count == 0 || through_ms <= 0 {
            return Some(left);
        }
        let at = clock::exact(clock::now_ms() + through_ms);
        Some(format!("{left} {}", texts::last_is_sent_at(&shown(count as u64), &at)))
    };
    view! { <p class="template-form__hint" role="status">{text}</p> }
}
