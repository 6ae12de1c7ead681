//! One draft, and how it is sent.

use docket_wire::{ProjectId, Prompt};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::composing::Composing;
use super::key::DraftKey;
use super::resolution::Resolution;
use crate::api::{Api, ApiError};
use crate::browser::{clock, storage};
use crate::state::stored_form;
use crate::texts::jobs::composer as texts;

/// One draft, and how it is sent.
#[derive(Clone)]
pub(crate) struct Composer {
    pub(super) key: DraftKey,
    pub(super) state: ArcRwSignal<Composing>,
}

impl Composer {
    /// The draft and the state of its request.
    pub(crate) fn state(&self) -> ArcReadSignal<Composing> {
        self.state.read_only()
    }

    /// Replaces the text by what the person typed.
    pub(crate) fn set_text(&self, text: String) {
        self.change(|composing| composing.set_text(text));
    }

    pub(crate) fn project(&self) -> &ProjectId {
        &self.key.project
    }

    /// Whether it is a follow-up, and not a new job.
    pub(crate) fn is_follow_up(&self) -> bool {
        self.key.follow_up.is_some()
    }

    /// Whether this is the whole text.
    pub(crate) fn is_text(&self, text: &str) -> bool {
        self.state.with_untracked(|composing| composing.draft.text == text)
    }

    /// Whether the text is blank.
    pub(crate) fn is_empty(&self) -> bool {
        self.state.with_untracked(|composing| composing.draft.text.trim().is_empty())
    }

    /// Replaces the whole draft by a new one.
    pub(crate) fn replace(&self, text: String) {
        self.change(|composing| composing.begin(text));
    }

    /// Adds the text of an earlier prompt below what is already there, unless that ends with it.
    pub(crate) fn restore(&self, text: &str) {
        self.change(|composing| composing.restore(text));
    }

    /// A submission with this text was resolved. If the draft is still the same, it is cleared; after a discard it
    /// stays, with a new key.
    pub(crate) fn resolve(&self, text: &str, resolution: Resolution) {
        if self.state.with_untracked(|composing| !composing.is_sending && composing.draft.text == text) {
            self.replace(match resolution {
                Resolution::Sent => String::new(),
                Resolution::Discarded => text.to_owned(),
            });
        }
    }

    /// Sends the draft, unless a request is under way. The text is cleared only when the edge has accepted it.
    /// `is_confirmed` allows a prompt that repeats a recent one.
    pub(crate) fn send(&self, api: Api, is_confirmed: bool) {
        let (prompt, is_sending) = self.state.with_untracked(|composing| {
            (Prompt { prompt: composing.draft.text.clone() }, composing.is_sending)
        });
        if is_sending {
            return;
        }
        if let Err(invalid) = prompt.check() {
            let error = ApiError::local(texts::invalid_prompt(&invalid));
            self.state.update(|composing| composing.error = Some(error));
            return;
        }
        let mut key = String::new();
        self.change(|composing| key = composing.start(clock::uuid));
        let composer = self.clone();
        spawn_local(async move {
            let DraftKey { project, follow_up, .. } = &composer.key;
            let response = api.submit(project, follow_up.as_ref(), &prompt, &key, is_confirmed).await;
            composer.change(|composing| composing.finish(&key, response));
        });
    }

    /// Changes the draft and stores it.
    fn change(&self, change: impl FnOnce(&mut Composing)) {
        let mut adopted = None;
        self.state.update(|composing| {
            change(composing);
            composing.is_unstored = !stored_form::save(&self.key.storage_key(), &composing.draft);
            adopted = composing.adopted.take_if(|_| !composing.is_unstored);
        });
        // The draft is this tab's now. If the earlier tab is still open, it stores its own again.
        if let Some(slot) = adopted {
            storage::remove(&slot);
        }
    }
}
