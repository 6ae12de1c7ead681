//! Something that is being gathered: how far it has come, and a way to stop it.

use docket_wire::{BackfillProgress, BackfillRequest, UnixMs};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::choice::Choice;
use crate::api::ApiError;
use crate::browser::page;
use crate::format::number::count;
use crate::format::time::duration;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, part, plain_button};

/// How often progress is asked for. That costs the service nothing.
const EVERY: std::time::Duration = std::time::Duration::from_secs(2);

/// Begins gathering and stops it, and asks `again` for what came of it while it is under way. Copies are handles to the
/// same.
#[derive(Clone, Copy)]
pub(crate) struct Gatherer {
    choice: Choice,
    is_busy: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
    again: Callback<()>,
}

impl Gatherer {
    /// Follows `gathering`.
    pub(crate) fn new(
        choice: Choice,
        backfill: impl Fn() -> Option<BackfillProgress> + Send + Sync + 'static,
        again: Callback<()>,
    ) -> Self {
        Effect::new(move |waiting: Option<Option<IntervalHandle>>| {
            if let Some(waiting) = waiting.flatten() {
                waiting.clear();
            }
            let ask = move || {
                if page::is_visible() {
                    again.run(());
                }
            };
            backfill().and_then(|_| set_interval_with_handle(ask, EVERY).ok())
        });
        Self { choice, is_busy: RwSignal::new(false), error: RwSignal::new(None), again }
    }

    /// Begins.
    pub(crate) fn begin(self, what: BackfillRequest) {
        self.carry_out(what, true);
    }

    /// Stops.
    pub(crate) fn stop(self, what: BackfillRequest) {
        self.carry_out(what, false);
    }

    fn carry_out(self, what: BackfillRequest, is_begin: bool) {
        let api = self.choice.console.api;
        let project = self.choice.project.get_value();
        self.error.set(None);
        self.is_busy.set(true);
        spawn_local(async move {
            let done = if is_begin {
                api.gather(&project, &what).await.map(drop)
            } else {
                api.cancel(&project, &what).await
            };
            if let Err(error) = done {
                self.error.try_set(Some(error));
            }
            self.is_busy.try_set(false);
            self.again.run(());
        });
    }

    /// Whether the edge is being told to begin or to stop.
    pub(crate) fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// Why the last thing was not done.
    pub(crate) fn error(self) -> AnyView {
        part(move || self.error.get().map(|error| view! { <ErrorNotice error=error/> })).into_any()
    }

    /// How far it has come.
    pub(crate) fn progress(
        self,
        now: BackfillProgress,
        name: &'static str,
        what: BackfillRequest,
    ) -> AnyView {
        let waits = now.resumes_at.map(|at| {
            view! { <span class="gathering__waits">" The hour's requests are spent or kept for people; it goes on " <Until at=at/></span> }
        });
        view! {
            <div class="backfill">
                <progress max=now.total.to_string() prop:value=f64::from(now.done) aria-label=name></progress>
                <p role="status">
                    {name} ": " {count(now.done.into())} " of " {count(now.total.into())} " requests." {waits}
                </p>
                {plain_button("Cancel", move || self.stop(what.clone()))}
            </div>
        }
        .into_any()
    }
}

/// A moment that is to come.
#[component]
fn Until(at: UnixMs) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    let is_past = Memo::new(move |_| now_ms.get() >= at.0);
    let wait = Memo::new(move |_| (at.0 - now_ms.get()).max(0) / 10_000);
    part(move || {
        if is_past.get() {
            view! { "now." }.into_any()
        } else {
            let text = duration((wait.get() + 1) * 10_000);
            view! { "in about " {text} "." }.into_any()
        }
    })
}
