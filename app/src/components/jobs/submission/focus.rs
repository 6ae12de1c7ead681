//! The focus after an action.

use leptos::prelude::*;

use crate::browser::focus;
use crate::state::jobs::actions::SubmissionAction;

/// Keeps the focus near what a person did: once they have acted here, the first of `places` that exists gets it when a
/// button goes away. Returns the callback for an action.
pub(super) fn focus_follows(buttons: Memo<&'static [SubmissionAction]>, places: Vec<String>) -> Callback<()> {
    let has_acted = StoredValue::new(false);
    let places = StoredValue::new(places);
    let focus = move || {
        let places = places.try_get_value().filter(|_| has_acted.try_get_value() == Some(true));
        focus::move_if_on("body", places.unwrap_or_default());
    };
    Effect::new(move || {
        buttons.track();
        focus();
    });
    on_cleanup(focus);
    Callback::new(move |()| {
        has_acted.set_value(true);
        focus();
    })
}
