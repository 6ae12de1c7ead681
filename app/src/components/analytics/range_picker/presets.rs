//! Date ranges that move with the calendar.

use leptos::prelude::*;

use crate::browser::keyboard::is_typing;
use crate::format::analytics::{DateRange, Preset, VisitorsView};
use crate::state::analytics::selection::Selection;

/// The presets as links, each with a key; on a narrow screen as a menu.
#[component]
pub(super) fn Presets(selection: Selection) -> impl IntoView {
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
    let link = move |preset: Preset| {
        let href =
            move || selection.href(&VisitorsView { range: DateRange::Preset(preset), ..selection.view() });
        let current = move || (selected.get() == DateRange::Preset(preset)).then_some("true");
        view! {
            <a class="preset" href=href aria-current=current aria-keyshortcuts=preset.key() title=format!("Shortcut: {}", preset.key())>
                {preset.label()}
            </a>
        }
    };
    let option = move |preset: Preset| {
        let is_selected = move || selected.get() == DateRange::Preset(preset);
        view! { <option value=preset.word() selected=is_selected>{preset.label()}</option> }
    };
    let choose = move |event| {
        let word = event_target_value(&event);
        if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.word() == word) {
            selection.select(&with(preset));
        }
    };
    let is_custom = move || matches!(selected.get(), DateRange::Custom(..));
    view! {
        <nav class="presets" aria-label="Date range">{Preset::ALL.map(link).collect_view()}</nav>
        <label class="presets-menu days__field">
            <span>"Date range"</span>
            <select class="range__select" on:change=choose>
                <option value="" selected=is_custom hidden>"Custom"</option>
                {Preset::ALL.map(option).collect_view()}
            </select>
        </label>
    }
}
