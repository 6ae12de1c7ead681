//! Selects days, time zone and comparison. The selection is in the URL.

use docket_wire::{Comparison, ZoneName};
use leptos::html::Input;
use leptos::prelude::*;

use crate::browser::keyboard::is_typing;
use crate::browser::zone;

use crate::format::analytics::{DateRange, Preset, VisitorsView};
use crate::state::analytics::selection::Selection;

/// Presets as links, each with a key; fields for other days, the time zone and the comparison.
#[component]
pub(crate) fn RangePicker(selection: Selection) -> impl IntoView {
    let selected = Memo::new(move |_| selection.view().range);
    let with = move |preset| VisitorsView { range: DateRange::Preset(preset), ..selection.view_untracked() };
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let preset = Preset::ALL.into_iter().find(|preset| preset.key() == event.key());
        if let Some(preset) = preset.filter(|_| !is_typing(&event) && !event.shift_key()) {
            event.prevent_default();
            selection.select(&with(preset));
        }
    });
    on_cleanup(move || listener.remove());
    let preset = move |preset: Preset| {
        let href =
            move || selection.href(&VisitorsView { range: DateRange::Preset(preset), ..selection.view() });
        let current = move || (selected.get() == DateRange::Preset(preset)).then_some("true");
        view! {
            <a class="preset" href=href aria-current=current aria-keyshortcuts=preset.key() title=format!("Shortcut: {}", preset.key())>
                {preset.label()}
            </a>
        }
    };
    view! {
        <div class="range">
            <nav class="presets" aria-label="Date range">{Preset::ALL.map(preset).collect_view()}</nav>
            <CustomDays selection=selection/>
            <ZonePicker selection=selection/>
            <ComparePicker selection=selection/>
        </div>
    }
}

#[component]
fn CustomDays(selection: Selection) -> impl IntoView {
    let (from_field, to_field) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let error = RwSignal::new(None::<String>);
    let days = Memo::new(move |_| selection.today.get().map(|today| selection.view().range.days(today)));
    let first = move || days.get().map(|(from, _)| from.to_string()).unwrap_or_default();
    let last = move || days.get().map(|(_, to)| to.to_string()).unwrap_or_default();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(from), Some(to)) = (from_field.get_untracked(), to_field.get_untracked()) else { return };
        let view = selection.view_untracked();
        match DateRange::parse(&from.value(), &to.value(), &view.zone) {
            Ok(range) => {
                error.set(None);
                selection.select(&VisitorsView { range, ..view });
            }
            Err(invalid) => error.set(Some(invalid)),
        }
    };
    view! {
        <form class="days" aria-label="Custom range" novalidate on:submit=submit>
            <label class="days__field">
                <span>"From"</span>
                <input type="date" node_ref=from_field prop:value=first aria-describedby="days-error"/>
            </label>
            <label class="days__field">
                <span>"To"</span>
                <input type="date" node_ref=to_field prop:value=last aria-describedby="days-error"/>
            </label>
            <button type="submit" class="button">"Apply"</button>
            <p class="days__error" id="days-error" role="alert">{error}</p>
        </form>
    }
}

#[component]
fn ZonePicker(selection: Selection) -> impl IntoView {
    let local = zone::local();
    let selected = Memo::new(move |_| selection.view().zone);
    let options = move || {
        let selected = selected.get();
        let option = |name: String, label: String| {
            let is_selected = name == selected.as_str();
            view! { <option value=name selected=is_selected>{label}</option> }
        };
        let mut first = vec![ZoneName::utc()];
        for zone in [&local, &selected] {
            if !first.contains(zone) {
                first.push(zone.clone());
            }
        }
        let is_first = |name: &String| first.iter().any(|zone| zone.as_str() == name);
        let others =
            zone::all().into_iter().filter(|name| !is_first(name)).map(|name| option(name.clone(), name));
        let others = others.collect_view();
        let label = |zone: &ZoneName| {
            if *zone == local && !zone.is_utc() { format!("{zone} (this browser)") } else { zone.to_string() }
        };
        let first = first.iter().map(|zone| option(zone.to_string(), label(zone))).collect_view();
        view! { {first} <optgroup label="All time zones">{others}</optgroup> }
    };
    let change = move |event| {
        if let Ok(zone) = ZoneName::try_from(event_target_value(&event)) {
            selection.select(&VisitorsView { zone, ..selection.view_untracked() });
        }
    };
    view! {
        <label class="days__field">
            <span>"Time zone"</span>
            <select class="range__select" on:change=change>{options}</select>
        </label>
    }
}

#[component]
fn ComparePicker(selection: Selection) -> impl IntoView {
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
            <select class="range__select" on:change=change>{options}</select>
        </label>
    }
}
