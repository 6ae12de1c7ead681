//! Prompts that are being written, in the browser's storage until the edge has accepted them.
//!
//! They outlive the pages, so that the response to a prompt arrives even after the person has left its page.

mod composer;
mod composing;
mod draft;
mod key;
mod resolution;

use leptos::prelude::*;

pub(crate) use self::composer::Composer;
use self::composer::OpenDraft;
pub(crate) use self::composing::Composing;
pub(crate) use self::key::DraftKey;
pub(crate) use self::resolution::Resolution;
use crate::browser::listen;

/// The drafts that this tab has opened. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Drafts {
    open: StoredValue<Vec<(DraftKey, OpenDraft)>>,
}

impl Drafts {
    /// No drafts are open yet.
    pub(crate) fn new() -> Self {
        let open = StoredValue::new(Vec::<(DraftKey, OpenDraft)>::new());
        listen::on_window("storage", move || {
            open.with_value(|open| open.iter().for_each(|(_, open)| open.follow_storage()));
        });
        Self { open }
    }

    /// The draft of `key`, as it was stored.
    pub(crate) fn at(self, key: DraftKey) -> Composer {
        let known = self
            .open
            .with_value(|open| open.iter().find(|(known, _)| *known == key).map(|(_, open)| open.clone()));
        let open = known.unwrap_or_else(|| {
            let draft = OpenDraft::load(key.storage_key());
            self.open.update_value(|open| open.push((key.clone(), draft.clone())));
            draft
        });
        Composer { key, open }
    }
}
