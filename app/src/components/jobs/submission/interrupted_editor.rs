//! An editor that goes away because Docket sends its follow-up meanwhile.

use leptos::ev::FocusEvent;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};

use super::composers::Composers;
use crate::browser::fields::caret;
use crate::browser::focus;
use crate::state::console::use_console;
use crate::texts::jobs::submissions as texts;

/// The field of follow-ups, which receives the text of an editor that goes away.
const FIELD: &str = "#prompt";

/// Lets a person continue typing when the editor goes away. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct InterruptedEditor {
    live_region: RwSignal<String>,
    /// Whether the focus is on the buttons or in the form, or was until they went away.
    has_focus: StoredValue<bool>,
    /// How much of the text is behind the place where the person typed last, in UTF-16 units.
    behind: StoredValue<u32>,
    /// Whether the text of the editor was moved to the field.
    is_moved: RwSignal<bool>,
}

impl InterruptedEditor {
    /// No editor was interrupted.
    pub(super) fn new() -> Self {
        Self {
            live_region: use_console().live_region,
            has_focus: StoredValue::new(false),
            behind: StoredValue::new(0),
            is_moved: RwSignal::new(false),
        }
    }

    /// Records that the focus came to the buttons or to the form.
    pub(super) fn focus_in(self) {
        self.has_focus.set_value(true);
    }

    /// Records where the person types, because the editor has no caret any more when it goes away.
    pub(super) fn typed(self) {
        self.behind.set_value(caret::units_behind());
    }

    /// Records that the focus went to another element, unless they or the window went away.
    pub(super) fn focus_out(self, event: &FocusEvent) {
        if event.related_target().is_some() {
            self.has_focus.set_value(false);
        }
    }

    /// Moves the focus to the field when the editor goes away: at once, because the next key that a person types would be a
    /// shortcut. `is_moved` is whether the text was moved there, too, because it differed from what was sent: then the caret stays
    /// where it is in it, because the person may be in the middle of a word. Returns whether the focus is in the field now.
    pub(super) fn end_editor(self, is_moved: bool) -> bool {
        let behind = self.behind.try_get_value().filter(|_| is_moved).unwrap_or_default();
        self.is_moved.try_set(is_moved);
        if !is_moved {
            self.live_region.set(texts::SENT_BEFORE_SAVED.to_owned());
        }
        let has_moved = self.take_focus() && focus::move_to(FIELD);
        if has_moved {
            // The field has the text after this tick, and no key comes before that.
            spawn_local(async move {
                tick().await;
                caret::move_before_end(behind);
            });
        }
        has_moved
    }

    /// Lets a screen reader announce `what`.
    pub(super) fn say(self, what: &str) {
        self.live_region.set(what.to_owned());
    }

    /// Moves the focus to the first of `places` that exists when the buttons go away.
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
