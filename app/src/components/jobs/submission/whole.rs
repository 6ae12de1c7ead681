//! A submission with its whole prompt, which lists leave out if it is long.

use std::sync::Arc;

use docket_wire::Submission;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;

/// A submission in view. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct WholeSubmission {
    submission: RwSignal<Arc<Submission>>,
    error: RwSignal<Option<ApiError>>,
}

impl WholeSubmission {
    /// Fetches the whole prompt if the submission lacks it.
    pub(crate) fn new(submission: Arc<Submission>) -> Self {
        let (jobs, id) = (Console::here().jobs, submission.id.clone());
        let is_whole = submission.prompt.is_some();
        let whole = Self { submission: RwSignal::new(submission), error: RwSignal::new(None) };
        if !is_whole {
            spawn_local(async move {
                // The entry may have gone meanwhile.
                match jobs.submission(&id).await {
                    Ok(fetched) => drop(whole.submission.try_set(Arc::new(fetched))),
                    Err(error) => drop(whole.error.try_set(Some(error))),
                }
            });
        }
        whole
    }

    /// The whole prompt; its title until it is loaded.
    pub(crate) fn text(self) -> String {
        self.submission
            .with(|submission| submission.prompt.clone().unwrap_or_else(|| format!("{}…", submission.title)))
    }

    /// The submission, once it has its prompt.
    pub(crate) fn loaded(self) -> Option<Arc<Submission>> {
        Some(self.submission.get()).filter(|submission| submission.prompt.is_some())
    }

    /// Why the prompt could not be loaded.
    pub(crate) fn error(self) -> impl IntoView + use<> {
        move || self.error.get().map(|error| view! { <ErrorNotice error=error/> })
    }
}
