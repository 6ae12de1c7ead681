//! Selects a range of days that no preset has.

use leptos::html::Input;
use leptos::prelude::*;

use crate::format::analytics::{DateRange, VisitorsView};
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::texts::analytics::range as texts;
use crate::texts::general;

/// Fields for the first and the last day.
#[component]
pub(super) fn CustomDays(selection: Selection, error: RwSignal<Option<String>>) -> impl IntoView {
    let (from_field, to_field) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let days = Memo::new(move |_| selection.today.get().map(|today| selection.view().range.days(today)));
    let first = move || days.get().map(|(from, _)| from.to_string()).unwrap_or_default();
    let last = move || days.get().map(|(_, to)| to.to_string()).unwrap_or_default();
    let last_allowed = move || selection.today.get().map(|today| today.to_string());
    // A range that is chosen elsewhere, such as a preset, takes the place of what was typed, and of what was wrong with it.
    Effect::new(move |before: Option<_>| {
        let now = (selection.view().range, days.get());
        if before.is_some_and(|before| before != now) {
            error.set(None);
            if let (Some(from), Some(to)) = (from_field.get_untracked(), to_field.get_untracked()) {
                from.set_value(&first());
                to.set_value(&last());
            }
        }
        now
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(from), Some(to)) = (from_field.get_untracked(), to_field.get_untracked()) else { return };
        let view = selection.view_untracked();
        let parsed = DateRange::parse(&from.value(), &to.value(), &view.zone).and_then(|range| {
            let Some(today) = selection.today.get_untracked() else { return Ok(range) };
            VisitorsRequest::of(VisitorsView { range, ..view.clone() }, today).map(|_| range)
        });
        match parsed {
            Ok(range) => {
                error.set(None);
                selection.select(&VisitorsView { range, ..view });
            }
            Err(invalid) => error.set(Some(invalid)),
        }
    };
    let is_invalid = move || error.with(Option::is_some).then_some("true");
    view! {
        <form class="days" aria-label=texts::CUSTOM_RANGE novalidate on:submit=submit>
            <label class="days__field">
                <span>{texts::FROM}</span>
                <input type="date" node_ref=from_field aria-keyshortcuts="w" title=general::shortcut("w") prop:value=first max=last_allowed aria-invalid=is_invalid aria-describedby="days-error"/>
            </label>
            <label class="days__field">
                <span>{texts::TO}</span>
                <input type="date" node_ref=to_field prop:value=last max=last_allowed aria-invalid=is_invalid aria-describedby="days-error"/>
            </label>
            <button type="submit" class="button">{texts::APPLY}</button>
        </form>
    }
}

/// What is wrong with the days, below all controls, so that none of them moves.
#[component]
pub(super) fn DaysError(error: RwSignal<Option<String>>) -> impl IntoView {
    view! { <p class="days__error" id="days-error" role="alert">{error}</p> }
}
