//! The header of the paths table. Each column name is a link that sorts by the column.

use docket_wire::{RowSort, RowsQuery};
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::{paths as texts, visitors};
use crate::texts::general;

#[component]
pub(super) fn PathsHeader(
    selection: Selection,
    /// Whether the rows have the visitors of a compared period.
    compares: Memo<bool>,
    /// The name of the column with the change since then.
    change_name: Memo<&'static str>,
) -> impl IntoView {
    view! {
        <div role="rowgroup" class="paths__head">
            <div class="paths__row" role="row" aria-rowindex="1">
                <SortHeader selection=selection sort=RowSort::Path name=texts::PATH class="paths__path" shortcut="h"/>
                <span role="columnheader" class="paths__bars">
                    <span class="legend">
                        <span class="legend__key legend__key--people">{visitors::HUMAN}</span>
                        <span class="legend__key legend__key--ai">{visitors::AI}</span>
                        <span class="legend__key legend__key--all">{visitors::ALL}</span>
                    </span>
                </span>
                <SortHeader selection=selection sort=RowSort::Human name=visitors::HUMAN class="number"/>
                <SortHeader selection=selection sort=RowSort::Ai name=visitors::AI class="number"/>
                <SortHeader selection=selection sort=RowSort::Total name=visitors::ALL class="number"/>
                <Show
                    when=move || compares.get()
                    fallback=move || view! { <SortHeader selection=selection sort=RowSort::Share name=visitors::AI_SHARE class="number"/> }
                >
                    <SortHeader selection=selection sort=RowSort::Before name=texts::BEFORE class="number"/>
                    <SortHeader selection=selection sort=RowSort::Change name=change_name class="number"/>
                </Show>
                <span role="columnheader" class="paths__action"><span class="visually-hidden">{texts::NEW_JOB_FOR_THIS_PAGE}</span></span>
            </div>
        </div>
    }
}

#[component]
fn SortHeader(
    selection: Selection,
    sort: RowSort,
    #[prop(into)] name: Signal<&'static str>,
    class: &'static str,
    #[prop(optional)] shortcut: Option<&'static str>,
) -> impl IntoView {
    // Whether the rows are sorted by this column, and then whether the largest come first.
    let is_descending = Memo::new(move |_| {
        let rows = selection.view().rows;
        (rows.sort == Some(sort)).then(|| rows.is_descending())
    });
    let href = move || {
        let view = selection.view();
        // The first click sorts, the second reverses, the third returns to the service's order.
        let (sort, descending) = match is_descending.get() {
            None => (Some(sort), None),
            Some(descending) if descending == sort.is_first_descending() => (Some(sort), Some(!descending)),
            Some(_) => (None, None),
        };
        // Folders have no exact share to sort by.
        let by_folder = view.rows.by_folder && sort != Some(RowSort::Share);
        let rows = RowsQuery { sort, descending, by_folder, ..view.rows.clone() };
        selection.href(&VisitorsView { rows, ..view })
    };
    let aria_sort = move || match is_descending.get() {
        Some(true) => "descending",
        Some(false) => "ascending",
        None => "none",
    };
    let arrow = move || match is_descending.get() {
        Some(true) => " ↓",
        Some(false) => " ↑",
        None => "",
    };
    view! {
        <span role="columnheader" class=class aria-sort=aria_sort>
            <a class="paths__sort" href=href aria-keyshortcuts=shortcut title=shortcut.map(general::shortcut)>{name}<span aria-hidden="true">{arrow}</span></a>
        </span>
    }
}
