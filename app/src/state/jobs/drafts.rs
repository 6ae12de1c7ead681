//! Prompts that are being written, in the browser's storage until the edge has accepted them.
//!
//! They outlive the pages, so that the response to a prompt arrives even after the person has left its page.

use docket_wire::{JobId, ProjectId, Prompt};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::draft::{Draft, storage_key};
use crate::api::{Api, ApiError};
use crate::browser::{clock, storage};

/// A prompt that is being written, and the state of its request.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Composing {
    /// The prompt.
    pub draft: Draft,
    /// Whether the request is under way.
    pub is_sending: bool,
    /// Why the last attempt failed.
    pub error: Option<ApiError>,
    /// The job that the last prompt went to, until the next one is typed.
    pub sent_to: Option<JobId>,
}

/// Which draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftKey {
    /// The author.
    pub person: String,
    /// The project.
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

/// All drafts.
#[derive(Clone, Copy, Default)]
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
    /// The draft of `key`, as it was stored.
    pub(crate) fn at(self, key: DraftKey) -> Composer {
        let name = key.storage_key();
        let known = self
            .open
            .with_value(|open| open.iter().find(|(known, _)| *known == name).map(|(_, state)| state.clone()));
        let state = known.unwrap_or_else(|| {
            let state = ArcRwSignal::new(Composing { draft: load(&name), ..Composing::default() });
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
            composing.sent_to = None;
            if composing.draft.is_empty() {
                composing.error = None;
            }
        });
    }

    /// Whether the text is blank.
    pub(crate) fn is_empty(&self) -> bool {
        self.state.with_untracked(|composing| composing.draft.text.trim().is_empty())
    }

    /// Replaces the whole draft by a new one.
    pub(crate) fn replace(&self, text: String) {
        self.change(|composing| *composing = Composing { draft: Draft::new(text), ..Composing::default() });
    }

    /// Adds the text of an earlier prompt, below what is already there.
    pub(crate) fn restore(&self, text: &str) {
        self.change(|composing| {
            let written = composing.draft.text.trim_end();
            let whole = if written.is_empty() || written == text.trim_end() {
                text.to_owned()
            } else {
                format!("{written}\n\n{text}")
            };
            *composing = Composing { draft: Draft::new(whole), ..Composing::default() };
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
            let message = format!("The {invalid}.");
            self.state.update(|composing| composing.error = Some(ApiError::local(message)));
            return;
        }
        let mut key = String::new();
        self.change(|composing| {
            key = composing.draft.key(clock::uuid);
            composing.is_sending = true;
            composing.error = None;
            composing.sent_to = None;
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
        self.state.update(change);
        self.state.with_untracked(|composing| save(&self.key.storage_key(), &composing.draft));
    }
}

fn finish(composing: &mut Composing, key: &str, response: Result<JobId, ApiError>) {
    composing.is_sending = false;
    match response {
        Ok(job) => {
            composing.draft.accept(key);
            composing.sent_to = Some(job);
        }
        Err(error) => {
            if error.rules_out_success() {
                composing.draft.reject(key);
            }
            composing.error = Some(error);
        }
    }
}

fn load(key: &str) -> Draft {
    storage::get(key).and_then(|stored| serde_json::from_str(&stored).ok()).unwrap_or_default()
}

fn save(key: &str, draft: &Draft) {
    match serde_json::to_string(draft) {
        Ok(text) if !draft.is_empty() => storage::set(key, &text),
        _ => storage::remove(key),
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
        finish(&mut composing, &key, Ok("job_1".parse().unwrap()));
        assert!(composing.draft.is_empty() && !composing.is_sending);
        assert_eq!(composing.sent_to, Some("job_1".parse().unwrap()));
    }

    #[test]
    fn a_failed_prompt_stays_and_keeps_its_key_unless_it_was_rejected() {
        for (code, next_key) in [(None, "k1"), (Some(ProblemCode::ServiceRejected), "k2")] {
            let (mut composing, key) = composing();
            let error = ApiError { code, ..ApiError::network() };
            finish(&mut composing, &key, Err(error.clone()));
            assert_eq!(composing.draft.text, "Update the quickstart");
            assert_eq!(composing.error, Some(error));
            assert_eq!(composing.draft.key(|| "k2".into()), next_key, "{code:?}");
        }
    }
}
