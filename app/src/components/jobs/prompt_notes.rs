//! What a composer says about a prompt before it is sent.

use leptos::prelude::*;

use crate::api::Submitted;
use crate::format::number::count;
use crate::format::prompt::length::PromptLength;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::jobs::drafts::Composer;
use crate::texts::batch;
use crate::texts::jobs::composer as texts;

/// Others spend the budget as well, so it is requested again after this long.
const BUDGET_FRESH_MS: i64 = 300_000;

/// How many bytes and how many prompts are left, once that is little.
#[component]
pub(crate) fn PromptNotes(composer: Composer) -> impl IntoView {
    let Console { api, now_ms, live_region, .. } = Console::here();
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
    // The budget is requested again when a prompt was sent, and at a key after it has become old.
    let spent = Memo::new(move |before: Option<&Option<(Option<Submitted>, i64)>>| {
        let before = before.and_then(|before| before.as_ref()?.0.clone());
        let last = sent.with(|composing| composing.sent.clone()).or(before);
        Some((last, now_ms.get_untracked() / BUDGET_FRESH_MS))
    });
    let project = StoredValue::new(composer.project().clone());
    let budget = Fetched::new(spent, move |_| {
        let project = project.get_value();
        async move { api.prompt_budget_unreported(&project).await }
    });
    let prompts_left = move || {
        let budget = budget.get()?.1.ok()??;
        budget
            .is_low()
            .then(|| batch::prompts_left(&count(budget.remaining.into()), &count(budget.per_hour.into())))
    };
    let class = move || if length.get().is_too_long() { "composer__error" } else { "composer__hint" };
    view! {
        <div class="prompt-notes">
            <p id="prompt-length" class=class>{move || length.get().sentence()}</p>
            <p class="composer__hint" role="status">{prompts_left}</p>
        </div>
    }
}
