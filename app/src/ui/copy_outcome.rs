//! What became of a copy, for the button that copies.

use std::time::Duration;

use leptos::prelude::*;

use crate::browser::clipboard;
use crate::texts::general;

/// How long a button says that it has copied. After that, the label shows that a second copy has worked.
const SHOWN: Duration = Duration::from_secs(4);

/// What became of the last copy. Copies are handles to the same state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyOutcome {
    has_worked: RwSignal<Option<bool>>,
    /// The number of copies.
    copies: StoredValue<u32>,
}

impl CopyOutcome {
    /// Nothing was copied yet.
    pub(crate) fn new() -> Self {
        Self { has_worked: RwSignal::new(None), copies: StoredValue::new(0) }
    }

    /// Copies a text. Returns whether the browser allowed it.
    pub(crate) async fn copy(self, text: &str) -> bool {
        let has_worked = clipboard::copy(text).await;
        // The person may have left the page meanwhile.
        self.has_worked.try_set(Some(has_worked));
        let number = self.copies.try_update_value(|copies| {
            *copies += 1;
            *copies
        });
        if has_worked {
            let end = move || {
                if number.is_some() && self.copies.try_get_value() == number {
                    self.has_worked.try_set(None);
                }
            };
            set_timeout(end, SHOWN);
        }
        has_worked
    }

    /// The text of the button: what it does or, for a while, that it has done so.
    pub(crate) fn label(self, label: &'static str) -> &'static str {
        if self.has_worked.get() == Some(true) { general::COPIED } else { label }
    }

    /// That the browser did not allow the last copy.
    pub(crate) fn refusal(self) -> impl IntoView {
        let is_refused = move || self.has_worked.get() == Some(false);
        view! { <Show when=is_refused>" " <span>{general::COPY_REFUSED}</span></Show> }
    }
}
