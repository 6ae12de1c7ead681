//! Selects the order of the paths on a narrow screen, where the headings that sort have no room.

use docket_wire::{RowSort, RowsQuery};
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::{paths as texts, visitors};

/// What can be sorted by, and how each is called. Shares are left out, because views that compare do not have them.
const COLUMNS: [(RowSort, &str); 4] = [
    (RowSort::Total, visitors::ALL),
    (RowSort::Human, visitors::HUMAN),
    (RowSort::Ai, visitors::AI),
    (RowSort::Path, texts::PATH),
];

/// The service's order, and both orders of each column.
#[component]
pub(super) fn SortPicker(selection: Selection) -> impl IntoView {
    let orders = StoredValue::new(orders());
    let options = move || {
        let rows = selection.view().rows;
        let selected = rows.sort.map(|sort| (sort, rows.is_descending()));
        let option = |(index, (order, name)): (usize, (Option<(RowSort, bool)>, String))| {
            view! { <option value=index.to_string() prop:selected=selected == order>{name}</option> }
        };
        orders.get_value().into_iter().enumerate().map(option).collect_view()
    };
    let change = move |event| {
        let index = event_target_value(&event).parse::<usize>().unwrap_or_default();
        let order = orders.with_value(|orders| orders.get(index).and_then(|(order, _)| *order));
        let view = selection.view_untracked();
        let (sort, descending) = (order.map(|(sort, _)| sort), order.map(|(_, is_descending)| is_descending));
        let rows = RowsQuery { sort, descending, ..view.rows.clone() };
        selection.select(&VisitorsView { rows, ..view });
    };
    view! {
        <label class="days__field paths__sort-menu">
            <span>{texts::SORT}</span>
            <select class="range__select" on:change=change>{options}</select>
        </label>
    }
}

fn orders() -> Vec<(Option<(RowSort, bool)>, String)> {
    let of_column = |(sort, name): (RowSort, &str)| {
        let first = sort.is_first_descending();
        [first, !first].map(|is_descending| {
            let name = match sort {
                RowSort::Path => texts::alphabetical(is_descending).to_owned(),
                _ => texts::order(name, is_descending),
            };
            (Some((sort, is_descending)), name)
        })
    };
    let service = (None, texts::SERVICE_ORDER.to_owned());
    [service].into_iter().chain(COLUMNS.into_iter().flat_map(of_column)).collect()
}
