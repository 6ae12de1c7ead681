//! What a composer says about a prompt before it is sent.

use leptos::prelude::*;

use crate::format::number::count;
use crate::format::prompt::length::PromptLength;
use crate::state::console::{Console, use_console};
use crate::state::jobs::drafts::Composer;
use crate::state::prompt_budget::FetchedBudget;
use crate::texts::batch;
use crate::texts::jobs::composer as texts;

/// How many bytes and how many prompts are left, once that is little.
#[component]
pub(crate) fn PromptNotes(composer: Composer) -> impl IntoView {
    let Console { api, live_region, .. } = use_console();
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
    let project = composer.project().clone();
    let budget = FetchedBudget::new(
        move || sent.with(|composing| composing.sent.clone()),
        move || {
            let project = project.clone();
            async move { api.prompt_budget_unreported(&project).await }
        },
    );
    budget.refetch_when_free();
    let prompts_left = move || {
        let budget = budget.left().filter(|budget| budget.is_low())?;
        Some(batch::prompts_left(&count(budget.remaining.into()), &count(budget.limit.into())))
    };
    let class = move || if length.get().is_too_long() { "composer__error" } else { "composer__hint" };
    view! {
        <div class="prompt-notes">
            <p id="prompt-length" class=class>{move || length.get().sentence()}</p>
            <p class="composer__hint" role="status">{prompts_left}</p>
        </div>
    }
}
