//! Starts and cancels a backfill, and polls its progress.

pub(crate) mod stage;

use std::future::Future;

use docket_wire::{BackfillRequest, Span};
use leptos::prelude::*;

use self::stage::{BackfillStage, SpanBackfill, last_known, next_stage, poll_interval};
use super::selection::Selection;
use crate::api::ApiError;
use crate::browser::page;
use crate::state::pending_request::PendingRequest;

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
        let (span, now_ms) = (selection.span(), selection.console.now_ms);
        let known = Memo::new(move |before: Option<&Option<SpanBackfill>>| {
            last_known(before.cloned().flatten(), backfill.get(), span.get().as_ref())
        });
        // The timer stays while only the progress changes.
        let interval = Memo::new(move |_| {
            let progress = known.with(|known| known.as_ref()?.progress)?;
            Some(poll_interval(&progress, backfill.with(Option::is_some), now_ms.get()))
        });
        let stage = Memo::new(move |before: Option<&Option<_>>| {
            backfill.with(|backfill| next_stage(before.cloned().flatten(), backfill.as_ref()))
        });
        Effect::new(move || {
            let poll = move || {
                if page::is_visible() {
                    refresh.run(());
                }
            };
            let timer = interval.get().and_then(|interval| set_interval_with_handle(poll, interval).ok());
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

    /// Does nothing while another request is under way, which may be about other days.
    fn send(self, span: Span, call: impl Future<Output = Result<(), ApiError>> + 'static) {
        if self.request.is_pending_untracked() {
            return;
        }
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
