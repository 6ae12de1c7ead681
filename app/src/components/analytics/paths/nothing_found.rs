//! Why the table of paths is empty, and what to do about it.

use docket_wire::RowsQuery;
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;

/// What stands in place of the rows.
pub(super) fn nothing_found(loaded: &LoadedRows, selection: Selection) -> AnyView {
    let LoadedRows { key, summary, .. } = loaded;
    let has_filter = key.query.has_filter();
    let lacks_rows = !(summary.complete && summary.has_all_compared());
    let without_filter = has_filter.then(|| {
        let view = selection.view_untracked();
        let rows = RowsQuery { text: None, prefix: None, ..view.rows.clone() };
        let href = selection.href(&VisitorsView { rows, ..view });
        view! { " " <a href=href>"Clear filter"</a> }
    });
    let more = "There are more: load them below";
    let words = match (summary.complete, key.query.view.is_some()) {
        _ if key.compare.is_some() && lacks_rows => {
            "This view needs all paths of both periods. Load those that are missing below.".to_owned()
        }
        (true, _) if has_filter => "No path matches the filter.".to_owned(),
        (false, _) if has_filter => {
            format!("None of the {} loaded paths match the filter. {more} to search them all.", count(summary.loaded))
        }
        (true, true) => "No page is in this view. Choose another view, or other days.".to_owned(),
        (false, true) => {
            format!("None of the {} loaded pages is in this view. {more}.", count(summary.loaded))
        }
        (_, false) => {
            "Nobody visited a page on these days. Choose other days above. If no days have visitors, check that \
             DOCKET_PROJECTS has the project's id as the service shows it."
                .to_owned()
        }
    };
    view! { {words} {without_filter} }.into_any()
}
