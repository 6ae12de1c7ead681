//! Starts and cancels a backfill, and polls its progress.

use std::time::Duration;

use docket_wire::{BackfillRequest, Span};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::backfill_stage::{BackfillStage, SpanBackfill, next_stage};
use super::selection::Selection;
use crate::api::ApiError;
use crate::browser::page;

/// Time between two polls. The edge answers them without a request to the service.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// What a person does to a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BackfillAction {
    Start,
    Cancel,
}

/// Starts and cancels a backfill. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct BackfillControl {
    selection: Selection,
    is_busy: RwSignal<bool>,
    /// Why the last request to start or cancel failed, and the span that it was about.
    error: RwSignal<Option<(Span, ApiError)>>,
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
        Self { selection, is_busy: RwSignal::new(false), error: RwSignal::new(None), stage, refresh }
    }

    pub(crate) fn start(self, request: BackfillRequest) {
        self.send(BackfillAction::Start, request);
    }

    pub(crate) fn cancel(self, request: BackfillRequest) {
        self.send(BackfillAction::Cancel, request);
    }

    fn send(self, action: BackfillAction, request: BackfillRequest) {
        let api = self.selection.console.api;
        let project = self.selection.project.get_value();
        self.error.set(None);
        self.is_busy.set(true);
        spawn_local(async move {
            let result = match action {
                BackfillAction::Start => api.start_backfill(&project, &request).await.map(drop),
                BackfillAction::Cancel => api.cancel_backfill(&project, &request).await,
            };
            if let Err(error) = result {
                self.error.try_set(Some((request.span, error)));
            }
            // The person may have left the page meanwhile.
            self.is_busy.try_set(false);
            self.refresh.try_run(());
        });
    }

    /// Whether a request to start or cancel is under way.
    pub(crate) fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// The latest stage of the backfill.
    pub(crate) fn stage(self) -> BackfillStage {
        self.stage.with(|stage| stage.as_ref().map(|(_, stage)| *stage)).unwrap_or_default()
    }

    /// Why the last request to start or cancel failed, unless other days are selected by now.
    pub(crate) fn error(self) -> Option<ApiError> {
        let (span, error) = self.error.get()?;
        let is_other = self.stage.with(|stage| stage.as_ref().is_some_and(|(known, _)| *known != span));
        (!is_other).then_some(error)
    }
}
