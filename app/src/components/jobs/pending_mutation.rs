//! The state of a mutation that a component sends.

use docket_wire::JobPatch;
use leptos::prelude::*;

use crate::api::Mutation;
use crate::components::error_notice::RequestError;
use crate::state::console::{Console, use_console};
use crate::state::pending_request::PendingRequest;
use crate::texts::jobs::announcements as texts;
use crate::texts::shell;

/// A [`PendingRequest`] whose success is announced. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct PendingMutation {
    console: Console,
    request: PendingRequest,
}

impl PendingMutation {
    /// No mutation yet.
    pub(crate) fn new() -> Self {
        Self { console: use_console(), request: PendingRequest::new() }
    }

    /// Sends `mutation`, and calls `then` if it succeeds. Does nothing while another one is under way.
    pub(crate) fn start(self, mutation: Mutation, then: impl FnOnce() + 'static) {
        self.start_or(mutation, then, || {});
    }

    /// Sends `mutation` like [`Self::start`], and calls `otherwise` if it fails.
    pub(crate) fn start_or(
        self,
        mutation: Mutation,
        then: impl FnOnce() + 'static,
        otherwise: impl FnOnce() + 'static,
    ) {
        self.send(mutation, Box::new(then), Box::new(otherwise));
    }

    fn send(self, mutation: Mutation, then: Box<dyn FnOnce()>, otherwise: Box<dyn FnOnce()>) {
        let Console { jobs, live_region, .. } = self.console;
        self.request.run(async move {
            live_region.set(String::new());
            let result = jobs.mutate(&mutation).await;
            if result.is_ok() {
                live_region.set(announcement(&mutation).to_owned());
                then();
            } else {
                otherwise();
            }
            result
        });
    }

    /// Shows `message` as the error of a mutation that was not sent.
    pub(crate) fn reject(self, message: String) {
        self.request.reject(message);
    }

    /// Forgets the error of the last mutation.
    pub(crate) fn dismiss(self) {
        self.request.dismiss();
    }

    /// Whether a mutation is under way.
    pub(crate) fn is_pending(self) -> bool {
        self.request.is_pending()
    }

    /// [`PendingMutation::is_pending`] without tracking; false once the component is gone.
    pub(crate) fn is_pending_untracked(self) -> bool {
        self.request.is_pending_untracked()
    }

    /// The error of the last mutation.
    pub(crate) fn error(self) -> impl IntoView + use<> {
        view! { <RequestError request=self.request/> }
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
