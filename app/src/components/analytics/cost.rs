//! What it costs to load something, before a person starts it.

use docket_wire::{BackfillCost, UnixMs};
use leptos::prelude::*;

use crate::browser::clock;
use crate::format::analytics::cost_text;
use crate::texts::analytics::loading as texts;

/// The sentence about a cost; without one, what is known of every page of paths.
#[component]
pub(super) fn Cost(cost: Option<BackfillCost>) -> impl IntoView {
    match cost {
        Some(cost) => texts::needs(&cost_text(&cost, &time_of(cost.done_at))),
        None => texts::NEEDS_ONE_PER_250_PATHS.to_owned(),
    }
}

/// A time to the minute, with its day if that is not today.
pub(super) fn time_of(at: UnixMs) -> String {
    let (time, day) = (clock::time_of_day(at.0), clock::day(at.0));
    if day == clock::day(clock::now_ms()) { time } else { texts::time_on(&time, &day) }
}
