//! The command palette: a field, and the choices that match it. It has the ARIA pattern of a combobox with a list.

mod found;
mod options;

use std::time::Duration;

use docket_wire::{ProjectId, Right};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use self::found::found_jobs;
use self::options::{groups, option_id};
use super::choices;
use super::open::DialogState;
use super::runner::CommandRunner;
use crate::browser::controls;
use crate::components::error_notice::RequestError;
use crate::paths::PageMatch;
use crate::state::commands::palette::{Selected, matching, step};
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::pending_request::PendingRequest;
use crate::texts::commands::palette as texts;

/// The edge is asked for jobs after this long without a key.
const SEARCH_DELAY: Duration = Duration::from_millis(300);

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
    let selected = RwSignal::new(Selected::default());
    let active = Memo::new(move |_| shown.with(|shown| selected.with(|selected| selected.place(shown))));
    let count = Memo::new(move |_| shown.with(Vec::len));
    let navigate = use_navigate();
    let runner = CommandRunner {
        console,
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
    // The field is read after the delay: it may have been changed meanwhile.
    let search = debounce(SEARCH_DELAY, move |_: web_sys::Event| {
        if let Some(text) = query.try_get_untracked() {
            searched.try_set(text.trim().to_owned());
        }
    });
    let typed = {
        let mut search = search;
        move |event: web_sys::Event| {
            selected.set(Selected::default());
            query.set(event_target_value(&event));
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
            selected.set(shown.with_untracked(|shown| Selected::at(next, shown)));
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
        <RequestError request=runner.request/>
    }
}
