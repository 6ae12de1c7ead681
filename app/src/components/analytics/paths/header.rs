//! The header of the paths table. Each column name is a link that sorts by the column.

use docket_wire::{RowSort, RowsQuery};
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::ui::text;

const COLUMNS: [(RowSort, &str, &str); 5] = [
    (RowSort::Path, "Path", "paths__path"),
    (RowSort::Human, "People", "number"),
    (RowSort::Ai, "AI", "number"),
    (RowSort::Total, "All", "number"),
    (RowSort::Share, "Share of AI", "number paths__share"),
];

/// The names of the columns.
#[component]
pub(super) fn PathsHeader(selection: Selection) -> impl IntoView {
    let column = move |(sort, name, class): (RowSort, &'static str, &'static str)| {
        let direction = Memo::new(move |_| {
            let rows = selection.view().rows;
            (rows.sort == Some(sort)).then(|| rows.is_descending())
        });
        let href = text(move || {
            let view = selection.view();
            // The first click sorts, the second reverses, the third returns to the service's order.
            let is_first_descending = !matches!(sort, RowSort::Path);
            let (sort, descending) = match direction.get() {
                None => (Some(sort), None),
                Some(descending) if descending == is_first_descending => (Some(sort), Some(!descending)),
                Some(_) => (None, None),
            };
            // Folders have no exact share to sort by.
            let by_folder = view.rows.by_folder && sort != Some(RowSort::Share);
            let rows = RowsQuery { sort, descending, by_folder, ..view.rows.clone() };
            selection.href(&VisitorsView { rows, ..view })
        });
        let aria_sort = move || match direction.get() {
            Some(true) => "descending",
            Some(false) => "ascending",
            None => "none",
        };
        let arrow = text(move || match direction.get() {
            Some(true) => " ↓",
            Some(false) => " ↑",
            None => "",
        });
        view! {
            <span role="columnheader" class=class aria-sort=text(aria_sort)>
                <a class="paths__sort" href=href>{name}<span aria-hidden="true">{arrow}</span></a>
            </span>
        }
    };
    let [path, rest @ ..] = COLUMNS;
    view! {
        <div role="rowgroup" class="paths__head">
            <div class="paths__row" role="row" aria-rowindex="1">
                {column(path)}
                <span role="columnheader" class="paths__bars">
                    <span class="legend">
                        <span class="legend__key legend__key--people">"People"</span>
                        <span class="legend__key legend__key--ai">"AI"</span>
                        <span class="legend__key legend__key--all">"All"</span>
                    </span>
                </span>
                {rest.map(column).collect_view()}
                <span role="columnheader" class="paths__ask"><span class="visually-hidden">"Ask the agent"</span></span>
            </div>
        </div>
    }
}
