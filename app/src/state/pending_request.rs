//! The state of a request that a person starts.

use std::future::Future;

use futures::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;

/// The one request of a component that is under way, or the error of the last one. Copies are handles to the same state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PendingRequest {
    is_pending: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
}

impl PendingRequest {
    /// No request yet.
    pub(crate) fn new() -> Self {
        Self { is_pending: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Runs `request` and keeps its error. The future itself sends the request and handles a success. Does nothing while another
    /// request is under way.
    pub(crate) fn run(self, request: impl Future<Output = Result<(), ApiError>> + 'static) {
        self.run_boxed(Box::pin(request));
    }

    /// Not generic, so that it is compiled once.
    fn run_boxed(self, request: LocalBoxFuture<'static, Result<(), ApiError>>) {
        if self.is_pending_untracked() {
            return;
        }
        self.is_pending.set(true);
        self.error.set(None);
        spawn_local(async move {
            let result = request.await;
            // The person may have left the page meanwhile.
            self.is_pending.try_set(false);
            if let Err(error) = result {
                self.error.try_set(Some(error));
            }
        });
    }

    /// Shows `message` as the error of a request that was not sent.
    pub(crate) fn reject(self, message: String) {
        self.reject_with(ApiError::local(message));
    }

    /// Shows an error of a request that was not sent.
    pub(crate) fn reject_with(self, error: ApiError) {
        self.error.set(None);
        // In the next frame, so that a screen reader announces the same message again.
        request_animation_frame(move || {
            self.error.try_set(Some(error));
        });
    }

    /// Forgets the error of the last request, once the person has dealt with it.
    pub(crate) fn dismiss(self) {
        self.error.set(None);
    }

    /// Whether a request is under way.
    pub(crate) fn is_pending(self) -> bool {
        self.is_pending.get()
    }

    /// [`PendingRequest::is_pending`] without tracking; false once the component is gone.
    pub(crate) fn is_pending_untracked(self) -> bool {
        self.is_pending.try_get_untracked().unwrap_or_default()
    }

    /// Why the last request failed.
    pub(crate) fn error(self) -> ReadSignal<Option<ApiError>> {
        self.error.read_only()
    }
}
