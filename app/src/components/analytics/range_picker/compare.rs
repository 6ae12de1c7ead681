//! Selects the period that the totals are compared with.

use docket_wire::Comparison;
use leptos::prelude::*;

use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;

/// The comparisons, and none.
#[component]
pub(super) fn ComparePicker(selection: Selection) -> impl IntoView {
    const COMPARISONS: [(&str, Option<Comparison>, &str); 3] = [
        ("previous", Some(Comparison::Previous), "Previous period"),
        ("year", Some(Comparison::Year), "Same period last year"),
        ("none", None, "No comparison"),
    ];
    let options = move || {
        let selected = selection.view().compare;
        let option = |(word, compare, name): (&'static str, Option<Comparison>, &'static str)| {
            view! { <option value=word selected=compare == selected>{name}</option> }
        };
        COMPARISONS.map(option).collect_view()
    };
    let change = move |event| {
        let word = event_target_value(&event);
        if let Some((_, compare, _)) = COMPARISONS.into_iter().find(|(known, ..)| *known == word) {
            selection.select(&VisitorsView { compare, ..selection.view_untracked() });
        }
    };
    view! {
        <label class="days__field">
            <span>"Compare with"</span>
            <select class="range__select" aria-keyshortcuts="b" title="Shortcut: b" on:change=change>{options}</select>
        </label>
    }
}
