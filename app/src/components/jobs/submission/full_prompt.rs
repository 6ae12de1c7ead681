//! The full prompt of a submission, which lists leave out if it is long.

use std::sync::Arc;

use docket_wire::{Submission, SubmissionState};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::use_console;
use crate::texts::jobs::state::prompt_deleted;

/// The full prompt of a submission in view. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct FullPrompt {
    submission: Memo<Arc<Submission>>,
    prompt: RwSignal<ShownPrompt>,
    error: RwSignal<Option<ApiError>>,
    /// Notified when the person asks for it again.
    retry: Trigger,
}

/// A prompt, if it is loaded, and the revision of the submission that it was read from.
type ShownPrompt = (u64, Option<Arc<str>>);

impl FullPrompt {
    /// Fetches the full prompt if the submission lacks it.
    pub(crate) fn new(submission: Memo<Arc<Submission>>) -> Self {
        let jobs = use_console().jobs;
        let full = Self {
            submission,
            prompt: RwSignal::new((0, None)),
            error: RwSignal::new(None),
            retry: Trigger::new(),
        };
        Effect::new(move || {
            full.retry.track();
            let current = submission.get();
            if current.prompt_deleted_after_days.is_some() || current.prompt.is_some() {
                return full.show(current.revision, current.prompt.as_deref());
            }
            // Only a queued prompt can have been edited since it was loaded.
            if current.state != SubmissionState::Queued && full.prompt().is_some() {
                return;
            }
            // The same error is announced again.
            full.error.set(None);
            spawn_local(async move {
                let fetched = jobs.submission(&current.id).await;
                // The entry may have gone meanwhile, or have a later text: responses arrive in any order.
                if full.prompt.try_with_untracked(|(shown, _)| *shown < current.revision) != Some(true) {
                    return;
                }
                match fetched {
                    Ok(fetched) => full.show(fetched.revision, fetched.prompt.as_deref()),
                    Err(error) => full.error.set(Some(error)),
                }
            });
        });
        full
    }

    /// Shows the prompt of a revision. The same text stays as it is on the page: a reader may have selected some of it.
    fn show(self, revision: u64, prompt: Option<&str>) {
        self.error.set(None);
        self.prompt.maybe_update(|shown| {
            shown.0 = revision;
            let is_other = shown.1.as_deref() != prompt;
            if is_other {
                shown.1 = prompt.map(Into::into);
            }
            is_other
        });
    }

    /// The full prompt; its title until it is loaded, or that it was deleted.
    pub(crate) fn text(self) -> String {
        self.prompt.with(|(_, prompt)| match prompt {
            Some(prompt) => (**prompt).to_owned(),
            None => self.submission.with(|submission| match submission.prompt_deleted_after_days {
                Some(days) => prompt_deleted(days),
                None => format!("{}…", submission.title),
            }),
        })
    }

    /// Whether the prompt is loaded, or there is none to load.
    pub(crate) fn is_loaded(self) -> bool {
        self.prompt.with(|(_, prompt)| prompt.is_some()) || self.is_deleted()
    }

    /// Whether the text of the prompt was deleted.
    pub(crate) fn is_deleted(self) -> bool {
        self.submission.with(|submission| submission.prompt_deleted_after_days.is_some())
    }

    /// The prompt, once it is loaded.
    pub(crate) fn prompt(self) -> Option<Arc<str>> {
        self.prompt.try_get_untracked()?.1
    }

    /// Why the prompt could not be loaded, with a way to load it again: without it, there are no actions.
    pub(crate) fn error(self) -> impl IntoView + use<> {
        let retry = Callback::new(move |()| self.retry.notify());
        move || self.error.get().map(|error| view! { <ErrorNotice error=error on_retry=retry/> })
    }
}
