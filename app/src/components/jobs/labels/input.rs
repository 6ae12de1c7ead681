//! What a person does in a field for labels: typing, keys, and the choice of a suggestion.

use docket_wire::Label;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::change::ChipChange;
use super::suggestions::Suggestions;
use crate::browser::keyboard::{is_escape, is_plain, is_submit};
use crate::state::jobs::Jobs;
use crate::state::jobs::labels::chips::LabelChips;

/// The text field, the chips before it and the suggestions below it. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct LabelInput {
    pub input: NodeRef<html::Input>,
    pub chips: Memo<LabelChips>,
    pub change: ChipChange,
    pub suggestions: Suggestions,
    pub jobs: Jobs,
}

impl LabelInput {
    /// Suggests the labels of other jobs that continue what is typed.
    pub(super) fn suggest(self) {
        let known = self.jobs.with_untracked(|store| {
            let known = store.all_jobs().iter().flat_map(|job| &job.labels);
            self.chips.with_untracked(|chips| chips.suggestions(known))
        });
        self.suggestions.show(known);
    }

    pub(super) fn focus(self) {
        // The form may be gone with what had the focus.
        if let Some(input) = self.input.try_get_untracked().flatten() {
            // Fails for no element of the page.
            let _ = input.focus();
        }
    }

    /// Makes a chip of a suggestion.
    pub(super) fn choose(self, label: &str) {
        self.suggestions.close();
        self.change.make(self.chips.with_untracked(|chips| chips.with_last(label)));
    }

    pub(super) fn remove(self, label: &Label) {
        self.focus();
        self.change.make(self.chips.with_untracked(|chips| chips.without(label)));
    }

    /// Follows what is typed.
    pub(super) fn change_text(self, value: &str) {
        let next = self.chips.with_untracked(|chips| chips.with_typed(value));
        // The chips take what is complete, also where the rest is the same as before.
        if let Some(input) = self.input.get_untracked().filter(|_| next.typed != value) {
            input.set_value(&next.typed);
        }
        self.change.make(next);
        self.suggest();
    }

    /// Carries out what a key does.
    pub(super) fn press(self, event: &KeyboardEvent) {
        let suggestions = self.suggestions;
        if event.key() == "Tab" || is_submit(event) {
            suggestions.close();
        }
        if !is_plain(event) {
            return;
        }
        let is_open = suggestions.is_open_untracked();
        match event.key().as_str() {
            key @ ("ArrowDown" | "ArrowUp") => {
                event.prevent_default();
                if !is_open {
                    self.suggest();
                }
                if suggestions.is_open_untracked() {
                    suggestions.step(key == "ArrowDown");
                }
            }
            "Enter" => {
                if let Some(label) = suggestions.chosen() {
                    event.prevent_default();
                    self.choose(&label);
                } else {
                    // The form is sent as well, if it is one that Enter sends.
                    suggestions.close();
                    if let Some(next) = self.chips.with_untracked(LabelChips::completed) {
                        self.change.make(next);
                    }
                }
            }
            "Backspace" => {
                if let Some(next) = self.chips.with_untracked(LabelChips::reopened) {
                    event.prevent_default();
                    self.change.make(next);
                }
            }
            _ if is_open && is_escape(event) => {
                // It closes the list only, and not the form.
                event.stop_propagation();
                suggestions.close();
            }
            _ => {}
        }
    }
}
