//! What a composer says about a prompt before it is sent.

use leptos::prelude::*;

use crate::api::Submitted;
use crate::browser::clock;
use crate::format::budget::BUDGET_FRESH_MS;
use crate::format::number::count;
use crate::format::prompt::length::PromptLength;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::state::jobs::drafts::Composer;
use crate::texts::batch;
use crate::texts::jobs::composer as texts;

/// How many bytes and how many prompts are left, once that is little.
#[component]
pub(crate) fn PromptNotes(composer: Composer) -> impl IntoView {
    let console = use_console();
    let Console { api, now_ms, live_region, .. } = console;
    let (typed, sent) = (composer.state(), composer.state());
    let length = Memo::new(move |_| typed.with(|composing| PromptLength::of(&composing.draft.text)));
    // The count changes at every key. A screen reader has it as the field's description, and announces only this.
    Effect::new(move |before: Option<bool>| {
        let is_too_long = length.get().is_too_long();
        if before.unwrap_or_default() != is_too_long {
            live_region.set(if is_too_long { texts::TOO_LONG.to_owned() } else { String::new() });
        }
        is_too_long
    });
    let is_paused = Memo::new(move |_| console.are_prompts_paused());
    // The budget is requested again when a prompt was sent, when a pause ends, and at a key after it has become old.
    let spent = Memo::new(move |before: Option<&Option<(Option<Submitted>, i64, bool)>>| {
        let before = before.and_then(|before| before.as_ref()?.0.clone());
        let last = sent.with(|composing| composing.sent.clone()).or(before);
        Some((last, now_ms.get_untracked() / BUDGET_FRESH_MS, is_paused.get()))
    });
    let project = StoredValue::new(composer.project().clone());
    let budget = Fetched::new(spent, move |_| {
        let project = project.get_value();
        async move {
            let budget = api.prompt_budget_unreported(&project).await?;
            Ok(budget.map(|budget| (budget, budget.free_at_ms(clock::now_ms()))))
        }
    });
    let passed_ms = Memo::new(move |_| {
        let (_, free_at_ms) = budget.current()?.1?;
        free_at_ms.filter(|free_at_ms| *free_at_ms <= now_ms.get())
    });
    Effect::new(move || {
        if passed_ms.get().is_some() {
            budget.refetch();
        }
    });
    let prompts_left = move || {
        let ((.., was_paused), response) = budget.get()?;
        let (budget, _) = response.ok()??;
        // A pause leaves no prompts either, whatever the hour has, and its notice says so.
        (budget.is_low() && !was_paused && !is_paused.get())
            .then(|| batch::prompts_left(&count(budget.remaining.into()), &count(budget.limit.into())))
    };
    let class = move || if length.get().is_too_long() { "composer__error" } else { "composer__hint" };
    view! {
        <div class="prompt-notes">
            <p id="prompt-length" class=class>{move || length.get().sentence()}</p>
            <p class="composer__hint" role="status">{prompts_left}</p>
        </div>
    }
}
