//! Search and filters of the jobs list. The URL holds them: see `state::jobs::filter`.

mod found;

use std::time::Duration;

use docket_wire::{InvalidParameter, JobFilter, JobSort, JobStatus, ProjectId};
use leptos::ev::MouseEvent;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};
use web_sys::Event;

use self::found::Found;
use crate::browser::focus;
use crate::components::filter_fields::{changed_field, options, period_options};
use crate::paths::{self, Page};
use crate::state::bulk::selection;
use crate::state::jobs::filter;
use crate::texts::general;
use crate::texts::jobs::filters as texts;
use crate::texts::jobs::state;

/// The statuses to filter by: value and label.
const STATUSES: [(&str, &str); 5] = [
    ("", texts::ANY_STATUS),
    ("active", state::ACTIVE),
    ("completed", state::COMPLETED),
    ("failed", state::FAILED),
    ("archived", state::ARCHIVED),
];

/// The orders of the list: value and label.
const SORTS: [(&str, &str); 2] = [("", texts::NEWEST_FIRST), ("oldest", texts::OLDEST_FIRST)];

/// The name of the search field.
const SEARCH_FIELD: &str = "q";

/// The list follows the search field after this long without a key.
const SEARCH_DELAY: Duration = Duration::from_millis(400);

/// Focuses the search field, because the link that clears a filter goes away with it.
pub(crate) fn focus_search(_: MouseEvent) {
    focus::move_soon("input[name=q]");
}

/// The path of a list, with the selection of the query before.
pub(crate) fn with_selection(path: String, query: &str) -> String {
    match selection::pair(query) {
        Some(selected) => [path.as_str(), if path.contains('?') { "&" } else { "?" }, selected].concat(),
        None => path,
    }
}

/// Search and filters.
#[component]
pub(crate) fn Filters(
    project: ProjectId,
    filter: Memo<Result<JobFilter, InvalidParameter>>,
) -> impl IntoView {
    let query = use_location().search;
    let plain = Page::Jobs(&project).to_string();
    // An invalid filter shows as a plain one.
    let filter = Memo::new(move |_| filter.get().unwrap_or_default());
    let apply = apply_fields(project, filter, query);
    // The field is read after the delay, because it may have been cleared meanwhile.
    let apply_later = debounce(SEARCH_DELAY, move |event| {
        apply.try_run(event);
    });
    let status = move || filter.with(|filter| status_options(filter.status.as_ref()));
    let started = period_options(move || filter.with(|filter| filter.added_since));
    let sort = move || sort_options(filter.with(|filter| filter.sort));
    let is_filtered = Memo::new(move |_| filter.with(|filter| !filter.is_plain()));
    view! {
        <form
            class="filters"
            role="search"
            aria-label=general::JOBS
            on:submit=|event| event.prevent_default()
            on:input=apply_later
            // A field that is removed with text that was not applied says that it changed.
            on:change=move |event| { apply.try_run(event); }
        >
            <input
                type="search"
                name=SEARCH_FIELD
                class="filters__text"
                aria-label=texts::SEARCH_PROMPTS
                placeholder=texts::SEARCH_PROMPTS
                maxlength="60"
                autocomplete="off"
                dir="auto"
                aria-keyshortcuts="/"
                title=general::shortcut("/")
                prop:value=move || filter.with(|filter| filter.text.clone().unwrap_or_default())
            />
            <select name="status" class="filters__select" aria-label=texts::STATUS aria-keyshortcuts="o" title=general::shortcut("o")>{status}</select>
            <select name="addedSince" class="filters__select" aria-label=texts::STARTED aria-keyshortcuts="w" title=general::shortcut("w")>{started}</select>
            <select name="sort" class="filters__select" aria-label=texts::SORT aria-keyshortcuts="r" title=general::shortcut("r")>{sort}</select>
            <label class="filters__hidden">
                <input
                    type="checkbox"
                    name="hidden"
                    value="true"
                    aria-keyshortcuts="v"
                    title=general::shortcut("v")
                    prop:checked=move || filter.with(|filter| filter.hidden)
                />
                {texts::ONLY_HIDDEN}
            </label>
            <div class="filters__active">
                <Found filter=filter is_filtered=is_filtered/>
                {move || is_filtered.get().then(|| view! { <a href=with_selection(plain.clone(), &query.get()) aria-keyshortcuts="b" title=general::shortcut("b") on:click=focus_search>{general::CLEAR_FILTER}</a> })}
            </div>
        </form>
    }
}

/// Applies the field that an event is about to the filter in the URL.
fn apply_fields(project: ProjectId, filter: Memo<JobFilter>, query: Memo<String>) -> Callback<Event> {
    let navigate = use_navigate();
    Callback::new(move |event: Event| {
        let Some((name, value)) = changed_field(&event) else { return };
        let before = filter.get_untracked();
        // The fields have the same limits, so no value is invalid here.
        let Ok(after) = filter::with(&before, &name, &value) else { return };
        if after != before {
            // Each key in the search field would be one more step back.
            let options = if name == SEARCH_FIELD { paths::redirect() } else { paths::step() };
            let path = Page::FilteredJobs(&project, &after).to_string();
            navigate(&query.with_untracked(|query| with_selection(path, query)), options);
        }
    })
}

fn status_options(status: Option<&JobStatus>) -> AnyView {
    let current = status.map(ToString::to_string).unwrap_or_default();
    options(STATUSES.map(|(value, name)| (value.to_owned(), name)).into(), &current, current.clone())
}

fn sort_options(sort: JobSort) -> AnyView {
    let current = if sort == JobSort::Oldest { "oldest" } else { "" };
    options(SORTS.map(|(value, name)| (value.to_owned(), name)).into(), current, String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_filter_keeps_the_selection() {
        let path = || "/p/a/jobs".to_owned();
        assert_eq!(with_selection(path(), "?q=x&selected=a+b"), "/p/a/jobs?selected=a+b");
        assert_eq!(with_selection(path() + "?q=y", "selected=a"), "/p/a/jobs?q=y&selected=a");
        assert_eq!(with_selection(path(), "?q=x"), "/p/a/jobs");
    }
}
