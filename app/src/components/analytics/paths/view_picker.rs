//! Selects a ready-made view of the paths, and says what it has.

use docket_wire::{Comparison, RowsQuery, RowsView};
use leptos::prelude::*;

use super::note::SELECTING_LOADS;
use crate::browser::focus;
use crate::format::analytics::VisitorsView;
use crate::format::locale::day_range;
use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths::views as texts;
use crate::texts::analytics::range;
use crate::texts::general;

/// All pages, and the ready-made views.
#[component]
pub(super) fn ViewPicker(selection: Selection) -> impl IntoView {
    let options = move || {
        let selected = selection.view().rows.view;
        let option = |view: RowsView| {
            view! { <option value=view.as_str() prop:selected=selected == Some(view)>{texts::name(view)}</option> }
        };
        view! { <option value="" prop:selected=selected.is_none()>{texts::ALL_PAGES}</option> {RowsView::ALL.map(option).collect_view()} }
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
            <span>{texts::VIEW}</span>
            <select class="range__select" style:max-width="100%" aria-describedby=SELECTING_LOADS aria-keyshortcuts="v" title=general::shortcut("v") on:change=change>{options}</select>
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
        (!view.needs_comparison() || earlier.is_some())
            .then(|| texts::rule(view, &count(view.sample()), &earlier.unwrap_or_default()))
    });
    let is_longer =
        move || loaded.with(|loaded| loaded.as_ref().is_some_and(LoadedRows::compares_with_longer));
    move || {
        let rule = rule.get()?;
        let warning = is_longer().then_some(range::COMPARES_WITH_LONGER);
        Some(view! { <p class="paths-note">{rule} " " {warning}</p> })
    }
}

/// What is shown instead of the rows while the view lacks a comparison.
#[component]
pub(super) fn ChooseComparison(selection: Selection) -> impl IntoView {
    let compare = move |_| {
        let compare = Some(Comparison::Previous);
        selection.select(&VisitorsView { compare, ..selection.view_untracked() });
    };
    // The rows take the place of the button, at once or once they are loaded.
    on_cleanup(|| focus::restore_if_lost(".backfill", &[".paths__frame", ".paths-section select"]));
    view! {
        <div class="backfill">
            <p role="status">{texts::NEEDS_COMPARISON}</p>
            <button type="button" class="button" aria-keyshortcuts="=" title=general::shortcut("=") on:click=compare>{texts::COMPARE_WITH_PREVIOUS}</button>
        </div>
    }
}
