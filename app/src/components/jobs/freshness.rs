//! How current a job's status is, in words.

use std::sync::Arc;

use docket_wire::{JobEntry, Polling, UnixMs};
use leptos::prelude::*;

use crate::format::job::{self, Freshness};
use crate::state::console::use_console;
use crate::texts::jobs::polling as texts;
use crate::ui::Age;

/// `checked 12 s ago`, `ended 2 h ago`, or that the status is stale, or that polling stopped.
#[component]
pub(crate) fn FreshnessText(job: Arc<JobEntry>) -> impl IntoView {
    let now_ms = use_console().now_ms;
    let at = at(&job);
    let freshness = Memo::new(move |_| job::freshness(&job, now_ms.get()));
    view! { <span class=move || class(freshness.get())>{move || word(freshness.get())} <Age at=at/></span> }
}

/// The time that is beside the word: that of the end, or of the last successful poll.
pub(super) fn at(job: &JobEntry) -> UnixMs {
    match job.polling {
        Polling::Ended => job.ended_at.unwrap_or(job.checked_at),
        _ => job.checked_at,
    }
}

/// What is before the time.
pub(super) fn word(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Ended => texts::ENDED,
        Freshness::Fresh => texts::CHECKED,
        Freshness::Late => texts::STALE,
        Freshness::Suspended => texts::SUSPENDED,
        Freshness::Stopped => texts::STOPPED,
    }
}

/// The classes of an element with that word.
pub(super) fn class(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Ended | Freshness::Fresh => "freshness",
        Freshness::Late | Freshness::Suspended | Freshness::Stopped => "freshness freshness--warning",
    }
}
