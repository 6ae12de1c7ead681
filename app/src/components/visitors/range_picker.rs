//! Which days, by whose clocks, compared with what. All of it ends up in the URL.

use docket_wire::{Comparison, ZoneName};
use leptos::html::Input;
use leptos::prelude::*;

use super::choice::Choice;
use crate::browser::zone;
use crate::components::shortcuts::is_typing;
use crate::format::preset::Preset;
use crate::format::range::{Range, VisitorsView, custom};
use crate::ui::{given, part, text};

/// Presets as links, with a key each; fields for any other days; the zone; the comparison.
#[component]
pub(crate) fn RangePicker(choice: Choice) -> impl IntoView {
    let chosen = Memo::new(move |_| choice.view().range);
    let with = move |preset| VisitorsView { range: Range::Preset(preset), ..choice.view_now() };
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let preset = Preset::ALL.into_iter().find(|preset| preset.key() == event.key());
        if let Some(preset) = preset.filter(|_| !is_typing(&event) && !event.shift_key()) {
            event.prevent_default();
            choice.choose(&with(preset));
        }
    });
    on_cleanup(move || listener.remove());
    let preset = move |preset: Preset| {
        let href = text(move || choice.href(&VisitorsView { range: Range::Preset(preset), ..choice.view() }));
        let is_chosen = given("true", move || chosen.get() == Range::Preset(preset));
        view! {
            <a class="preset" href=href aria-current=is_chosen aria-keyshortcuts=preset.key() title=format!("Key {}", preset.key())>
                {preset.label()}
            </a>
        }
    };
    view! {
        <div class="range">
            <nav class="presets" aria-label="Date range">{Preset::ALL.map(preset).collect_view()}</nav>
            <CustomDays choice=choice/>
            <ZonePicker choice=choice/>
            <ComparePicker choice=choice/>
        </div>
    }
}

#[component]
fn CustomDays(choice: Choice) -> impl IntoView {
    let (from_field, to_field) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let error = RwSignal::new(None::<String>);
    let days = Memo::new(move |_| choice.today.get().map(|today| choice.view().range.days(today)));
    let first = move || days.get().map(|(from, _)| from.to_string()).unwrap_or_default();
    let last = move || days.get().map(|(_, to)| to.to_string()).unwrap_or_default();
    let show = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(from), Some(to)) = (from_field.get_untracked(), to_field.get_untracked()) else { return };
        let view = choice.view_now();
        match custom(&from.value(), &to.value(), &view.zone) {
            Ok(range) => {
                error.set(None);
                choice.choose(&VisitorsView { range, ..view });
            }
            Err(wrong) => error.set(Some(wrong)),
        }
    };
    view! {
        <form class="days" aria-label="Custom range" novalidate on:submit=show>
            <label class="days__field">
                <span>"From"</span>
                <input type="date" node_ref=from_field prop:value=text(first) aria-describedby="days-error"/>
            </label>
            <label class="days__field">
                <span>"To"</span>
                <input type="date" node_ref=to_field prop:value=text(last) aria-describedby="days-error"/>
            </label>
            <button type="submit" class="button">"Show"</button>
            <p class="days__error" id="days-error" role="alert">{error}</p>
        </form>
    }
}

#[component]
fn ZonePicker(choice: Choice) -> impl IntoView {
    let local = zone::local();
    let chosen = Memo::new(move |_| choice.view().zone);
    let options = part(move || {
        let chosen = chosen.get();
        let option = |name: String, label: String| {
            let is_chosen = name == chosen.as_str();
            view! { <option value=name selected=is_chosen>{label}</option> }
        };
        let mut first = vec![ZoneName::utc()];
        for zone in [&local, &chosen] {
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
        view! { {first} <optgroup label="All zones">{others}</optgroup> }
    });
    let change = move |event| {
        if let Ok(zone) = ZoneName::try_from(event_target_value(&event)) {
            choice.choose(&VisitorsView { zone, ..choice.view_now() });
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
fn ComparePicker(choice: Choice) -> impl IntoView {
    const CHOICES: [(&str, Option<Comparison>, &str); 3] = [
        ("previous", Some(Comparison::Previous), "Previous period"),
        ("year", Some(Comparison::Year), "A year ago"),
        ("none", None, "Nothing"),
    ];
    let options = part(move || {
        let chosen = choice.view().compare;
        let option = |(word, compare, name): (&'static str, Option<Comparison>, &'static str)| {
            view! { <option value=word selected=compare == chosen>{name}</option> }
        };
        CHOICES.map(option).collect_view()
    });
    let change = move |event| {
        let word = event_target_value(&event);
        if let Some((_, compare, _)) = CHOICES.into_iter().find(|(known, ..)| *known == word) {
            choice.choose(&VisitorsView { compare, ..choice.view_now() });
        }
    };
    view! {
        <label class="days__field">
            <span>"Compare with"</span>
            <select class="range__select" on:change=change>{options}</select>
        </label>
    }
}
