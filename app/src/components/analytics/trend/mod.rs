//! Daily visitors, as a chart and as a table.

mod chart;
mod day_marks;
mod day_paths;
mod gaps;
mod lines;
mod note_form;
mod pointer;
mod table;
mod ticks;

use docket_wire::{BackfillKind, BackfillRequest, Span, Trend};
use leptos::prelude::*;

pub(super) use self::chart::TrendChart;
pub(super) use self::day_marks::EventsView;
use self::day_marks::OpenNoteForm;
pub(super) use self::gaps::Gap;
pub(super) use self::table::TrendTable;
use super::backfill::{BackfillAnnouncement, BackfillError};
use super::missing_days::{MissingDays, missing_days};
use crate::components::error_notice::ErrorNotice;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::backfill::stage::SpanBackfill;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::selection::Selection;
use crate::state::analytics::trend::loaded_days;
use crate::state::fetched::Fetched;
use crate::texts::analytics::{loading, trend as texts};
use crate::ui::ChartSkeleton;

/// That the days are loaded again, below those that are there.
pub(super) fn loading() -> AnyView {
    view! { <p class="paths-note" role="status">{texts::LOADING_DAILY_VISITORS}</p> }.into_any()
}

/// Requests that the console spends without asking: a month of days, the range that the page shows at first.
const AT_ONCE_MAX: u32 = 31;

/// The days of the range. A backfill loads the missing ones.
#[component]
pub(crate) fn TrendSection(selection: Selection, marks: Marks, trend: Fetched<Span, Trend>) -> impl IntoView {
    let backfill = Memo::new(move |_| trend.current().map(SpanBackfill::of_trend));
    let control = BackfillControl::new(selection, backfill, Callback::new(move |()| trend.refetch()));
    // A backfill starts once for each range, so that a person can cancel it.
    Effect::new(move |started: Option<Option<Span>>| {
        let started = started.flatten();
        let Some((span, trend)) = trend.current() else { return started };
        if started.as_ref() != Some(&span)
            && trend.missing > 0
            // What takes much of the hour's requests, or has to wait for the next, is a person's choice, once they have seen the cost.
            && trend.cost.is_none_or(|cost| cost.requests <= cost.available.min(AT_ONCE_MAX))
            && trend.backfill.is_none()
            && trend.backfill_error.is_none()
        {
            // The start of that of other days: this one starts after it.
            if control.is_busy() {
                return started;
            }
            control.start(BackfillRequest { kind: BackfillKind::Days, span: span.clone() });
        }
        Some(span)
    });
    // Chart and table stay while a backfill brings further days, and with them the day that a person has picked.
    let loaded = loaded_days(trend);
    let is_shown = Memo::new(move |_| loaded.with(Option::is_some));
    let days = Memo::new(move |_| loaded.get().map(|(_, days)| days).unwrap_or_default());
    let content = move || match trend.get() {
        None if is_shown.get() => loading(),
        None => view! { <ChartSkeleton label=texts::LOADING_DAILY_VISITORS/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| trend.refetch())/> }.into_any()
        }
        Some((span, Ok(trend))) => {
            missing_days(MissingDays::of(trend, BackfillRequest { kind: BackfillKind::Days, span }), control)
        }
    };
    let is_old = move || trend.is_stale();
    view! {
        <section class="trend" aria-labelledby="trend-title">
            <h2 id="trend-title" class="section-title">{texts::DAILY_VISITORS}</h2>
            <div class="data" class:data--old=is_old>
                <Show when=move || is_shown.get()>
                    <TrendChart days=days selection=selection marks=marks events=EventsView::Chart/>
                </Show>
            </div>
            <OpenNoteForm marks=marks/>
            <div class="data" class:data--old=is_old>
                <Show when=move || is_shown.get()>
                    <TrendTable days=days marks=marks events=EventsView::Table/>
                </Show>
            </div>
            {content}
            <BackfillAnnouncement control=control name=loading::LOADING_DAYS/>
            <BackfillError control=control/>
        </section>
    }
}
