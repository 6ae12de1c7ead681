//! Where a prompt is written. It never loses text: see `state::drafts`.

use docket_wire::{ProblemCode, ProjectId};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::api::ApiError;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::drafts::{Composer, Composing};
use crate::ui::{RequestName, given, part, plain_button, text};

/// What one place of writing is called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    /// Of the field.
    pub label: &'static str,
    /// In the empty field.
    pub placeholder: &'static str,
    /// On the button.
    pub button: &'static str,
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
        Callback::new(move |()| composer.send(api, false))
    };
    let anyway = {
        let composer = composer.clone();
        Callback::new(move |()| composer.send(api, true))
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
    let is_sending = {
        let state = state.clone();
        move || state.with(|composing| composing.is_sending)
    };
    let is_idle = {
        let state = state.clone();
        move || state.with(|composing| composing.is_sending || composing.draft.text.trim().is_empty())
    };
    let is_invalid = {
        let state = state.clone();
        given("true", move || state.with(|composing| composing.error.is_some()))
    };
    let written = {
        let state = state.clone();
        text(move || state.with(|composing| composing.draft.text.clone()))
    };
    let outcome = part(move || state.with(|composing| outcome(composing, project.as_ref(), &anyway)));

    view! {
        <form class="composer" aria-label=words.label on:submit=on_submit>
            <label class="composer__label" for="prompt">{words.label}</label>
            <textarea
                id="prompt"
                class="composer__text"
                rows="2"
                placeholder=words.placeholder
                aria-describedby="composer-outcome"
                aria-invalid=is_invalid
                aria-keyshortcuts="Control+Enter"
                prop:value=written
                on:input=move |event| composer.type_in(event_target_value(&event))
                on:keydown=on_key
            ></textarea>
            <div id="composer-outcome" class="composer__outcome" role="status">{outcome}</div>
            <p class="composer__send">
                <kbd class="composer__keys" aria-hidden="true">"Ctrl ⏎"</kbd>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=given("true", is_idle)
                >
                    {text(move || if is_sending() { "Sending…" } else { words.button })}
                </button>
            </p>
        </form>
    }
}

/// What became of the last attempt, or what becomes of the text in the meantime.
fn outcome(composing: &Composing, project: Option<&ProjectId>, anyway: &Callback<()>) -> AnyView {
    if composing.error.as_ref().is_some_and(ApiError::possible_duplicate) {
        let anyway = *anyway;
        return view! {
            <p role="alert">
                "You sent the same prompt a moment ago. "
                {plain_button("Start it anyway", move || anyway.run(()))}
            </p>
        }
        .into_any();
    }
    if let Some(error) = &composing.error {
        return failure(error).into_any();
    }
    let Some(job) = &composing.sent_to else {
        let hint = if composing.draft.is_empty() { "" } else { "Kept in this browser until it is accepted." };
        return view! { <p class="composer__hint">{hint}</p> }.into_any();
    };
    let link = project.map(|project| {
        view! { " " <a href=Page::Job(project, job).to_string()>"Open the job"</a> }
    });
    let done = if project.is_some() { "Started." } else { "Written down. It is sent when the job rests." };
    view! { <p>{done} {link}</p> }.into_any()
}

/// A failure, and what it means for the text that is still there.
fn failure(error: &ApiError) -> impl IntoView + use<> {
    let meaning = if error.is_local() {
        ""
    } else if error.code == Some(ProblemCode::OutcomeUnknown) {
        " What you can do about it stands below. Your text is still here; sending it again cannot do it twice."
    } else if error.rules_out_success() {
        " Nothing was sent on; your text is still here."
    } else {
        " Your text is still here. Sending the same text again cannot do it twice."
    };
    view! {
        <p class="composer__error">
            {error.message.clone()}{meaning}
            <RequestName id=error.request_id.clone()/>
        </p>
    }
}
