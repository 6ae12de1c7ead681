//! Filters the paths, and switches between pages and folders.

use std::time::Duration;

use docket_wire::{RowSort, RowsQuery};
use leptos::html::Input;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use web_sys::Event;

use crate::format::analytics::{VisitorsView, path_prefix};
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths as texts;
use crate::texts::general;

/// Time after the last key until the table is filtered.
const DEBOUNCE: Duration = Duration::from_millis(400);

/// Searches in paths, filters by prefix, and groups by folder.
#[component]
pub(super) fn PathsFilter(selection: Selection) -> impl IntoView {
    let value = move |field: fn(&RowsQuery) -> Option<String>| {
        move || field(&selection.view().rows).unwrap_or_default()
    };
    let (text_field, prefix_field) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    // Both fields at once: a person may have left the other one before it was applied.
    let apply = Callback::new(move |()| {
        let (Some(text), Some(prefix)) = (text_field.get_untracked(), prefix_field.get_untracked()) else {
            return;
        };
        let view = selection.view_untracked();
        let typed = text.value();
        let searched = searched_text(typed.clone());
        if let Some(searched) = searched.as_deref().filter(|searched| *searched != typed) {
            text.set_value(searched);
        }
        let rows = RowsQuery { text: searched, prefix: path_prefix(&prefix.value()), ..view.rows.clone() };
        if rows != view.rows {
            selection.replace(&VisitorsView { rows, ..view });
        }
    });
    let apply_later = debounce(DEBOUNCE, move |_: Event| {
        apply.try_run(());
    });
    let folders = move || {
        let view = selection.view();
        let is_on = view.rows.by_folder;
        // Folders have no exact share to sort by, and are not compared.
        let sort = view.rows.sort.filter(|sort| *sort != RowSort::Share && !sort.needs_comparison());
        // A view is about pages.
        let rows = RowsQuery { by_folder: !is_on, sort, view: None, ..view.rows.clone() };
        let href = selection.href(&VisitorsView { rows, ..view });
        view! { <a class="button" href=href aria-keyshortcuts="f" title=general::shortcut("f")>{if is_on { texts::SHOW_PAGES } else { texts::SHOW_FOLDERS }}</a> }
    };
    view! {
        <form
            class="paths-filter"
            role="search"
            aria-label=texts::PATHS
            on:submit=|event| event.prevent_default()
            on:input=apply_later
            // A field that is removed with text that was not applied says that it changed.
            on:change=move |_| { apply.try_run(()); }
        >
            <input type="search" name="q" node_ref=text_field aria-label=texts::SEARCH_PATHS aria-keyshortcuts="/" title=general::shortcut("/") placeholder=texts::SEARCH_PATHS maxlength="100" autocomplete="off" prop:value=value(|rows| rows.text.clone())/>
            <input type="search" name="prefix" node_ref=prefix_field aria-label=texts::PATH_PREFIX aria-keyshortcuts="p" title=general::shortcut("p") placeholder=texts::STARTS_WITH maxlength="500" autocomplete="off" prop:value=value(|rows| rows.prefix.clone())/>
            {folders}
        </form>
    }
}

/// The text to search for. Nobody searches for a blank, and what is longer than a search may be is cut, as the field cuts what is
/// longer than its own limit: that counts units of UTF-16, and the one of a search bytes.
fn searched_text(mut typed: String) -> Option<String> {
    typed.truncate(typed.floor_char_boundary(RowsQuery::TEXT_BYTES_MAX));
    Some(typed).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_never_longer_than_a_link_may_have_it() {
        let found = |typed: &str| searched_text(typed.to_owned());
        assert_eq!(found("guides "), Some("guides ".to_owned()));
        assert_eq!(found(""), None);
        assert_eq!(found("  "), None);
        for typed in ["日".repeat(100), "😀".repeat(50), "é".repeat(100), "a".repeat(100)] {
            let text = found(&typed).unwrap();
            let pairs = [("q", text.as_str())];
            assert_eq!(RowsQuery::from_pairs(pairs).map(|query| query.text), Ok(Some(text.clone())));
            assert!(typed.starts_with(&text) && text.len() > RowsQuery::TEXT_BYTES_MAX - 4 || text == typed);
        }
    }
}
