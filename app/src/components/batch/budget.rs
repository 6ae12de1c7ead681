//! What the budget for prompts allows, and when a batch will be complete.

use leptos::prelude::*;

use crate::browser::clock;
use crate::format::number::count as shown;
use crate::state::batch::preparation::FetchedBudget;
use crate::state::batch::run::through_in_ms;
use crate::state::console::use_console;
use crate::texts::batch as texts;

/// A sentence about the budget.
#[component]
pub(super) fn BudgetForecast(budget: FetchedBudget, count: Memo<usize>) -> impl IntoView {
    let console = use_console();
    let text = move || {
        // While it is requested again, the one before stays.
        let ((was_paused, _), response) = budget.get()?;
        let (budget, responded_ms) = response.ok()??;
        let count = count.get();
        // A pause leaves no prompts either, whatever the hour has.
        let left = if was_paused || console.are_prompts_paused() {
            String::new()
        } else {
            texts::prompts_left(&shown(budget.remaining.into()), &shown(budget.limit.into()))
        };
        let through_ms = through_in_ms(count, budget);
        if count == 0 || through_ms <= 0 {
            return Some(left);
        }
        let at = clock::exact(responded_ms + through_ms);
        Some(format!("{left} {}", texts::last_is_sent_at(&shown(count as u64), &at)))
    };
    view! { <p class="template-form__hint" role="status">{text}</p> }
}
