//! One draft, and how it is sent.

use docket_wire::{ProjectId, Prompt, is_blank};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::composing::Composing;
use super::draft::Draft;
use super::key::DraftKey;
use super::resolution::Resolution;
use crate::api::{Api, ApiError};
use crate::browser::clock;
use crate::state::stored_form::{self, StoredForm};
use crate::texts::jobs::composer as texts;

/// One draft, and how it is sent.
#[derive(Clone)]
pub(crate) struct Composer {
    pub(super) key: DraftKey,
    pub(super) open: OpenDraft,
}

/// A draft that is open in this tab.
#[derive(Clone)]
pub(super) struct OpenDraft {
    pub(super) state: ArcRwSignal<Composing>,
    pub(super) stored: ArcStoredValue<StoredForm<Draft>>,
}

impl OpenDraft {
    /// What the browser has under a key.
    pub(super) fn load(key: String) -> Self {
        let draft = stored_form::load(&key).unwrap_or_default();
        let stored = StoredForm::new(key, &draft);
        let state = ArcRwSignal::new(Composing { draft, ..Composing::default() });
        Self { state, stored: ArcStoredValue::new(stored) }
    }

    /// Another tab changed the storage. A draft that this tab only shows is that tab's: it is shown as it is there, and no
    /// longer once it is sent. What was typed here since and could not be stored is only here, so it stays.
    pub(super) fn follow_storage(&self) {
        let adopted = self.stored.with_value(|stored| {
            stored.reclaim();
            stored.adopted()
        });
        let Some(adopted) = adopted else { return };
        if self.state.with_untracked(|composing| !composing.is_unstored && composing.draft != adopted) {
            self.state.update(|composing| composing.draft = adopted);
        }
    }

    /// Changes the draft and stores it.
    fn change(&self, change: impl FnOnce(&mut Composing)) {
        self.state.update(|composing| {
            change(composing);
            let save = |stored: &mut StoredForm<_>| stored.save(&composing.draft);
            composing.is_unstored = self.stored.try_update_value(save) != Some(true);
        });
    }
}

impl Composer {
    /// The draft and the state of its request.
    pub(crate) fn state(&self) -> ArcReadSignal<Composing> {
        self.open.state.read_only()
    }

    /// Replaces the text by what the person typed.
    pub(crate) fn set_text(&self, text: String) {
        self.open.change(|composing| composing.set_text(text));
    }

    /// Takes away the error of a lost connection. The text stays, to be sent.
    pub(crate) fn forget_connection_error(&self) {
        self.open.state.maybe_update(Composing::forget_connection_error);
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
        self.open.state.with_untracked(|composing| composing.draft.text == text)
    }

    /// Whether the text is blank.
    pub(crate) fn is_empty(&self) -> bool {
        self.open.state.with_untracked(|composing| is_blank(&composing.draft.text))
    }

    /// Replaces the whole draft by a new one.
    pub(crate) fn replace(&self, text: String) {
        self.open.change(|composing| composing.begin(text));
    }

    /// Adds the text of an earlier prompt below what is already there, unless that ends with it.
    pub(crate) fn restore(&self, text: &str) {
        self.open.change(|composing| composing.restore(text));
    }

    /// A submission with this text was resolved. If the draft is still the same, it is cleared; after a discard it
    /// stays, with a new key.
    pub(crate) fn resolve(&self, text: &str, resolution: Resolution) {
        if self.open.state.with_untracked(|composing| !composing.is_sending && composing.draft.text == text) {
            self.replace(match resolution {
                Resolution::Sent => String::new(),
                Resolution::Discarded => text.to_owned(),
            });
        }
    }

    /// Lets the next keys that send the draft say why they do not: the person may type them to save an edit that was interrupted.
    pub(crate) fn hold_keys(&self) {
        self.open.state.update(|composing| composing.holds_keys = true);
    }

    /// Lets the next keys send the draft, because the person has left the field since.
    pub(crate) fn release_keys(&self) {
        self.open.state.maybe_update(|composing| std::mem::take(&mut composing.holds_keys));
    }

    /// Sends the draft like [`Composer::send`], because the person pressed the keys for that.
    pub(crate) fn send_by_keys(&self, api: Api) {
        if self.open.state.try_update(Composing::may_send_by_keys) == Some(true) {
            self.send(api, false);
        }
    }

    /// Sends the draft, unless a request is under way. The text is cleared only when the edge has accepted it.
    /// `is_confirmed` allows a prompt that repeats a recent one.
    pub(crate) fn send(&self, api: Api, is_confirmed: bool) {
        let (prompt, is_sending) = self.open.state.with_untracked(|composing| {
            (Prompt { prompt: composing.draft.text.clone() }, composing.is_sending)
        });
        if is_sending {
            return;
        }
        if let Err(invalid) = prompt.check() {
            let error = ApiError::local(texts::invalid_prompt(&invalid));
            self.open.state.update(|composing| composing.error = Some(error));
            return;
        }
        let mut key = String::new();
        self.open.change(|composing| key = composing.start(clock::uuid));
        let composer = self.clone();
        spawn_local(async move {
            let DraftKey { project, follow_up, .. } = &composer.key;
            let response = api.submit(project, follow_up.as_ref(), &prompt, &key, is_confirmed).await;
            composer.open.change(|composing| composing.finish(&key, response));
        });
    }
}
