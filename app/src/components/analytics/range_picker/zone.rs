//! Selects the time zone of the days.

use docket_wire::ZoneName;
use leptos::prelude::*;

use crate::browser::zone;
use crate::format::analytics::{VisitorsView, is_same_zone, zones_beyond};
use crate::state::analytics::last_view::store_zone;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::range as texts;
use crate::texts::general;
use crate::ui::opened_once;

/// UTC and the browser's time zone first. All others are hundreds of elements, so they come when a person opens the list.
#[component]
pub(super) fn ZonePicker(selection: Selection) -> impl IntoView {
    let selected = Memo::new(move |_| selection.view().zone);
    let local = zone::local();
    let mut first = vec![ZoneName::utc()];
    if !first.iter().any(|zone| is_same_zone(zone.as_str(), local.as_str())) {
        first.push(local.clone());
    }
    // The property, since a browser ignores the attribute of an option that a person has selected before.
    let option = move |name: String, label: String| {
        let value = name.clone();
        view! { <option value=value prop:selected=move || selected.with(|selected| is_same_zone(&name, selected.as_str()))>{label}</option> }
    };
    let label = |zone: &ZoneName| {
        if *zone == local && !zone.is_utc() {
            texts::zone_of_browser(zone.as_str())
        } else {
            zone.to_string()
        }
    };
    let first_options = first.iter().map(|zone| option(zone.to_string(), label(zone))).collect_view();
    let (is_opened, open) = opened_once(false);
    // An option keeps its element: it would be selected in place of another one otherwise.
    let others = move || {
        let mut names = is_opened.get().then(zone::all).unwrap_or_default();
        selected.with(|selected| {
            if !names.iter().any(|name| is_same_zone(name, selected.as_str())) {
                names.insert(0, selected.to_string());
            }
        });
        zones_beyond(names, &first.iter().map(ZoneName::as_str).collect::<Vec<_>>())
    };
    let change = move |event| {
        if let Ok(zone) = ZoneName::try_from(event_target_value(&event)) {
            store_zone(&zone);
            selection.select(&VisitorsView { zone, ..selection.view_untracked() });
        }
    };
    view! {
        <label class="days__field">
            <span>{texts::TIME_ZONE}</span>
            <select class="range__select" aria-keyshortcuts="z" title=general::shortcut("z") on:focus=move |_| open() on:pointerdown=move |_| open() on:change=change>
                {first_options}
                <optgroup label=texts::ALL_TIME_ZONES>
                    <For each=others key=String::clone children=move |name| option(name.clone(), name)/>
                </optgroup>
            </select>
        </label>
    }
}
