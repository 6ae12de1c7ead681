//! Prompts that are being written, in the browser's storage until the edge has accepted them.
//!
//! They outlive the pages, so that the response to a prompt arrives even after the person has left its page.

mod composer;
mod composing;
mod draft;
mod key;
mod resolution;
mod slots;

use leptos::prelude::*;

pub(crate) use self::composer::Composer;
pub(crate) use self::composing::Composing;
pub(crate) use self::key::DraftKey;
pub(crate) use self::resolution::Resolution;
use crate::browser::{listen, storage};

/// The drafts that this tab has opened. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Drafts {
    open: StoredValue<Vec<(String, ArcRwSignal<Composing>)>>,
}

impl Drafts {
    /// No drafts are open yet.
    pub(crate) fn new() -> Self {
        let open = StoredValue::new(Vec::<(String, ArcRwSignal<Composing>)>::new());
        listen::on_window("storage", move || {
            open.with_value(|open| {
                open.iter().for_each(|(name, state)| follow_storage(name, state));
            });
        });
        Self { open }
    }

    /// The draft of `key`, as it was stored.
    pub(crate) fn at(self, key: DraftKey) -> Composer {
        let name = key.storage_key();
        let known = self
            .open
            .with_value(|open| open.iter().find(|(known, _)| *known == name).map(|(_, state)| state.clone()));
        let state = known.unwrap_or_else(|| {
            let (draft, adopted) = slots::load(&name);
            let state = ArcRwSignal::new(Composing { draft, adopted, ..Composing::default() });
            self.open.update_value(|open| {
                open.push((name, state.clone()));
            });
            state
        });
        Composer { key, state }
    }
}

/// Another tab changed the storage. A draft that this tab only shows is that tab's: it is shown as it is there, and no
/// longer once it is sent. What was typed here since and could not be stored is only here, so it stays.
fn follow_storage(name: &str, state: &ArcRwSignal<Composing>) {
    let Some(slot) = state.with_untracked(|composing| composing.adopted.clone()) else {
        return state.with_untracked(|composing| slots::reclaim(name, &composing.draft));
    };
    let stored = storage::get_json(&slot).unwrap_or_default();
    if state.with_untracked(|composing| !composing.is_unstored && composing.draft != stored) {
        state.update(|composing| composing.draft = stored);
    }
}
