//! Where a prompt is written. It never loses text: see `state::drafts`.

use docket_wire::ProjectId;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::api::ApiError;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::drafts::{Composer, Composing};
use crate::ui::RequestName;

/// What one place of writing is called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    /// Of the field.
    pub label: &'static str,
    /// In the empty field.
    pub placeholder: &'static str,
    /// On the button.
    pub button: &'static str,
    /// Once it was accepted.
    pub done: &'static str,
}

/// A field, a button, and what became of the last attempt.
#[component]
pub(crate) fn PromptComposer(
    /// What is being written.
    composer: Composer,
    /// What things are called.
    words: Words,
    /// Its project, for the link to the job that was reached; absent where that job is in view.
    #[prop(optional)]
    project: Option<ProjectId>,
) -> impl IntoView {
    let api = Console::here().api;
    let state = composer.state();
    let send = {
        let composer = composer.clone();
        Callback::new(move |()| composer.send(api))
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            send.run(());
        }
    };
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send.run(());
    };
    let text = part(&state, |composing| composing.draft.text.clone());
    let is_sending = part(&state, |composing| composing.is_sending);
    let is_empty = part(&state, |composing| composing.draft.text.trim().is_empty());
    let error = part(&state, |composing| composing.error.clone());
    let sent_to = part(&state, |composing| composing.sent_to.clone());

    let outcome = move || {
        if let Some(error) = error.get() {
            return view! { <FailedAttempt error=error/> }.into_any();
        }
        let Some(job) = sent_to.get() else {
            let hint = if is_empty.get() { "" } else { "Kept in this browser until it is accepted." };
            return view! { <p class="composer__hint">{hint}</p> }.into_any();
        };
        let link = project.as_ref().map(|project| {
            view! { " " <a href=Page::Job(project, &job).to_string()>"Open the job"</a> }
        });
        view! { <p class="composer__done">{words.done}{link}</p> }.into_any()
    };

    view! {
        <form class="composer" aria-label=words.label on:submit=on_submit>
            <label class="composer__label" for="prompt">{words.label}</label>
            <textarea
                id="prompt"
                class="composer__text"
                rows="3"
                placeholder=words.placeholder
                aria-describedby="composer-outcome"
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-keyshortcuts="Control+Enter"
                prop:value=text
                on:input=move |event| composer.type_in(event_target_value(&event))
                on:keydown=on_key
            ></textarea>
            <div class="composer__foot">
                <div id="composer-outcome" class="composer__outcome" role="status">{outcome}</div>
                <kbd class="composer__keys" aria-hidden="true">"Ctrl ⏎"</kbd>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=move || (is_sending.get() || is_empty.get()).to_string()
                >
                    {move || if is_sending.get() { "Sending…" } else { words.button }}
                </button>
            </div>
        </form>
    }
}

/// A failure, and what it means for the text that is still there.
#[component]
fn FailedAttempt(error: ApiError) -> impl IntoView {
    let meaning = if error.status.is_none() && error.code.is_none() && error.request_id.is_none() {
        ""
    } else if error.rules_out_success() {
        " Nothing was sent on; your text is still here."
    } else {
        " Your text is still here. Sending the same text again cannot do it twice."
    };
    view! {
        <p class="composer__error">
            {error.message}{meaning}
            <RequestName id=error.request_id/>
        </p>
    }
}

fn part<T>(state: &ArcReadSignal<Composing>, of: impl Fn(&Composing) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let state = state.clone();
    Memo::new(move |_| state.with(&of))
}
