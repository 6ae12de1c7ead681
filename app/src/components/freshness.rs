//! How far a job's status can be relied on, in words.

use std::sync::Arc;

use docket_wire::{JobEntry, Watch};
use leptos::prelude::*;

use crate::format::job::{self, Freshness};
use crate::state::console::Console;
use crate::ui::Age;

/// `checked 12 s ago`, `ended 2 h ago`, or that it is not being looked after as it should.
#[component]
pub(crate) fn FreshnessOf(#[prop(into)] job: Signal<Arc<JobEntry>>) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    let freshness = Memo::new(move |_| job.with(|job| job::freshness(job, now_ms.get())));
    let checked_at = Signal::derive(move || job.with(|job| job.checked_at));
    let words = move || match freshness.get() {
        Freshness::Settled => {
            let ended_at = Signal::derive(move || job.with(|job| job.ended_at.unwrap_or(job.checked_at)));
            view! { "ended " <Age at=ended_at/> }.into_any()
        }
        Freshness::Fresh => view! { "checked " <Age at=checked_at/> }.into_any(),
        Freshness::Late => view! { "not current, checked " <Age at=checked_at/> }.into_any(),
        Freshness::Stopped => view! { "no longer checked since " <Age at=checked_at/> }.into_any(),
    };
    view! {
        <span
            class="freshness"
            class:freshness--doubtful=move || matches!(freshness.get(), Freshness::Late | Freshness::Stopped)
        >
            {words}
        </span>
    }
}

/// What keeps Docket from knowing better, if something does.
#[component]
pub(crate) fn WatchTrouble(#[prop(into)] job: Signal<Arc<JobEntry>>) -> impl IntoView {
    let trouble = Memo::new(move |_| {
        job.with(|job| match &job.watch {
            Watch::Polling { trouble: Some(fault), .. } => Some((
                "Docket could not ask the service how this job is. It goes on trying; the job itself may be well.",
                fault.error.clone(),
            )),
            Watch::Stopped { reason } => {
                Some(("Docket has stopped asking the service about this job.", reason.error.clone()))
            }
            _ => None,
        })
    });
    move || {
        trouble.get().map(|(what, why)| {
            view! {
                <div class="notice notice--doubt">
                    <p class="notice__text">{what} " " <span class="notice__why">{why}</span></p>
                </div>
            }
        })
    }
}
