//! Starts and cancels a backfill, and polls its progress.

pub(crate) mod stage;

use std::future::Future;
use std::time::Duration;

use docket_wire::{BackfillRequest, Span};
use leptos::prelude::*;

use self::stage::{BackfillStage, SpanBackfill, next_stage};
use super::selection::Selection;
use crate::api::ApiError;
use crate::browser::page;
use crate::state::pending_request::PendingRequest;

/// Time between two polls. The edge answers them without a request to the service.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Starts and cancels a backfill. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct BackfillControl {
    selection: Selection,
    /// The request to start or cancel.
    request: PendingRequest,
    /// The span that it is about.
    requested: RwSignal<Option<Span>>,
    stage: Memo<Option<(Span, BackfillStage)>>,
    refresh: Callback<()>,
}

impl BackfillControl {
    /// Runs `refresh` after each change, and at an interval while `backfill` is under way.
    pub(crate) fn new(
        selection: Selection,
        backfill: Memo<Option<SpanBackfill>>,
        refresh: Callback<()>,
    ) -> Self {
        let progress = Memo::new(move |_| backfill.with(|backfill| backfill.as_ref()?.progress));
        let stage = Memo::new(move |before: Option<&Option<_>>| {
            backfill.with(|backfill| next_stage(before.cloned().flatten(), backfill.as_ref()))
        });
        Effect::new(move || {
            let poll = move || {
                if page::is_visible() {
                    refresh.run(());
                }
            };
            let timer = progress.get().and_then(|_| set_interval_with_handle(poll, POLL_INTERVAL).ok());
            // Without this the timer would outlive the page, and `refresh` does not.
            on_cleanup(move || {
                if let Some(timer) = timer {
                    timer.clear();
                }
            });
        });
        Self { selection, request: PendingRequest::new(), requested: RwSignal::new(None), stage, refresh }
    }

    pub(crate) fn start(self, request: BackfillRequest) {
        let (api, project) = (self.selection.console.api, self.selection.project.get_value());
        self.send(
            request.span.clone(),
            async move { api.start_backfill(&project, &request).await.map(drop) },
        );
    }

    pub(crate) fn cancel(self, request: BackfillRequest) {
        let (api, project) = (self.selection.console.api, self.selection.project.get_value());
        self.send(request.span.clone(), async move { api.cancel_backfill(&project, &request).await });
    }

    fn send(self, span: Span, call: impl Future<Output = Result<(), ApiError>> + 'static) {
        self.requested.set(Some(span));
        self.request.run(async move {
            let result = call.await;
            // The person may have left the page meanwhile.
            self.refresh.try_run(());
            result
        });
    }

    /// Whether a request to start or cancel is under way.
    pub(crate) fn is_busy(self) -> bool {
        self.request.is_pending()
    }

    /// The latest stage of the backfill.
    pub(crate) fn stage(self) -> BackfillStage {
        self.stage.with(|stage| stage.as_ref().map(|(_, stage)| *stage)).unwrap_or_default()
    }

    /// Why the last request to start or cancel failed, unless other days are selected by now.
    pub(crate) fn error(self) -> Option<ApiError> {
        let (error, span) = (self.request.error().get()?, self.requested.get()?);
        let is_other = self.stage.with(|stage| stage.as_ref().is_some_and(|(known, _)| *known != span));
        (!is_other).then_some(error)
    }
}
