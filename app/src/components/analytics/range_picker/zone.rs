//! Selects the time zone of the days.

use docket_wire::ZoneName;
use leptos::prelude::*;

use crate::browser::zone;
use crate::format::analytics::VisitorsView;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::range as texts;
use crate::texts::general;

/// UTC and the browser's time zone first. All others are hundreds of elements, so they come when a person opens the list.
#[component]
pub(super) fn ZonePicker(selection: Selection) -> impl IntoView {
    let local = StoredValue::new(zone::local());
    let selected = Memo::new(move |_| selection.view().zone);
    let first = Memo::new(move |_| {
        let mut first = vec![ZoneName::utc()];
        for zone in [local.get_value(), selected.get()] {
            if !first.contains(&zone) {
                first.push(zone);
            }
        }
        first
    });
    let option = move |name: String, label: String| {
        let is_selected = selected.with(|selected| name == selected.as_str());
        view! { <option value=name selected=is_selected>{label}</option> }
    };
    let first_options = move || {
        let label = |zone: &ZoneName| {
            let is_local = local.with_value(|local| local == zone) && !zone.is_utc();
            if is_local { texts::zone_of_browser(zone.as_str()) } else { zone.to_string() }
        };
        let option = |zone: &ZoneName| option(zone.to_string(), label(zone));
        first.with(|first| first.iter().map(option).collect_view())
    };
    let is_opened = RwSignal::new(false);
    let other_options = move || {
        let names = is_opened.get().then(zone::all).unwrap_or_default();
        let is_first = |name: &String| first.with(|first| first.iter().any(|zone| zone.as_str() == name));
        let others = names.into_iter().filter(|name| !is_first(name));
        others.map(|name| option(name.clone(), name)).collect_view()
    };
    let open = move || {
        if !is_opened.get_untracked() {
            is_opened.set(true);
        }
    };
    let change = move |event| {
        if let Ok(zone) = ZoneName::try_from(event_target_value(&event)) {
            selection.select(&VisitorsView { zone, ..selection.view_untracked() });
        }
    };
    view! {
        <label class="days__field">
            <span>{texts::TIME_ZONE}</span>
            <select class="range__select" aria-keyshortcuts="z" title=general::shortcut("z") on:focus=move |_| open() on:pointerdown=move |_| open() on:change=change>
                {first_options} <optgroup label=texts::ALL_TIME_ZONES>{other_options}</optgroup>
            </select>
        </label>
    }
}
