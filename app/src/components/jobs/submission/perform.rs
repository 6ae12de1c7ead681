//! Carries out the actions of a submission.

use std::sync::Arc;

use docket_wire::{Prompt, SubmissionId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::panel::ActionPanel;
use crate::api::Mutation;
use crate::browser::{focus, page};
use crate::state::jobs::actions::{SubmissionAction, job_id};
use crate::state::jobs::drafts::Resolution;
use crate::texts::jobs::{composer as texts, submissions};

impl ActionPanel {
    /// Carries out an action that has no form, or whose question was answered.
    pub(super) fn perform(self, action: SubmissionAction) {
        let deleted = self.full_prompt.is_deleted().then(|| Arc::from(""));
        let Some(prompt) = self.full_prompt.prompt().or(deleted) else { return };
        let has_kept = self.save_edited();
        self.open.set(None);
        self.move_focus.run(());
        let (id, job) =
            self.submission.with_untracked(|submission| (submission.id.clone(), submission.job.clone()));
        match action {
            SubmissionAction::Arrived => {
                if let Some(job) = job {
                    self.pending.start(Mutation::Match(id, job), self.resolve(Resolution::Sent));
                }
            }
            SubmissionAction::Resend => {
                self.pending.start(Mutation::Resend(id), self.resolve(Resolution::Sent))
            }
            SubmissionAction::Discard => {
                self.pending.start(Mutation::Discard(id), self.resolve(Resolution::Discarded))
            }
            SubmissionAction::EditAsNew => self.composers.with_value(|composers| composers.restore(&prompt)),
            SubmissionAction::Cancel => {
                let (composers, is_here) = (self.composers.get_value(), page::stays_open());
                self.pending.start(Mutation::Discard(id), move || {
                    if has_kept {
                        return;
                    }
                    if is_here() { composers.restore(&prompt) } else { composers.save_edited(&prompt) }
                });
            }
            SubmissionAction::NewJob => {
                let (composers, is_same_page) = (self.composers.get_value(), page::stays_open());
                // The person may have left the page and come back, or the entry may have gone: then nobody waits for it any more.
                let is_here = move || is_same_page() && self.open.try_get_untracked().is_some();
                spawn_local(async move {
                    match composers.start_job(job.as_ref(), &prompt, is_here).await {
                        Ok(true) => {
                            self.open_jobs.run(());
                            focus::move_soon("#prompt");
                        }
                        Ok(false) => {}
                        Err(error) => self.pending.reject(error.message),
                    }
                });
            }
            SubmissionAction::Match | SubmissionAction::Edit => {}
        }
    }

    /// Sends the text of the open form.
    pub(super) fn send(self, text: String) {
        let (open, id) =
            (self.open.get_untracked(), self.submission.with_untracked(|submission| submission.id.clone()));
        let mutation = match form_mutation(open, id, &text) {
            Ok(mutation) => mutation,
            Err(message) => return self.pending.reject(message),
        };
        if open == Some(SubmissionAction::Edit)
            && let Some(now) = self.full_prompt.prompt()
            && self.began.with_value(|began| began.as_ref() != Some(&now))
        {
            let message = submissions::changed_meanwhile(&now);
            self.began.set_value(Some(now));
            return self.pending.reject(message);
        }
        let (resolve, focus_after) = (self.resolve(Resolution::Sent), self.focus_after.get_value());
        let then = move || {
            // The entry may have gone meanwhile.
            self.open.try_set(None);
            focus::move_if_on("body", focus_after);
            resolve();
        };
        let composers = self.composers.get_value();
        self.pending.start_or(mutation, then, move || {
            // Docket has sent the follow-up as it was, and the form with the text is gone.
            if open == Some(SubmissionAction::Edit) && self.open.try_get_untracked().flatten().is_none() {
                composers.save_edited(&text);
                self.end_editor(true);
            }
        });
    }

    /// Updates the draft that the submission came from once the submission is resolved.
    pub(super) fn resolve(self, resolution: Resolution) -> impl FnOnce() + use<> {
        let prompt = self.full_prompt.prompt();
        // The entry may have gone meanwhile, but its draft has not.
        let composers = self.composers.get_value();
        move || {
            if let Some(prompt) = prompt {
                composers.resolve(&prompt, resolution);
            }
        }
    }
}

/// The mutation that the open form asks for, or a sentence about what is wrong with its text.
fn form_mutation(open: Option<SubmissionAction>, id: SubmissionId, text: &str) -> Result<Mutation, String> {
    if open == Some(SubmissionAction::Edit) {
        let prompt = Prompt { prompt: text.to_owned() };
        prompt.check().map_err(|invalid| texts::invalid_prompt(&invalid))?;
        return Ok(Mutation::Edit(id, prompt));
    }
    Ok(Mutation::Match(id, job_id(text)?))
}
