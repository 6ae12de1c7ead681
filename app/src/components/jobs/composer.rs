//! The field for a prompt. It never loses text: see `state::jobs::drafts`.

use docket_wire::ProblemCode;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use crate::api::{ApiError, Submitted};
use crate::browser::focus;
use crate::browser::keyboard::is_submit;
use crate::components::error_notice::{RequestId, SettingsLink};
use crate::components::templates::lazy::template_menu_part;
use crate::state::console::use_console;
use crate::state::jobs::connection::ConnectionState;
use crate::state::jobs::drafts::{Composer, Composing};
use crate::state::stored_form::FormContent as _;
use crate::texts::general;
use crate::texts::jobs::composer as texts;
use crate::ui::{in_local_time, opened_once};

/// From this length on, there may be something to say about a draft.
const LONG_BYTES: usize = 12;

/// The labels of one composer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComposerLabels {
    pub label: &'static str,
    pub placeholder: &'static str,
    pub button: &'static str,
    pub shortcuts: &'static str,
}

/// A field, a button, and the outcome of the last attempt.
#[component]
pub(crate) fn PromptComposer(
    composer: Composer,
    labels: ComposerLabels,
    /// What became of the prompt that was sent last.
    sent: Callback<Submitted, AnyView>,
    /// What there is to say about a draft before it is sent.
    notes: fn(Composer) -> AnyView,
    /// What will happen to the text once it is sent, if that is not plain.
    #[prop(optional, into)]
    hint: Signal<&'static str>,
) -> impl IntoView {
    let console = use_console();
    let api = console.api;
    let state = ReadSignal::from(composer.state());
    let menu = composer.clone();
    let composer = StoredValue::new(composer);
    console
        .on_reachable_again(Callback::new(move |()| composer.with_value(Composer::forget_connection_error)));
    let send =
        Callback::new(move |is_confirmed| composer.with_value(|composer| composer.send(api, is_confirmed)));
    let on_key = move |event: KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            send.run(false);
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        send.run(false);
    };
    let on_input = move |event| composer.with_value(|composer| composer.set_text(event_target_value(&event)));
    // Typing leaves it as it is, and a screen reader silent.
    let shown = Memo::new(move |_| state.with(|composing| ShownOutcome::of(composing, hint)));
    let is_sending = move || state.with(|composing| composing.is_sending);
    let is_disabled =
        move || state.with(|composing| composing.is_sending || composing.draft.text.trim().is_empty());
    // Only an error of the text, and not one of the connection or the service.
    let is_invalid = move || {
        state.with(|composing| composing.error.as_ref().is_some_and(|error| error.status == Some(400)))
    };

    view! {
        <form class="composer" aria-label=labels.label on:submit=on_submit>
            <label class="composer__label" for="prompt">{labels.label}</label>
            <textarea
                id="prompt"
                dir="auto"
                class="composer__text"
                rows="2"
                placeholder=labels.placeholder
                aria-describedby="composer-outcome prompt-length"
                aria-invalid=move || is_invalid().then_some("true")
                aria-keyshortcuts=labels.shortcuts
                prop:value=move || state.with(|composing| composing.draft.text.clone())
                on:input=on_input
                on:keydown=on_key
            ></textarea>
            <div id="composer-outcome" class="composer__outcome" role="status">
                {move || outcome(shown.get(), sent, send)}
            </div>
            <p class="composer__send">
                <kbd class="composer__keys" aria-hidden="true">{texts::SENDING_KEYS}</kbd>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=move || is_disabled().then_some("true")
                >
                    {move || if is_sending() { general::SENDING } else { labels.button }}
                </button>
            </p>
        </form>
        <UseTemplate composer=menu notes=notes/>
    }
}

