//! The state of a mutation that a component sends.

use docket_wire::JobPatch;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{ApiError, Mutation};
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;
use crate::texts::jobs::announcements as texts;
use crate::texts::shell;

/// The one mutation of a component that is under way, or the error of the last one. Copies are handles to the same
/// state.
#[derive(Clone, Copy)]
pub(crate) struct PendingMutation {
    console: Console,
    is_pending: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
}

impl PendingMutation {
    /// No mutation yet.
    pub(crate) fn new() -> Self {
        Self { console: Console::here(), is_pending: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Sends `mutation`, and calls `then` if it succeeds. Does nothing while another one is under way.
    pub(crate) fn start(self, mutation: Mutation, then: impl FnOnce() + 'static) {
        self.start_or(mutation, then, || {});
    }

    /// The same, and calls `otherwise` if it fails.
    pub(crate) fn start_or(
        self,
        mutation: Mutation,
        then: impl FnOnce() + 'static,
        otherwise: impl FnOnce() + 'static,
    ) {
        self.send(mutation, Box::new(then), Box::new(otherwise));
    }

    fn send(self, mutation: Mutation, then: Box<dyn FnOnce()>, otherwise: Box<dyn FnOnce()>) {
        if self.is_pending.get_untracked() {
            return;
        }
        self.is_pending.set(true);
        self.error.set(None);
        self.console.live_region.set(String::new());
        spawn_local(async move {
            let response = self.console.jobs.mutate(&mutation).await;
            // The person may have left the page meanwhile.
            self.is_pending.try_set(false);
            match response {
                Ok(()) => {
                    self.console.live_region.set(announcement(&mutation).to_owned());
                    then();
                }
                Err(error) => {
                    self.error.try_set(Some(error));
                    otherwise();
                }
            }
        });
    }

    /// Shows `message` as the error of a mutation that was not sent.
    pub(crate) fn reject(self, message: String) {
        self.error.set(Some(ApiError::local(message)));
    }

    /// Whether a mutation is under way.
    pub(crate) fn is_pending(self) -> bool {
        self.is_pending.get()
    }

    /// [`PendingMutation::is_pending`] without tracking; false once the component is gone.
    pub(crate) fn is_pending_untracked(self) -> bool {
        self.is_pending.try_get_untracked().unwrap_or_default()
    }

    /// The error of the last mutation.
    pub(crate) fn error(self) -> impl IntoView + use<> {
        move || self.error.get().map(|error| view! { <ErrorNotice error=error/> })
    }
}

/// What a screen reader announces after a mutation.
fn announcement(mutation: &Mutation) -> &'static str {
    match mutation {
        Mutation::Match(..) => texts::PROMPT_MATCHED,
        Mutation::Resend(_) => texts::PROMPT_SENT_AGAIN,
        Mutation::Discard(_) => texts::PROMPT_DISCARDED,
        Mutation::Edit(..) => texts::FOLLOW_UP_SAVED,
        Mutation::Patch(_, JobPatch { hidden: Some(true), .. }) => texts::JOB_HIDDEN,
        Mutation::Patch(_, JobPatch { hidden: Some(false), .. }) => texts::JOB_UNHIDDEN,
        Mutation::Patch(_, JobPatch { polling: Some(true), .. }) => texts::POLLING_RESUMED,
        Mutation::Patch(_, JobPatch { polling: Some(false), .. }) => texts::POLLING_STOPPED,
        Mutation::Patch(..) => texts::LABELS_SAVED,
        Mutation::Import(_) => texts::JOB_IMPORTED,
        Mutation::Resume => shell::PAUSE_ENDED,
    }
}
