//! Changes of the chips of a field for labels.

use leptos::prelude::*;

use crate::state::jobs::labels::chips::LabelChips;
use crate::texts::labels as texts;

/// Changes the chips, and says what became of them. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct ChipChange {
    chips: Memo<LabelChips>,
    /// What a screen reader says of the last change.
    pub announced: RwSignal<String>,
    /// Whether that is for everybody to see: what was typed is gone, and no chip came of it.
    pub is_repeated: RwSignal<bool>,
    on_text: Callback<String>,
}

impl ChipChange {
    /// No change yet. `on_text` replaces the text that has `chips`.
    pub(super) fn new(chips: Memo<LabelChips>, on_text: Callback<String>) -> Self {
        Self { chips, announced: RwSignal::new(String::new()), is_repeated: RwSignal::new(false), on_text }
    }

    pub(super) fn make(self, next: LabelChips) {
        let said = self.chips.with_untracked(|before| {
            let only = |one: &LabelChips, other: &LabelChips| {
                one.labels.iter().rfind(|label| !other.labels.contains(label)).map(ToString::to_string)
            };
            let repeated = next.repeated.as_ref().map(|label| texts::is_there_already(label.as_str()));
            let added = || only(&next, before).map(|label| texts::added(&label));
            repeated.or_else(added).or_else(|| only(before, &next).map(|label| texts::removed(&label)))
        });
        self.is_repeated.set(next.repeated.is_some());
        self.announced.set(said.unwrap_or_default());
        self.on_text.run(next.text());
    }
}
