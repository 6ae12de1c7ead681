//! Filters the paths, and switches between pages and folders.

use std::time::Duration;

use docket_wire::{RowSort, RowsQuery};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlInputElement};

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;

/// Time after the last key until the table is filtered.
const DEBOUNCE: Duration = Duration::from_millis(400);

/// Searches in paths, filters by prefix, and groups by folder.
#[component]
pub(super) fn PathsFilter(selection: Selection) -> impl IntoView {
    let value = move |field: fn(&RowsQuery) -> Option<String>| {
        move || field(&selection.view().rows).unwrap_or_default()
    };
    let apply = Callback::new(move |event: Event| {
        let Some(target) = event.target() else { return };
        let field = target.unchecked_into::<HtmlInputElement>();
        let view = selection.view_untracked();
        let value = Some(field.value()).filter(|value| !value.is_empty());
        let rows = match field.name().as_str() {
            "q" => RowsQuery { text: value, ..view.rows.clone() },
            _ => RowsQuery { prefix: value, ..view.rows.clone() },
        };
        if rows != view.rows {
            selection.replace(&VisitorsView { rows, ..view });
        }
    });
    let apply_later = debounce(DEBOUNCE, move |event: Event| apply.run(event));
    let folders = move || {
        let view = selection.view();
        let is_on = view.rows.by_folder;
        // Folders have no exact share to sort by.
        let sort = view.rows.sort.filter(|sort| *sort != RowSort::Share);
        let rows = RowsQuery { by_folder: !is_on, sort, ..view.rows.clone() };
        let href = selection.href(&VisitorsView { rows, ..view });
        view! { <a class="button" href=href>{if is_on { "Show pages" } else { "Show folders" }}</a> }
    };
    view! {
        <form
            class="paths-filter"
            role="search"
            aria-label="Paths"
            on:submit=|event| event.prevent_default()
            on:input=apply_later
            on:change=move |event| apply.run(event)
        >
            <input type="search" name="q" aria-label="Search paths" placeholder="Search paths" maxlength="100" autocomplete="off" prop:value=value(|rows| rows.text.clone())/>
            <input type="search" name="prefix" aria-label="Path prefix" placeholder="Starts with /…" maxlength="500" autocomplete="off" prop:value=value(|rows| rows.prefix.clone())/>
            {folders}
        </form>
    }
}
