//! Where drafts are stored: in the slots of a [`stored_form`].

use super::draft::Draft;
use crate::browser::storage;
use crate::state::stored_form::{FormContent as _, save, slot, slots};

/// The draft of this tab and, if it is that of an earlier tab, the slot that it came from.
pub(super) fn load(name: &str) -> (Draft, Option<String>) {
    if let Some(draft) = storage::get_json(&slot(name)) {
        return (draft, None);
    }
    let earlier = storage::last_key(&slots(name));
    (earlier.as_deref().and_then(storage::get_json).unwrap_or_default(), earlier)
}

/// Another tab changed the storage: it may have taken over the draft of this one, or be a duplicate of it. The draft
/// stays this tab's in both cases.
pub(super) fn reclaim(name: &str, draft: &Draft) {
    let stored = storage::get_json::<Draft>(&slot(name));
    if stored.as_ref() == Some(draft) || draft.is_empty() {
        return;
    }
    if stored.is_some() {
        storage::rename_tab();
    }
    // The next change says if it is not stored.
    let _ = save(name, draft);
}
