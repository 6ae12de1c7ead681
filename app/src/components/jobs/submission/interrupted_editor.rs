//! What becomes of an editor whose follow-up Docket sends meanwhile.

use leptos::ev::FocusEvent;
use leptos::prelude::*;

use super::composers::Composers;
use crate::browser::{caret, focus};
use crate::state::console::Console;
use crate::texts::jobs::submissions as texts;

/// The field of follow-ups, which receives the text of an editor that goes away.
const FIELD: &str = "#prompt";

/// Keeps a person typing when the editor goes away under their hands. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct InterruptedEditor {
    live_region: RwSignal<String>,
    /// Whether the focus is on the buttons or in the form, or was until they went away.
    has_focus: StoredValue<bool>,
    /// Whether the text of the editor was moved to the field.
    is_moved: RwSignal<bool>,
}

impl InterruptedEditor {
    /// No editor was interrupted.
    pub(super) fn new() -> Self {
        Self {
            live_region: Console::here().live_region,
            has_focus: StoredValue::new(false),
            is_moved: RwSignal::new(false),
        }
    }

    /// The focus comes to the buttons or to the form.
    pub(super) fn focus_in(self) {
        self.has_focus.set_value(true);
    }

    /// The focus leaves them: for another element, and not because they or the window went away.
    pub(super) fn focus_out(self, event: &FocusEvent) {
        if event.related_target().is_some() {
            self.has_focus.set_value(false);
        }
    }

    /// The editor goes away, and its text was moved to the field, or did not differ from what was sent. At once, because the next
    /// key of a sentence would be a shortcut.
    pub(super) fn end_editor(self, is_moved: bool) {
        self.is_moved.try_set(is_moved);
        if !is_moved {
            self.live_region.set(texts::SENT_BEFORE_SAVED.to_owned());
        }
        if self.take_focus() && focus::move_to(FIELD) {
            caret::move_to_end();
        }
    }

    /// The buttons go away: the first of `places` that exists gets their focus.
    pub(super) fn end_buttons(self, places: Vec<String>) {
        if self.take_focus() {
            focus::move_if_on("body", places);
        }
    }

    /// What became of the text, until that is sent.
    pub(super) fn status(self, composers: StoredValue<Composers>) -> impl IntoView + use<> {
        let is_shown =
            Memo::new(move |_| self.is_moved.get() && composers.with_value(Composers::has_follow_up));
        view! {
            <div role="status">
                {move || is_shown.get().then(|| view! { <p class="submission__meaning">{texts::SENT_AND_TEXT_MOVED}</p> })}
            </div>
        }
    }

    fn take_focus(self) -> bool {
        self.has_focus.try_update_value(std::mem::take).unwrap_or_default()
    }
}
