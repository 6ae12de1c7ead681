//! The reads of the page: every part makes its own, and a button repeats them all.

use std::future::Future;

use docket_wire::UnixMs;
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::clock;
use crate::state::fetched::Fetched;
use crate::texts::{general, settings as texts};
use crate::ui::Age;

/// A handle to the reads.
#[derive(Clone, Copy)]
pub(crate) struct Reads {
    round: RwSignal<u32>,
    in_flight: RwSignal<u32>,
    read_at: RwSignal<Option<UnixMs>>,
    /// Whether a read of the last round failed.
    has_failed: RwSignal<bool>,
}

impl Reads {
    /// A handle before the first read.
    pub(crate) fn new() -> Self {
        Self {
            round: RwSignal::new(0),
            in_flight: RwSignal::new(0),
            read_at: RwSignal::new(None),
            has_failed: RwSignal::new(false),
        }
    }

    /// What `read` returns, read again in every round.
    pub(super) fn fetch<T, F>(self, read: impl Fn() -> F + Send + Sync + 'static) -> Fetched<u32, T>
    where
        T: Clone + Send + Sync + 'static,
        F: Future<Output = Result<T, ApiError>> + 'static,
    {
        let round = self.round;
        Fetched::new(Memo::new(move |_| Some(round.get())), move |_| {
            self.in_flight.update(|count| *count += 1);
            let read = read();
            async move {
                let outcome = read.await;
                // The person may have left the page.
                if outcome.is_ok() {
                    self.read_at.try_set(Some(UnixMs(clock::now_ms())));
                } else {
                    self.has_failed.try_set(true);
                }
                self.in_flight.try_update(|count| *count = count.saturating_sub(1));
                outcome
            }
        })
    }
}

/// The button that reads everything again, and how old the page is.
#[component]
pub(crate) fn ReadAgain(reads: Reads) -> impl IntoView {
    let is_busy = Memo::new(move |_| reads.in_flight.get() > 0);
    let again = move |_| {
        if !is_busy.get_untracked() {
            reads.has_failed.set(false);
            reads.round.update(|round| *round += 1);
        }
    };
    let age = move || match reads.read_at.get() {
        _ if is_busy.get() => texts::REFRESHING.into_any(),
        Some(at) => view! { {texts::UPDATED} <Age at=at/> }.into_any(),
        // Each part says why it could not be read.
        None => ().into_any(),
    };
    let announcement = move || match reads.read_at.get() {
        _ if is_busy.get() => texts::REFRESHING_ANNOUNCED,
        Some(_) if !reads.has_failed.get() => texts::REFRESHED_ANNOUNCED,
        _ => "",
    };
    view! {
        <p class="settings__reads">
            <button type="button" class="button" aria-keyshortcuts="r" title=general::shortcut("r") aria-disabled=move || is_busy.get().then_some("true") on:click=again>
                {texts::REFRESH}
            </button>
            <span>{age}</span>
        </p>
        <p class="visually-hidden" role="status">{announcement}</p>
    }
}
