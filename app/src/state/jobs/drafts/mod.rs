//! Prompts that are being written, in the browser's storage until the edge has accepted them.
//!
//! They outlive the pages, so that the response to a prompt arrives even after the person has left its page.

mod draft;
mod slots;

use docket_wire::{JobId, ProjectId, Prompt};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::draft::{ADDED, Draft, storage_key};
use crate::api::{Api, ApiError, Submitted};
use crate::browser::{clock, listen, storage};
use crate::texts::jobs::composer as texts;

/// A prompt that is being written, and the state of its request.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Composing {
    pub draft: Draft,
    /// Whether the request is under way.
    pub is_sending: bool,
    /// Why the last attempt failed.
    pub error: Option<ApiError>,
    /// What became of the last prompt, until the next one is typed.
    pub sent: Option<Submitted>,
    /// Whether a reload would lose what was typed, because the browser's storage is full or disabled.
    pub is_unstored: bool,
    /// The slot of an earlier tab that the draft came from.
    adopted: Option<String>,
}

/// Which draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftKey {
    pub person: String,
    pub project: ProjectId,
    /// The job to follow up; absent for a new one.
    pub follow_up: Option<JobId>,
}

impl DraftKey {
    fn storage_key(&self) -> String {
        // A job id has no spaces, so none collides with this.
        let target = self.follow_up.as_ref().map_or("new job", JobId::as_str);
        storage_key(&self.person, self.project.as_str(), target)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Drafts {
    open: StoredValue<Vec<(String, ArcRwSignal<Composing>)>>,
}

/// One draft, and how it is sent.
#[derive(Clone)]
pub(crate) struct Composer {
    key: DraftKey,
    state: ArcRwSignal<Composing>,
}

impl Drafts {
    /// No drafts are open yet.
    pub(crate) fn new() -> Self {
        let open = StoredValue::new(Vec::<(String, ArcRwSignal<Composing>)>::new());
        listen::on_window("storage", move || {
            open.with_value(|open| {
                for (name, state) in open {
                    state.with_untracked(|composing| slots::keep(name, &composing.draft));
                }
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

impl Composer {
    /// The draft and the state of its request.
    pub(crate) fn state(&self) -> ArcReadSignal<Composing> {
        self.state.read_only()
    }

    /// Replaces the text by what the person typed.
    pub(crate) fn set_text(&self, text: String) {
        self.change(|composing| {
            composing.draft.text = text;
            composing.sent = None;
            if composing.draft.is_empty() {
                composing.error = None;
            }
        });
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
        self.change(|composing| {
            let written = composing.draft.text.trim_end();
            let whole = if written.is_empty() {
                text.to_owned()
            } else if written.ends_with(text.trim_end()) {
                written.to_owned()
            } else {
                [written, ADDED, text].concat()
            };
            composing.begin(whole);
        });
    }

    /// A submission with this text was resolved. If the draft is still the same, it is cleared; after a discard it
    /// stays, with a new key.
    pub(crate) fn resolve(&self, text: &str, is_discarded: bool) {
        if self.state.with_untracked(|composing| !composing.is_sending && composing.draft.text == text) {
            self.replace(if is_discarded { text.to_owned() } else { String::new() });
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
        self.change(|composing| {
            key = composing.draft.key(clock::uuid);
            composing.is_sending = true;
            composing.error = None;
            composing.sent = None;
        });
        let composer = self.clone();
        spawn_local(async move {
            let DraftKey { project, follow_up, .. } = &composer.key;
            let response = api.submit(project, follow_up.as_ref(), &prompt, &key, is_confirmed).await;
            composer.change(|composing| finish(composing, &key, response));
        });
    }

    /// Changes the draft and stores it.
    fn change(&self, change: impl FnOnce(&mut Composing)) {
        let mut adopted = None;
        self.state.update(|composing| {
            change(composing);
            composing.is_unstored = !slots::save(&self.key.storage_key(), &composing.draft);
            adopted = composing.adopted.take_if(|_| !composing.is_unstored);
        });
        // The draft is this tab's now. If the earlier tab is still open, it stores its own again.
        if let Some(slot) = adopted {
            storage::remove(&slot);
        }
    }
}

impl Composing {
    /// Begins a new draft; one that is being sent stays above the new text until it is accepted.
    fn begin(&mut self, text: String) {
        if self.is_sending {
            return self.draft.add_to_sent(&text);
        }
        *self = Self { draft: Draft::new(text), adopted: self.adopted.take(), ..Self::default() };
    }
}

fn finish(composing: &mut Composing, key: &str, response: Result<Submitted, ApiError>) {
    composing.is_sending = false;
    match response {
        Ok(submitted) => {
            composing.draft.accept(key);
            composing.sent = Some(submitted);
        }
        Err(error) => {
            if error.ends_key() {
                composing.draft.drop_key(key);
            }
            // The sign-in page says that the session has ended. After it, the error would be out of date.
            composing.error = Some(error).filter(|error| !error.is_signed_out());
        }
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::ProblemCode;

    use super::*;

    fn composing() -> (Composing, String) {
        let mut draft = Draft::new("Update the quickstart".into());
        let key = draft.key(|| "k1".into());
        (Composing { draft, is_sending: true, ..Composing::default() }, key)
    }

    #[test]
    fn an_accepted_prompt_is_cleared() {
        let (mut composing, key) = composing();
        let job = Submitted::Job("job_1".parse().unwrap());
        finish(&mut composing, &key, Ok(job.clone()));
        assert!(composing.draft.is_empty() && !composing.is_sending);
        assert_eq!(composing.sent, Some(job));
    }

    #[test]
    fn a_failed_prompt_stays_and_keeps_its_key_unless_that_has_ended() {
        for (code, next_key) in [
            (None, "k1"),
            (Some(ProblemCode::ServiceRejected), "k1"),
            (Some(ProblemCode::SubmissionState), "k2"),
        ] {
            let (mut composing, key) = composing();
            let error = ApiError { code, ..ApiError::network() };
            finish(&mut composing, &key, Err(error.clone()));
            assert_eq!(composing.draft.text, "Update the quickstart");
            assert_eq!(composing.error, Some(error));
            assert_eq!(composing.draft.key(|| "k2".into()), next_key, "{code:?}");
        }
    }
    #[test]
    fn an_ended_session_leaves_no_error_behind() {
        let (mut composing, key) = composing();
        let ended = ApiError { code: Some(ProblemCode::Unauthenticated), ..ApiError::network() };
        finish(&mut composing, &key, Err(ended));
        assert_eq!((composing.error, composing.draft.text.as_str()), (None, "Update the quickstart"));
    }
}
