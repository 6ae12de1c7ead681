//! The list of other jobs' labels below a field, which keeps the focus: the ARIA pattern of a combobox with a list.

use leptos::prelude::*;

use crate::browser::{controls, page};
use crate::texts::labels as texts;

/// The suggestions that are shown, and which of them is active. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct Suggestions {
    /// The id of the field.
    id: &'static str,
    shown: RwSignal<Vec<String>>,
    active: RwSignal<Option<usize>>,
}

impl Suggestions {
    /// None yet, for the field with an id. A click elsewhere closes them. The loss of the focus, which comes before that click, does not:
    /// the page can become shorter and move what is being pressed away.
    pub(super) fn new(id: &'static str) -> Self {
        let suggestions = Self { id, shown: RwSignal::new(Vec::new()), active: RwSignal::new(None) };
        let listener = window_event_listener(leptos::ev::click, move |event| {
            if page::closest(&event, ".labels__box").is_none() {
                suggestions.close();
            }
        });
        on_cleanup(move || listener.remove());
        suggestions
    }

    pub(super) fn show(self, suggestions: Vec<String>) {
        self.active.set(None);
        self.shown.set(suggestions);
    }

    pub(super) fn close(self) {
        if self.is_open_untracked() {
            self.show(Vec::new());
        }
    }

    pub(super) fn is_open(self) -> bool {
        self.shown.with(|shown| !shown.is_empty())
    }

    pub(super) fn is_open_untracked(self) -> bool {
        untrack(|| self.is_open())
    }

    /// The suggestion that Enter takes.
    pub(super) fn chosen(self) -> Option<String> {
        let active = self.active.get_untracked()?;
        self.shown.with_untracked(|shown| shown.get(active).cloned())
    }

    /// Makes the next or the previous suggestion active, round and round.
    pub(super) fn step(self, is_down: bool) {
        let count = self.shown.with_untracked(Vec::len);
        let next = match (self.active.get_untracked(), is_down) {
            (None, true) => 0,
            (Some(active), true) if active + 1 < count => active + 1,
            (Some(_), true) => 0,
            (None | Some(0), false) => count.saturating_sub(1),
            (Some(active), false) => active - 1,
        };
        self.active.set(Some(next));
        controls::reveal(&self.option_id(next));
    }

    pub(super) fn list_id(self) -> String {
        format!("{}-list", self.id)
    }

    /// The id of the active suggestion.
    pub(super) fn active_id(self) -> Option<String> {
        self.active.get().filter(|_| self.is_open()).map(|active| self.option_id(active))
    }

    fn option_id(self, index: usize) -> String {
        format!("{}-{index}", self.id)
    }
}

/// The list, while there are suggestions.
#[component]
pub(super) fn SuggestionList(suggestions: Suggestions, on_choose: Callback<String>) -> impl IntoView {
    let option = move |(index, label): (usize, String)| {
        let is_active = move || (suggestions.active.get() == Some(index)).to_string();
        let chosen = label.clone();
        view! {
            <div
                id=suggestions.option_id(index)
                class="menu__item"
                role="option"
                dir="auto"
                aria-selected=is_active
                on:click=move |_| on_choose.run(chosen.clone())
            >
                {label}
            </div>
        }
    };
    let options = move || suggestions.shown.get().into_iter().enumerate().map(option).collect_view();
    view! {
        <Show when=move || suggestions.is_open()>
            // A press on the list must not take the focus.
            <div
                id=suggestions.list_id()
                class="palette labels__suggestions"
                role="listbox"
                aria-label=texts::KNOWN_LABELS
                on:mousedown=|event| event.prevent_default()
            >
                {options}
            </div>
        </Show>
    }
}
