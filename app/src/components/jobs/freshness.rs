//! How current a job's status is, in words.

use std::sync::Arc;

use docket_wire::{JobEntry, Polling};
use leptos::prelude::*;

use crate::format::job::{self, Freshness};
use crate::state::console::Console;
use crate::texts::jobs::polling as texts;
use crate::ui::Age;

/// `checked 12 s ago`, `ended 2 h ago`, or that the status is stale, or that polling stopped.
#[component]
pub(crate) fn FreshnessText(job: Arc<JobEntry>) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    let at = match job.polling {
        Polling::Ended => job.ended_at.unwrap_or(job.checked_at),
        _ => job.checked_at,
    };
    // A status that is polled becomes stale by the clock alone; others stay as they are.
    let is_polled = matches!(job.polling, Polling::Scheduled { .. });
    let freshness =
        move || job::freshness(&job, if is_polled { now_ms.get() } else { now_ms.get_untracked() });
    let is_doubtful = {
        let freshness = freshness.clone();
        move || matches!(freshness(), Freshness::Late | Freshness::Suspended | Freshness::Stopped)
    };
    let word = move || match freshness() {
        Freshness::Ended => texts::ENDED,
        Freshness::Fresh => texts::CHECKED,
        Freshness::Late => texts::STALE,
        Freshness::Suspended => texts::SUSPENDED,
        Freshness::Stopped => texts::STOPPED,
    };
    view! { <span class="freshness" class:freshness--doubtful=is_doubtful>{word} <Age at=at/></span> }
}
