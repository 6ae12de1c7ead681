//! Why the table of paths is empty, and what to do about it.

use docket_wire::RowsQuery;
use leptos::prelude::*;

use crate::browser::focus;
use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths::views as texts;
use crate::texts::general;

/// What is shown instead of the rows.
pub(super) fn nothing_found(loaded: &LoadedRows, selection: Selection) -> AnyView {
    let LoadedRows { key, summary, .. } = loaded;
    let has_filter = key.query.has_filter();
    let lacks_paths = loaded.lacks_paths();
    let without_filter = has_filter.then(|| {
        let href = move || selection.href_of_rows(|rows| RowsQuery { text: None, prefix: None, ..rows });
        // The link goes away with the filter.
        view! { " " <a href=href on:click=|_| focus::move_soon(".paths-filter input")>{general::CLEAR_FILTER}</a> }
    });
    let is_loading = summary.backfill.is_some();
    let compared_needs_start =
        summary.compared.as_ref().is_some_and(|compared| !compared.complete && compared.backfill.is_none());
    // Only then is there a button below.
    let needs_start = !summary.complete && !is_loading || compared_needs_start;
    let (n, shown) = (summary.loaded, count(summary.loaded));
    let text = match (summary.complete, key.query.view.is_some()) {
        _ if key.compare.is_some() && lacks_paths && needs_start => texts::NEEDS_ALL_PATHS.to_owned(),
        _ if key.compare.is_some() && lacks_paths => texts::NEEDS_ALL_PATHS_LOADING.to_owned(),
        (true, _) if has_filter => texts::NO_PATH_MATCHES.to_owned(),
        (false, _) if has_filter && is_loading => texts::no_loaded_path_matches_yet(n, &shown),
        (false, _) if has_filter => texts::no_loaded_path_matches(n, &shown),
        (true, true) => texts::NO_PAGE_IN_VIEW.to_owned(),
        (false, true) if is_loading => texts::no_loaded_page_in_view_yet(n, &shown),
        (false, true) => texts::no_loaded_page_in_view(n, &shown),
        (_, false) => texts::NOBODY_VISITED.to_owned(),
    };
    view! { {text} {without_filter} }.into_any()
}
