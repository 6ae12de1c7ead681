//! Prompts being written, kept in the browser until the edge has accepted them.
//!
//! They live above the pages: a prompt that is being sent while its page is left is still settled.

use docket_wire::{JobId, ProjectId, Prompt};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::draft::{Draft, storage_key};
use crate::api::{Api, ApiError};
use crate::browser::{clock, storage};

/// A prompt being written, and how sending it goes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Composing {
    /// The prompt.
    pub draft: Draft,
    /// Whether it is on its way.
    pub is_sending: bool,
    /// Why the last attempt failed.
    pub error: Option<ApiError>,
    /// The job that the last attempt reached, until the next one is written.
    pub sent_to: Option<JobId>,
}

/// Where a prompt goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Who writes.
    pub person: String,
    /// For which project.
    pub project: ProjectId,
    /// The job to follow up; absent for a new one.
    pub follow_up: Option<JobId>,
}

impl Place {
    fn key(&self) -> String {
        // No job id has a blank in it.
        let place = self.follow_up.as_ref().map_or("new job", JobId::as_str);
        storage_key(&self.person, self.project.as_str(), place)
    }
}

/// All prompts being written.
#[derive(Clone, Copy, Default)]
pub(crate) struct Drafts {
    open: StoredValue<Vec<(String, ArcRwSignal<Composing>)>>,
}

/// One prompt being written.
#[derive(Clone)]
pub(crate) struct Composer {
    place: Place,
    state: ArcRwSignal<Composing>,
}

impl Drafts {
    /// The prompt at `place`, with what was kept of it.
    pub(crate) fn at(self, place: Place) -> Composer {
        let key = place.key();
        let known = self
            .open
            .with_value(|open| open.iter().find(|(known, _)| *known == key).map(|(_, state)| state.clone()));
        let state = known.unwrap_or_else(|| {
            let state = ArcRwSignal::new(Composing { draft: load(&key), ..Composing::default() });
            self.open.update_value(|open| {
                open.push((key, state.clone()));
            });
            state
        });
        Composer { place, state }
    }
}

impl Composer {
    /// How it stands.
    pub(crate) fn state(&self) -> ArcReadSignal<Composing> {
        self.state.read_only()
    }

    /// Takes over what was typed.
    pub(crate) fn type_in(&self, text: String) {
        self.change(|composing| {
            composing.draft.text = text;
            composing.sent_to = None;
            if composing.draft.is_empty() {
                composing.error = None;
            }
        });
    }

    /// Whether nothing is being written.
    pub(crate) fn is_empty(&self) -> bool {
        self.state.with_untracked(|composing| composing.draft.text.trim().is_empty())
    }

    /// Begins anew with a text.
    pub(crate) fn replace(&self, text: String) {
        self.change(|composing| *composing = Composing { draft: Draft::new(text), ..Composing::default() });
    }

    /// Puts a text that was sent in earlier back. What is being written stays, above it.
    pub(crate) fn put_back(&self, text: &str) {
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

    /// A text that was sent from here is settled elsewhere. If it still stands here as it was sent, it goes or, if it
    /// was laid aside, begins anew.
    pub(crate) fn settled(&self, text: &str, is_laid_aside: bool) {
        if self.state.with_untracked(|composing| !composing.is_sending && composing.draft.text == text) {
            self.replace(if is_laid_aside { text.to_owned() } else { String::new() });
        }
    }

    /// Sends it, unless it is on its way already. The text goes only when the edge has accepted it. `is_meant` says
    /// that it is no slip if the same was sent a moment ago.
    pub(crate) fn send(&self, api: Api, is_meant: bool) {
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
            let place = &composer.place;
            let answer = api.submit(&place.project, place.follow_up.as_ref(), &prompt, &key, is_meant).await;
            composer.change(|composing| settle(composing, &key, answer));
        });
    }

    /// Changes it, and keeps what is to be kept.
    fn change(&self, change: impl FnOnce(&mut Composing)) {
        self.state.update(change);
        self.state.with_untracked(|composing| save(&self.place.key(), &composing.draft));
    }
}

fn settle(composing: &mut Composing, key: &str, answer: Result<JobId, ApiError>) {
    composing.is_sending = false;
    match answer {
        Ok(job) => {
            composing.draft.accepted(key);
            composing.sent_to = Some(job);
        }
        Err(error) => {
            if error.rules_out_success() {
                composing.draft.refused(key);
            }
            composing.error = Some(error);
        }
    }
}

fn load(key: &str) -> Draft {
    storage::get(key).and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default()
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
    fn an_accepted_prompt_goes() {
        let (mut composing, key) = composing();
        settle(&mut composing, &key, Ok("job_1".parse().unwrap()));
        assert!(composing.draft.is_empty() && !composing.is_sending);
        assert_eq!(composing.sent_to, Some("job_1".parse().unwrap()));
    }

    #[test]
    fn a_failed_prompt_stays_with_its_key_unless_it_was_refused() {
        for (code, next_key) in [(None, "k1"), (Some(ProblemCode::ServiceRejected), "k2")] {
            let (mut composing, key) = composing();
            let error = ApiError { code, ..ApiError::network() };
            settle(&mut composing, &key, Err(error.clone()));
            assert_eq!(composing.draft.text, "Update the quickstart");
            assert_eq!(composing.error, Some(error));
            assert_eq!(composing.draft.key(|| "k2".into()), next_key, "{code:?}");
        }
    }
}
