//! How far a job's status can be relied on, in words.

use std::sync::Arc;

use docket_wire::{JobEntry, Polling};
use leptos::prelude::*;

use crate::format::job::{self, Freshness};
use crate::state::console::Console;
use crate::ui::{Age, flag, text};

/// `checked 12 s ago`, `ended 2 h ago`, or that it is stale, or that Docket stopped looking.
#[component]
pub(crate) fn FreshnessOf(job: Arc<JobEntry>) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    let at = match job.polling {
        Polling::Ended => job.ended_at.unwrap_or(job.checked_at),
        _ => job.checked_at,
    };
    // It becomes stale by the clock alone.
    let freshness = Memo::new(move |_| job::freshness(&job, now_ms.get()));
    let word = text(move || match freshness.get() {
        Freshness::Settled => "ended ",
        Freshness::Fresh => "checked ",
        Freshness::Late => "stale, checked ",
        Freshness::Stopped => "stopped, checked ",
        Freshness::Unwatched => "not watched, checked ",
    });
    let is_doubtful =
        flag(move || matches!(freshness.get(), Freshness::Late | Freshness::Stopped | Freshness::Unwatched));
    view! { <span class="freshness" class:freshness--doubtful=is_doubtful>{word} <Age at=at/></span> }
}

/// What keeps Docket from knowing better, if something does.
pub(crate) fn watch_trouble(job: &JobEntry) -> impl IntoView + use<> {
    let trouble = match &job.polling {
        Polling::Scheduled { last_error: Some(fault), .. } => Some((
            "Docket could not ask the service how this job is. It goes on trying; the job itself may be well.",
            fault.error.clone(),
        )),
        Polling::Suspended { reason } => {
            Some(("Docket has stopped asking the service about this job.", reason.error.clone()))
        }
        Polling::Stopped => Some((
            "Nobody watches this job: somebody said to stop. It is shown as it was when it was last checked.",
            String::new(),
        )),
        Polling::Scheduled { .. } if job.stale => Some((
            "This job is active far longer than usual in this project. It may well end yet; Docket goes on asking, less often.",
            String::new(),
        )),
        Polling::Scheduled { .. } | Polling::Ended => None,
    };
    trouble.map(|(what, why)| {
        view! {
            <div class="notice notice--doubt">
                <p class="notice__text">{what} " " <span class="notice__why">{why}</span></p>
            </div>
        }
    })
}
