//! What is shown of the jobs. The address says it: see `state::search`.

use std::time::Duration;

use docket_wire::{InvalidFilter, JobFilter, ProjectId};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos_router::hooks::use_navigate;
use web_sys::{Event, HtmlInputElement};

use crate::browser::clock;
use crate::paths::{self, Page};
use crate::state::search;
use crate::ui::{flag, part, text};

/// Statuses that can be asked for, as the service names them and as they are called.
const STATUSES: [(&str, &str); 5] = [
    ("", "Any status"),
    ("active", "Active"),
    ("completed", "Completed"),
    ("failed", "Failed"),
    ("archived", "Archived"),
];

/// Since when jobs can be asked for: the beginning of the day so many days ago.
const TIMES: [(i32, &str); 3] = [(0, "Today"), (6, "Last 7 days"), (29, "Last 30 days")];

/// How long nobody types before the list follows.
const PAUSE: Duration = Duration::from_millis(400);

/// Search and filters.
#[component]
pub(crate) fn Filters(project: ProjectId, filter: Memo<Result<JobFilter, InvalidFilter>>) -> impl IntoView {
    let navigate = use_navigate();
    let plain = Page::Jobs(&project).to_string();
    let take_over = Callback::new(move |event: Event| {
        let Some((name, value)) = changed(&event) else { return };
        let before = filter.get_untracked().unwrap_or_default();
        // The fields have the same limits, so that nothing is refused here.
        let Ok(after) = search::with(&before, &name, &value) else { return };
        if after != before {
            navigate(&Page::Found(&project, &after).to_string(), paths::redirect());
        }
    });
    // The field is read when the pause is over: by then it may have been cleared.
    let take_over_later = debounce(PAUSE, move |event| take_over.run(event));
    let status = part(move || {
        let now = with(filter, |filter| filter.status.as_ref().map(ToString::to_string).unwrap_or_default());
        options(STATUSES.map(|(value, name)| (value.to_owned(), name)).into(), &now, now.clone())
    });
    let started = part(move || {
        let since = with(filter, |filter| filter.since);
        let now = since.map(|since| since.0.to_string()).unwrap_or_default();
        let mut times = vec![(String::new(), "Any time")];
        times.extend(TIMES.map(|(days, name)| (clock::midnight(days).to_string(), name)));
        options(times, &now, since.map(|since| format!("Since {}", clock::day(since.0))).unwrap_or_default())
    });
    let chosen = part(move || {
        with(filter, |filter| {
            let mut parts = Vec::new();
            parts.extend(filter.author.as_ref().map(|person| format!("by {person}")));
            parts.extend(filter.label.as_ref().map(|label| format!("labelled {label}")));
            parts.extend(filter.until.map(|until| format!("started before {}", clock::day(until.0))));
            let words =
                (!parts.is_empty()).then(|| view! { <span>{format!("Only {}", parts.join(", "))}</span> });
            let clear = (!filter.is_plain()).then(|| view! { <a href=plain.clone()>"Clear"</a> });
            view! { {words} {clear} }
        })
    });
    view! {
        <form
            class="filters"
            role="search"
            aria-label="Jobs"
            on:submit=|event| event.prevent_default()
            on:input=take_over_later
            on:change=move |event| take_over.run(event)
        >
            <input
                type="search"
                name="q"
                class="filters__text"
                aria-label="Search prompts"
                placeholder="Search prompts"
                maxlength="60"
                autocomplete="off"
                prop:value=text(move || with(filter, |filter| filter.text.clone().unwrap_or_default()))
            />
            <select name="status" class="filters__select" aria-label="Status">{status}</select>
            <select name="since" class="filters__select" aria-label="Started">{started}</select>
            <label class="filters__hidden">
                <input type="checkbox" name="hidden" value="true" prop:checked=flag(move || with(filter, |filter| filter.hidden))/>
                "Hidden ones"
            </label>
            <p class="filters__chosen" role="status">{chosen}</p>
        </form>
    }
}

/// What a select offers: what is known, by value and name, and what is chosen now if that is something else.
fn options(known: Vec<(String, &str)>, now: &str, other: String) -> AnyView {
    let other = known.iter().all(|(value, _)| value != now).then(|| (now.to_owned(), other.as_str()));
    let option = |(value, name): (String, &str)| {
        let is_chosen = value == now;
        view! { <option value=value selected=is_chosen>{name.to_owned()}</option> }
    };
    known.into_iter().chain(other).map(option).collect_view().into_any()
}

/// Looks into the filter; a plain one stands in for one that is wrong.
fn with<T>(filter: Memo<Result<JobFilter, InvalidFilter>>, look: impl FnOnce(&JobFilter) -> T) -> T {
    filter.with(|filter| match filter {
        Ok(filter) => look(filter),
        Err(_) => look(&JobFilter::default()),
    })
}

/// Name and value of the field that an event is about.
fn changed(event: &Event) -> Option<(String, String)> {
    // A select has the same two properties.
    let field = event.target()?.unchecked_into::<HtmlInputElement>();
    let is_off = field.type_() == "checkbox" && !field.checked();
    Some((field.name(), if is_off { String::new() } else { field.value() }))
}
