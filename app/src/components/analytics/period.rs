//! A period of days, with the exact interval in a popover.

use docket_wire::{Interval, Span};
use leptos::prelude::*;

use crate::format::analytics::exact_interval;
use crate::format::locale::day_range;
use crate::texts::analytics::head as texts;
use crate::texts::general;

/// The days and their time zone. Opening it shows the interval that the edge sent to the service.
#[component]
pub(super) fn Period(
    span: Span,
    interval: Interval,
    /// What stands before the days.
    #[prop(optional)]
    before: &'static str,
) -> impl IntoView {
    view! {
        <details class="period">
            <summary aria-keyshortcuts="y" title=general::shortcut("y")>{before} <span>{day_range(span.from(), span.to())} " · " {span.zone().to_string()}</span></summary>
            <p class="period__exact">{texts::exact_interval(&exact_interval(&interval))}</p>
        </details>
    }
}
