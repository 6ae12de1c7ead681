//! Where drafts are stored. Every tab has a slot of its own, so that tabs do not overwrite each other's text, and a new
//! tab continues the draft of the latest one.

use super::draft::Draft;
use crate::browser::storage;

/// The draft of this tab and, if it is that of an earlier tab, the slot that it came from.
pub(super) fn load(name: &str) -> (Draft, Option<String>) {
    let own = slot(name);
    if let Some(draft) = read(&own) {
        return (draft, None);
    }
    let earlier = storage::last_key(&slots(name));
    (earlier.as_deref().and_then(read).unwrap_or_default(), earlier)
}

/// Stores the draft of this tab. Returns whether nothing is lost by a reload.
pub(super) fn save(name: &str, draft: &Draft) -> bool {
    match serde_json::to_string(draft) {
        Ok(text) if !draft.is_empty() => storage::try_set(&slot(name), &text),
        _ => {
            storage::remove(&slot(name));
            true
        }
    }
}

/// Another tab changed the storage: it may have taken over the draft of this one, or be a duplicate of it. The draft
/// stays this tab's in both cases.
pub(super) fn reclaim(name: &str, draft: &Draft) {
    let stored = storage::get(&slot(name));
    let is_kept = stored.as_deref().and_then(parse).as_ref() == Some(draft);
    if is_kept || draft.is_empty() {
        return;
    }
    if stored.is_some() {
        storage::rename_tab();
    }
    // The next change says if it is not stored.
    let _ = save(name, draft);
}

/// The beginning of all slots of a draft.
fn slots(name: &str) -> String {
    format!("{name}#")
}

fn slot(name: &str) -> String {
    format!("{name}#{}", storage::tab())
}

pub(super) fn read(key: &str) -> Option<Draft> {
    parse(&storage::get(key)?)
}

fn parse(stored: &str) -> Option<Draft> {
    docket_wire::json::from_str(stored).ok()
}