/// The menu of templates, loaded when somebody opens it. It is open for somebody who comes from a page's visitors.
#[component]
fn UseTemplate(composer: Composer, notes: fn(Composer) -> AnyView) -> impl IntoView {
    let is_open = !composer.is_follow_up() && use_console().for_page.with_value(Option::is_some);
    let (has_menu, open_menu) = opened_once(is_open);
    let state = composer.state();
    // Nobody asked for these notes, so they are not loaded without a connection: the person would see an error.
    let connection = use_console().jobs.connection();
    let is_long = Memo::new(move |before: Option<&bool>| {
        let is_loaded = before.is_some_and(|before| *before);
        let is_live = connection.get() == ConnectionState::Live;
        is_loaded || (is_live && state.with(|composing| composing.draft.text.len() >= LONG_BYTES))
    });
    let noted = composer.clone();
    view! {
        {move || is_long.get().then(|| notes(noted.clone()))}
        <details class="template-menu" open=is_open on:toggle=move |_| open_menu()>
            <summary aria-keyshortcuts="t" title=general::shortcut("t")>{texts::USE_A_TEMPLATE}</summary>
            {move || has_menu.get().then(|| template_menu_part(composer.clone()))}
        </details>
    }
}

/// The outcome of the last attempt, or where the text is until the next one.
#[derive(Clone, PartialEq)]
enum ShownOutcome {
    /// There is nothing to say.
    None,
    /// The same prompt was sent a moment ago.
    PossibleDuplicate,
    Failed(ApiError),
    Sent(Submitted),
    /// Where the text is, and what will happen to it.
    Draft(&'static str, &'static str),
}

impl ShownOutcome {
    fn of(composing: &Composing, hint: Signal<&'static str>) -> Self {
        match (&composing.error, &composing.sent) {
            (Some(error), _) if error.is_possible_duplicate() => Self::PossibleDuplicate,
            (Some(error), _) => Self::Failed(error.clone()),
            (None, Some(submitted)) => Self::Sent(submitted.clone()),
            (None, None) if composing.draft.is_empty() => Self::None,
            (None, None) => {
                let saved = if composing.is_unstored {
                    texts::NOT_SAVED
                } else if composing.draft.was_tried() && !composing.is_sending {
                    texts::SAVED_AFTER_SENDING
                } else {
                    texts::SAVED_UNTIL_SENT
                };
                Self::Draft(saved, hint.get())
            }
        }
    }
}

fn outcome(shown: ShownOutcome, sent: Callback<Submitted, AnyView>, send: Callback<bool>) -> AnyView {
    match shown {
        ShownOutcome::None => ().into_any(),
        ShownOutcome::PossibleDuplicate => {
            let send_anyway = move |_| {
                send.run(true);
                // The question goes away with the button.
                focus::move_soon("#prompt");
            };
            view! {
                <p class="composer__question">
                    {texts::SENT_A_MOMENT_AGO}
                    <button type="button" class="button" on:click=send_anyway>{texts::START_IT_ANYWAY}</button>
                </p>
            }
            .into_any()
        }
        ShownOutcome::Failed(error) => failure(&error).into_any(),
        ShownOutcome::Sent(submitted) => sent.run(submitted),
        ShownOutcome::Draft(saved, hint) => view! { <p class="composer__hint">{saved} {hint}</p> }.into_any(),
    }
}

/// An error, and what it means for the text in the field.
fn failure(error: &ApiError) -> impl IntoView + use<> {
    let meaning = if error.is_local() {
        ""
    } else if error.code == Some(ProblemCode::OutcomeUnknown) {
        texts::MAY_HAVE_BEEN_SENT
    } else if matches!(error.code, Some(ProblemCode::ServicePaused | ProblemCode::BudgetExhausted)) {
        texts::IS_IN_THE_FIELD
    } else if error.rules_out_success() {
        texts::WAS_NOT_SENT
    } else {
        texts::IS_STILL_HERE
    };
    view! {
        <p class="composer__error">
            {in_local_time(&error.message)}{meaning}
            <SettingsLink code=error.code/>
            <RequestId id=error.request_id.clone()/>
        </p>
    }
}
