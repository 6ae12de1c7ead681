//! Selects the order of the paths on a narrow screen, where the headings that sort have no room.

use docket_wire::{RowSort, RowsQuery, RowsView};
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::{paths as texts, visitors};

/// What all tables can be sorted by, and how each is called. Shares are left out, because views that compare do not have
/// them.
const COLUMNS: [(RowSort, &str); 4] = [
    (RowSort::Total, visitors::ALL),
    (RowSort::Human, visitors::HUMAN),
    (RowSort::Ai, visitors::AI),
    (RowSort::Path, texts::PATH),
];
/// What views that compare can be sorted by besides.
const COMPARED_COLUMNS: [(RowSort, &str); 2] =
    [(RowSort::Change, texts::CHANGE), (RowSort::Before, texts::BEFORE)];

/// A column and whether its largest values come first; `None` is the order of the service or of a view.
type Order = Option<(RowSort, bool)>;

/// The order without a column, and both orders of each column.
#[component]
pub(super) fn SortPicker(selection: Selection) -> impl IntoView {
    let shown_view = Memo::new(move |_| selection.view().rows.view);
    let orders = Memo::new(move |_| orders(shown_view.get().is_some_and(RowsView::needs_comparison)));
    let options = move || {
        let rows = selection.view().rows;
        let selected = rows.sort.map(|sort| (sort, rows.is_descending()));
        let option = |(index, order): (usize, Order)| {
            view! { <option value=index.to_string() prop:selected=selected == order>{name(order, shown_view.get().is_some())}</option> }
        };
        orders.get().into_iter().enumerate().map(option).collect_view()
    };
    let change = move |event| {
        let index = event_target_value(&event).parse::<usize>().unwrap_or_default();
        let order = orders.with_untracked(|orders| orders.get(index).copied().flatten());
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

fn orders(compares: bool) -> Vec<Order> {
    let compared = if compares { &COMPARED_COLUMNS[..] } else { &[] };
    let both = |(sort, _): &(RowSort, &str)| {
        let first = sort.is_first_descending();
        [Some((*sort, first)), Some((*sort, !first))]
    };
    [None].into_iter().chain(COLUMNS.iter().chain(compared).flat_map(both)).collect()
}

fn name(order: Order, is_of_view: bool) -> String {
    match order {
        None if is_of_view => texts::VIEW_ORDER.to_owned(),
        None => texts::SERVICE_ORDER.to_owned(),
        Some((RowSort::Path, is_descending)) => texts::alphabetical(is_descending).to_owned(),
        Some((RowSort::Change, is_descending)) => texts::losses_or_gains(is_descending).to_owned(),
        Some((sort, is_descending)) => {
            let column = COLUMNS.into_iter().chain(COMPARED_COLUMNS).find(|(known, _)| *known == sort);
            texts::order(column.map_or("", |(_, name)| name), is_descending)
        }
    }
}
