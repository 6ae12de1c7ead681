//! Selects a ready-made view of the paths, and says what it has.

use docket_wire::{Comparison, RowsQuery, RowsView};
use leptos::prelude::*;

use crate::format::analytics::{COMPARES_WITH_LONGER, VisitorsView, view_name, view_rule};
use crate::format::locale::day_range;
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;

/// All pages, and the ready-made views.
#[component]
pub(super) fn ViewPicker(selection: Selection) -> impl IntoView {
    let options = move || {
        let selected = selection.view().rows.view;
        let option = |view: RowsView| {
            view! { <option value=view.word() selected=selected == Some(view)>{view_name(view)}</option> }
        };
        view! { <option value="" selected=selected.is_none()>"All pages"</option> {RowsView::ALL.map(option).collect_view()} }
    };
    let change = move |event| {
        let selected = RowsView::parse(&event_target_value(&event)).ok();
        let view = selection.view_untracked();
        // A view has its own order, and is about pages.
        let rows =
            RowsQuery { view: selected, sort: None, descending: None, by_folder: false, ..view.rows.clone() };
        selection.select(&VisitorsView { rows, ..view });
    };
    view! {
        <label class="days__field">
            <span>"View"</span>
            <select class="range__select" style:max-width="none" aria-keyshortcuts="v" title="Shortcut: v" on:change=change>{options}</select>
        </label>
    }
}

/// The rule of the selected view, with its smallest sample.
#[component]
pub(super) fn ViewRule(selection: Selection, loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    let rule = Memo::new(move |_| {
        let request = selection.request.get()?;
        let view = request.rows.view?;
        let earlier = request.compare.and_then(|compare| request.span.compared(compare).ok());
        let earlier = earlier.map(|span| day_range(span.from(), span.to()));
        (!view.needs_comparison() || earlier.is_some()).then(|| view_rule(view, &earlier.unwrap_or_default()))
    });
    let is_longer = move || {
        loaded.with(|loaded| loaded.as_ref()?.summary.compared.as_ref().map(|compared| compared.longer))
            == Some(true)
    };
    move || {
        let rule = rule.get()?;
        let warning = is_longer().then_some(COMPARES_WITH_LONGER);
        Some(view! { <p class="paths-note">{rule} " " {warning}</p> })
    }
}

/// What stands in place of the rows while the view lacks a comparison.
#[component]
pub(super) fn ChooseComparison(selection: Selection) -> impl IntoView {
    let compare = move |_| {
        let compare = Some(Comparison::Previous);
        selection.select(&VisitorsView { compare, ..selection.view_untracked() });
    };
    view! {
        <div class="backfill">
            <p role="status">
                "This view compares two periods, and no comparison is selected. Its totals and first 250 paths need 1 request, unless they are loaded."
            </p>
            <button type="button" class="button" on:click=compare>"Compare with the previous period"</button>
        </div>
    }
}
