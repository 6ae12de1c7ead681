//! The command palette: a field, and the choices that match it. It has the ARIA pattern of a combobox with a list.

use std::time::Duration;

use docket_wire::{JobFilter, ProjectId, Right};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use super::carry_out::CarryOut;
use super::choices;
use super::open::DialogState;
use crate::browser::controls;
use crate::components::error_notice::RequestError;
use crate::paths::PageMatch;
use crate::state::commands::palette::{PaletteChoice, PaletteCommand, matching, step};
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::pending_request::PendingRequest;
use crate::texts::commands::palette as texts;

/// The edge is asked for jobs after this long without a key.
const SEARCH_DELAY: Duration = Duration::from_millis(300);
/// From this length on, it is asked.
const SEARCHED_BYTES_MIN: usize = 2;
/// Jobs that it is asked for.
const FOUND_MAX: u32 = 8;

/// Pages, projects, jobs, templates and actions, to find by their words.
#[component]
pub(super) fn Palette(
    project: Memo<Option<ProjectId>>,
    dialog: DialogState,
    on_close: Callback<()>,
) -> impl IntoView {
    let console = Console::here();
    let path = use_location().pathname;
    let here = path.with_untracked(|path| PageMatch::from_path(path));
    let (query, searched) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let found = found_jobs(console, project, searched);
    let templates = Fetched::new(
        Memo::new(move |_| project.get().filter(|project| console.auth.may(Right::JobsWrite, project))),
        move |project: ProjectId| async move { console.api.templates(&project).await },
    );
    let fixed = Memo::new(move |_| {
        // What the page offers may have changed since the last key.
        query.track();
        project.with(|project| choices::fixed(console, project.as_ref(), &here))
    });
    let shown = Memo::new(move |_| {
        let Some(project) = project.get() else {
            return query.with(|query| matching(query, fixed.get(), Vec::new()));
        };
        let mut offered = fixed.get();
        if console.jobs.project().as_ref() == Some(&project) {
            offered.extend(console.jobs.loaded(|_| true).iter().map(|job| choices::job(&project, job)));
        }
        if let Some((_, page)) = templates.current() {
            offered.extend(page.templates.into_iter().map(choices::template));
        }
        let found = found.current().filter(|((_, text), _)| query.with(|query| query.trim() == text));
        let found = found.map(|(_, page)| page.jobs).unwrap_or_default();
        let found = found.iter().map(|job| choices::job(&project, job)).collect();
        query.with(|query| matching(query, offered, found))
    });
    let active = RwSignal::new(0_usize);
    // What the person stepped to. It stays selected when more is found above it.
    let stepped_to = StoredValue::new(None::<PaletteCommand>);
    Effect::new(move || {
        let stepped_to = stepped_to.get_value();
        let place =
            shown.with(|shown| shown.iter().position(|choice| Some(&choice.command) == stepped_to.as_ref()));
        if let Some(place) = place.filter(|place| *place != active.get_untracked()) {
            active.set(place);
        }
    });
    let count = Memo::new(move |_| shown.with(Vec::len));
    let navigate = use_navigate();
    let carry_out = CarryOut {
        console,
        project,
        dialog,
        navigate: Callback::new(move |path: String| navigate(&path, Default::default())),
        close: on_close,
        request: PendingRequest::new(),
    };
    let run = Callback::new(move |index: usize| {
        if let Some(choice) = shown.with_untracked(|shown| shown.get(index).cloned()) {
            carry_out.run(choice.command);
        }
    });
    // The field is read after the delay: it may have been changed meanwhile.
    let search = debounce(SEARCH_DELAY, move |_: web_sys::Event| {
        if let Some(text) = query.try_get_untracked() {
            searched.try_set(text.trim().to_owned());
        }
    });
    let typed = {
        let mut search = search;
        move |event: web_sys::Event| {
            stepped_to.set_value(None);
            query.set(event_target_value(&event));
            active.set(0);
            search(event);
        }
    };
    let pressed = move |event: leptos::ev::KeyboardEvent| {
        let key = event.key();
        if event.is_composing() {
            return;
        }
        if key == "Enter" {
            event.prevent_default();
            run.run(active.get_untracked());
        } else if let Some(next) = step(&key, active.get_untracked(), count.get_untracked()) {
            event.prevent_default();
            active.set(next);
            stepped_to.set_value(
                shown.with_untracked(|shown| shown.get(next).map(|choice| choice.command.clone())),
            );
            controls::reveal(&option_id(next));
        }
    };
    // The dialog is shown, and takes the keys itself, in the same frame.
    request_animation_frame(move || {
        let early = dialog.take_early_keys();
        searched.try_set(early.trim().to_owned());
        query.try_set(early);
    });
    let failures = move || {
        let jobs = found.get().and_then(|(_, result)| result.err());
        let templates = templates.get().and_then(|(_, result)| result.err());
        let jobs = jobs.map(|error| texts::only_loaded_jobs(&error.message));
        let templates = templates.map(|error| texts::no_templates(&error.message));
        jobs.or(templates).map(|text| view! { <p role="alert">{text}</p> })
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
        <div id="palette" class="palette" role="listbox" aria-label=texts::COMMANDS>
            {move || shown.with(|shown| groups(shown, active, run))}
        </div>
        <p class="visually-hidden" role="status">{move || texts::results(count.get())}</p>
        <Show when=move || count.get() == 0><p>{texts::NOTHING_MATCHES}</p></Show>
        {failures}
        <RequestError request=carry_out.request/>
    }
}

/// What the edge finds in the whole prompts of all jobs.
fn found_jobs(
    console: Console,
    project: Memo<Option<ProjectId>>,
    searched: RwSignal<String>,
) -> Fetched<(ProjectId, String), docket_wire::Snapshot> {
    let key = Memo::new(move |_| {
        let is_searched =
            |text: &String| (SEARCHED_BYTES_MIN..=JobFilter::TEXT_BYTES_MAX).contains(&text.len());
        project.get().zip(Some(searched.get()).filter(is_searched))
    });
    Fetched::new(key, move |(project, text): (ProjectId, String)| async move {
        let filter = JobFilter { text: Some(text), limit: Some(FOUND_MAX), ..JobFilter::default() };
        console.api.jobs(&project, &filter).await
    })
}

fn option_id(index: usize) -> String {
    format!("palette-{index}")
}

/// The choices by group, in their order, with one numbering for all groups.
fn groups(shown: &[PaletteChoice], active: RwSignal<usize>, run: Callback<usize>) -> AnyView {
    let option = |index: usize, choice: &PaletteChoice| {
        let is_active = move || (active.get() == index).to_string();
        let aside = (!choice.aside.is_empty()).then(|| view! { <span>{choice.aside.clone()}</span> });
        view! {
            <div
                id=option_id(index)
                class="menu__item"
                role="option"
                aria-selected=is_active
                on:click=move |_| run.run(index)
            >
                <span dir="auto">{choice.title.clone()}</span>
                {aside}
            </div>
        }
    };
    let mut first = 0;
    let mut groups = Vec::new();
    // Choices of a group follow one another, and the best group is the first.
    for of_group in shown.chunk_by(|one, next| one.group == next.group) {
        let heading = of_group.first().map(|choice| choice.group.heading());
        let options: Vec<_> =
            of_group.iter().enumerate().map(|(index, choice)| option(first + index, choice)).collect();
        first += of_group.len();
        groups.push(view! {
            <div role="group" aria-label=heading>
                <div class="palette__group" aria-hidden="true">{heading}</div>
                {options}
            </div>
        });
    }
    groups.into_any()
}
