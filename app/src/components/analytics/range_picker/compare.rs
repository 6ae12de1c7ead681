//! Selects the period that the totals are compared with.

use docket_wire::Comparison;
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::range as texts;
use crate::texts::general;

/// The comparisons, and none.
#[component]
pub(super) fn ComparePicker(selection: Selection) -> impl IntoView {
    const COMPARISONS: [(&str, Option<Comparison>); 3] =
        [("previous", Some(Comparison::Previous)), ("year", Some(Comparison::Year)), ("none", None)];
    let options = move || {
        let selected = selection.view().compare;
        let option = |(word, compare): (&'static str, Option<Comparison>)| {
            view! { <option value=word prop:selected=compare == selected>{texts::comparison(compare)}</option> }
        };
        COMPARISONS.map(option).collect_view()
    };
    let change = move |event| {
        let word = event_target_value(&event);
        if let Some((_, compare)) = COMPARISONS.into_iter().find(|(known, _)| *known == word) {
            selection.select(&VisitorsView { compare, ..selection.view_untracked() });
        }
    };
    view! {
        <label class="days__field">
            <span>{texts::COMPARE_WITH}</span>
            <select class="range__select" aria-keyshortcuts="b" title=general::shortcut("b") on:change=change>{options}</select>
        </label>
    }
}
