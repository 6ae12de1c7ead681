//! The field for a prompt. It never loses text: see `state::jobs::drafts`.

mod outcome;

use docket_wire::is_blank;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use self::outcome::{ShownOutcome, outcome};
use crate::api::Submitted;
use crate::browser::keyboard::is_submit;
use crate::components::templates::lazy::template_menu_part;
use crate::state::console::use_console;
use crate::state::jobs::connection::ConnectionState;
use crate::state::jobs::drafts::Composer;
use crate::texts::general;
use crate::texts::jobs::composer as texts;
use crate::ui::opened_once;

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
    // The error outlives the page, and its reason may be gone when the person comes back, or soon after.
    Effect::new(move || {
        if console.is_online.get() && console.jobs.connection().get() == ConnectionState::Live {
            composer.with_value(Composer::forget_connection_error);
        }
    });
    let leaving = menu.clone();
    // A field that is removed may tell nobody that it has lost the focus.
    on_cleanup(move || leaving.release_keys());
    let send =
        Callback::new(move |is_confirmed| composer.with_value(|composer| composer.send(api, is_confirmed)));
    let on_key = move |event: KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            // Keys that are held are pressed once.
            if !event.repeat() {
                composer.with_value(|composer| composer.send_by_keys(api));
            }
        }
    };
    let on_blur = move |_| {
        composer.try_with_value(Composer::release_keys);
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        send.run(false);
    };
    let on_input = move |event| composer.with_value(|composer| composer.set_text(event_target_value(&event)));
    // Typing leaves it as it is, and a screen reader silent.
    let shown = Memo::new(move |_| state.with(|composing| ShownOutcome::of(composing, hint)));
    let is_sending = move || state.with(|composing| composing.is_sending);
    let is_disabled = move || state.with(|composing| composing.is_sending || is_blank(&composing.draft.text));
    // Only an error of the text, and not one of the connection or the service.
    let is_invalid = move || {
        state.with(|composing| composing.error.as_ref().is_some_and(|error| error.status() == Some(400)))
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
                on:blur=on_blur
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
