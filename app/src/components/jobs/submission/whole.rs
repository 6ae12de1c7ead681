//! The whole prompt of a submission, which lists leave out if it is long.

use std::sync::Arc;

use docket_wire::{Submission, SubmissionState};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;
use crate::texts::jobs::state::prompt_deleted;

/// The prompt of a submission in view. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct WholeSubmission {
    submission: Memo<Arc<Submission>>,
    prompt: RwSignal<Option<Arc<str>>>,
    error: RwSignal<Option<ApiError>>,
}

impl WholeSubmission {
    /// Fetches the whole prompt if the submission lacks it.
    pub(crate) fn new(submission: Memo<Arc<Submission>>) -> Self {
        let jobs = Console::here().jobs;
        let prompt = RwSignal::new(None::<Arc<str>>);
        let whole = Self { submission, prompt, error: RwSignal::new(None) };
        Effect::new(move || {
            let current = submission.get();
            if current.prompt_deleted_after_days.is_some() {
                prompt.set(None);
                return;
            }
            if let Some(listed) = &current.prompt {
                if prompt.with_untracked(|known| known.as_deref() != Some(listed.as_str())) {
                    prompt.set(Some(listed.as_str().into()));
                }
                return;
            }
            // Only a queued prompt can have been edited since it was loaded.
            if current.state != SubmissionState::Queued && prompt.with_untracked(Option::is_some) {
                return;
            }
            spawn_local(async move {
                // The entry may have gone meanwhile.
                match jobs.submission(&current.id).await {
                    Ok(fetched) => drop(prompt.try_set(fetched.prompt.map(Into::into))),
                    Err(error) => drop(whole.error.try_set(Some(error))),
                }
            });
        });
        whole
    }

    /// The whole prompt; its title until it is loaded, or that it was deleted.
    pub(crate) fn text(self) -> String {
        self.prompt.with(|prompt| match prompt {
            Some(prompt) => (**prompt).to_owned(),
            None => self.submission.with(|submission| match submission.prompt_deleted_after_days {
                Some(days) => prompt_deleted(days),
                None => format!("{}…", submission.title),
            }),
        })
    }

    /// Whether the prompt is loaded, or there is none to load.
    pub(crate) fn is_loaded(self) -> bool {
        self.prompt.with(Option::is_some) || self.is_deleted()
    }

    /// Whether the text of the prompt was deleted.
    pub(crate) fn is_deleted(self) -> bool {
        self.submission.with(|submission| submission.prompt_deleted_after_days.is_some())
    }

    /// The prompt, once it is loaded.
    pub(crate) fn prompt(self) -> Option<Arc<str>> {
        self.prompt.try_get_untracked().flatten()
    }

    /// Why the prompt could not be loaded.
    pub(crate) fn error(self) -> impl IntoView + use<> {
        move || self.error.get().map(|error| view! { <ErrorNotice error=error/> })
    }
}
