//! Date ranges that move with the calendar.

use leptos::prelude::*;

use crate::browser::clock;
use crate::browser::keyboard::is_shortcut;
use crate::format::analytics::{DateRange, Preset, VisitorsView};
use crate::state::analytics::selection::Selection;
use crate::state::commands::keys::KeyPair;
use crate::texts::analytics::range as texts;
use crate::texts::general;

/// The key before the digit of a preset.
const RANGE_KEY: &str = "r";

/// The presets as links, each with a key after `r`; on a narrow screen as a menu.
#[component]
pub(super) fn Presets(selection: Selection) -> impl IntoView {
    // An invalid link selects none.
    let selected = Memo::new(move |_| selection.view.with(|view| view.as_ref().ok().map(|view| view.range)));
    let with = move |preset| VisitorsView { range: DateRange::Preset(preset), ..selection.view_untracked() };
    // A digit alone may be a slip, and would spend requests.
    let pair = StoredValue::new(KeyPair::of(RANGE_KEY));
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if event.repeat() || !is_shortcut(&event) {
            return;
        }
        let is_second =
            pair.try_update_value(|pair| pair.press(&event.key(), clock::now_ms())).unwrap_or(false);
        let preset = Preset::ALL.into_iter().find(|preset| preset.key() == event.key());
        if let Some(preset) = preset.filter(|_| is_second) {
            event.prevent_default();
            selection.select(&with(preset));
        }
    });
    on_cleanup(move || listener.remove());
    let link = move |preset: Preset| {
        let href =
            move || selection.href(&VisitorsView { range: DateRange::Preset(preset), ..selection.view() });
        let current = move || (selected.get() == Some(DateRange::Preset(preset))).then_some("true");
        view! {
            <a class="preset" href=href aria-current=current title=general::shortcut(&format!("{RANGE_KEY} {}", preset.key()))>
                {preset.label()}
            </a>
        }
    };
    let option = move |preset: Preset| {
        let is_selected = move || selected.get() == Some(DateRange::Preset(preset));
        view! { <option value=preset.as_str() prop:selected=is_selected>{preset.label()}</option> }
    };
    let choose = move |event| {
        let word = event_target_value(&event);
        if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.as_str() == word) {
            selection.select(&with(preset));
        }
    };
    let is_custom = move || !matches!(selected.get(), Some(DateRange::Preset(_)));
    view! {
        <nav class="presets" aria-label=texts::DATE_RANGE>{Preset::ALL.map(link).collect_view()}</nav>
        <label class="presets-menu days__field">
            <span>{texts::DATE_RANGE}</span>
            <select class="range__select" on:change=choose>
                <option value="" prop:selected=is_custom hidden>{texts::CUSTOM}</option>
                {Preset::ALL.map(option).collect_view()}
            </select>
        </label>
    }
}
