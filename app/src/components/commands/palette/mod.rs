//! The command palette: a field, and the choices that match it. It has the ARIA pattern of a combobox with a list.

mod options;
mod sources;

use std::time::Duration;

use docket_wire::ProjectId;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use self::options::{groups, option_id};
use self::sources::PaletteSources;
use super::open::DialogState;
use super::runner::CommandRunner;
use crate::browser::controls;
use crate::browser::keyboard::is_alone;
use crate::components::error_notice::RequestError;
use crate::state::commands::palette::{PaletteChoice, Selected, step};
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::texts::commands::palette as texts;

/// The edge is asked for jobs after this long without a key.
const SEARCH_DELAY: Duration = Duration::from_millis(300);

/// The number of results is announced after this long without a change.
const ANNOUNCE_DELAY: Duration = Duration::from_millis(600);

/// Pages, projects, jobs, templates and actions, to find by their words.
#[component]
pub(super) fn Palette(
    project: Memo<Option<ProjectId>>,
    dialog: DialogState,
    on_close: Callback<()>,
) -> impl IntoView {
    let query = RwSignal::new(String::new());
    let sources = PaletteSources::new(project, query);
    let shown = Memo::new(move |_| sources.matching());
    let selected = RwSignal::new(Selected::default());
    let active = Memo::new(move |_| shown.with(|shown| selected.with(|selected| selected.index(shown))));
    let count = Memo::new(move |_| shown.with(Vec::len));
    let navigate = use_navigate();
    let runner = CommandRunner {
        console: use_console(),
        project,
        dialog,
        navigate: Callback::new(move |path: String| navigate(&path, Default::default())),
        close: on_close,
        request: PendingRequest::new(),
    };
    let run = Callback::new(move |index: usize| {
        if let Some(choice) = shown.with_untracked(|shown| shown.get(index).cloned()) {
            runner.run(choice.command);
        }
    });
    // Each key may change the number: a screen reader announces it once the person pauses.
    let announced = RwSignal::new(count.get_untracked());
    let mut announce = debounce(ANNOUNCE_DELAY, move |count: usize| {
        announced.try_set(count);
    });
    // That nothing matches is known when the edge has answered.
    let is_searching = Memo::new(move |_| count.get() == 0 && sources.is_searching());
    Effect::new(move || {
        if !is_searching.get() {
            announce(count.get());
        }
    });
    // The dialog is shown, and takes the keys itself, in the same frame.
    request_animation_frame(move || {
        let early = dialog.take_early_keys();
        query.try_set(early);
        sources.search();
    });
    let failure = move || sources.failure().map(|text| view! { <p role="alert">{text}</p> });
    let nothing = move || if is_searching.get() { texts::SEARCHING } else { texts::NOTHING_MATCHES };
    view! {
        <PaletteField query=query sources=sources shown=shown selected=selected active=active run=run/>
        <div id="palette" class="palette" role="listbox" aria-label=texts::COMMANDS>
            {move || shown.with(|shown| groups(shown, active, run))}
        </div>
        <p class="visually-hidden" role="status">{move || texts::results(announced.get())}</p>
        <Show when=move || count.get() == 0><p>{nothing}</p></Show>
        {failure}
        <RequestError request=runner.request/>
    }
}

/// The field. Its keys choose among what is shown.
#[component]
fn PaletteField(
    query: RwSignal<String>,
    sources: PaletteSources,
    shown: Memo<Vec<PaletteChoice>>,
    selected: RwSignal<Selected>,
    active: Memo<usize>,
    run: Callback<usize>,
) -> impl IntoView {
    let count = Memo::new(move |_| shown.with(Vec::len));
    // The field is read after the delay: it may have been changed meanwhile.
    let mut search = debounce(SEARCH_DELAY, move |_: web_sys::Event| sources.search());
    let typed = move |event: web_sys::Event| {
        selected.set(Selected::default());
        query.set(event_target_value(&event));
        search(event);
    };
    let pressed = move |event: leptos::ev::KeyboardEvent| {
        let key = event.key();
        if event.is_composing() {
            return;
        }
        if key == "Enter" {
            event.prevent_default();
            run.run(active.get_untracked());
        } else if is_alone(&event)
            && let Some(next) = step(&key, active.get_untracked(), count.get_untracked())
        {
            event.prevent_default();
            selected.set(shown.with_untracked(|shown| Selected::at(next, shown)));
            controls::reveal(&option_id(next));
        }
    };
    view! {
        <input
            class="text-form__field"
            role="combobox"
            aria-label=texts::FIND
            placeholder=texts::FIND
            aria-expanded="true"
            aria-controls="palette"
            aria-autocomplete="list"
            aria-activedescendant=move || (count.get() != 0).then(|| option_id(active.get()))
            autocomplete="off"
            spellcheck="false"
            dir="auto"
            maxlength="100"
            autofocus
            prop:value=query
            on:input=typed
            on:keydown=pressed
        />
    }
}
