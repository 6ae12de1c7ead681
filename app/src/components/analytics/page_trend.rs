//! The trend of one page, which opens above the table of paths.

use docket_wire::{BackfillKind, BackfillRequest, PageDay, PageTrend, Span, TrendDay};
use leptos::prelude::*;

use super::backfill::BackfillError;
use super::missing_days::{LoadMissingDays, MissingDays};
use super::trend::{TrendChart, TrendTable};
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::counted;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::selection::Selection;
use crate::state::fetched::Fetched;
use crate::ui::Skeleton;

/// The id of the section, which the buttons in the rows control.
pub(super) const PAGE_TREND: &str = "page-trend";
/// The id of its heading, which gets the focus.
pub(super) const PAGE_TREND_TITLE: &str = "page-trend-title";

/// The trend of the page that is open, if one is.
#[component]
pub(super) fn OpenPageTrend(selection: Selection) -> impl IntoView {
    let open = Memo::new(move |_| selection.view().open);
    move || open.get().map(|path| view! { <PageTrendSection path=path selection=selection/> })
}

/// The days of a page. A backfill loads those that are missing, once a person has seen what that costs.
#[component]
fn PageTrendSection(path: String, selection: Selection) -> impl IntoView {
    let api = selection.console.api;
    let asked = path.clone();
    let trend = Fetched::new(selection.span(), move |span: Span| {
        let (project, path) = (selection.project.get_value(), asked.clone());
        async move {
            let trend = api.page_trend(&project, &span, &path).await?;
            selection.note_budget(trend.budget);
            Ok(trend)
        }
    });
    let progress = Memo::new(move |_| trend.current().and_then(|(_, trend)| trend.backfill));
    let control = BackfillControl::new(selection, progress, Callback::new(move |()| trend.refetch()));
    // The days of the trend of all pages come with the rows of this one.
    Effect::new(move |before: Option<Option<u32>>| {
        let loading = selection.days_loading.get();
        if before.is_some_and(|before| before != loading) {
            trend.refetch();
        }
        loading
    });
    let days = Memo::new(move |_| {
        let trend = trend.get().and_then(|(_, trend)| trend.ok());
        trend.map(|trend| trend.days.iter().map(trend_day).collect::<Vec<_>>()).unwrap_or_default()
    });
    let has_counts = Memo::new(move |_| days.with(|days| days.iter().any(|day| day.totals.is_some())));
    let content = move || match trend.get() {
        None => view! { <Skeleton rows=5 label="Loading the daily visitors of the page" is_paths=true/> }
            .into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| trend.refetch())/> }.into_any()
        }
        Some((span, Ok(trend))) => {
            view! { <PageDays trend=trend span=span selection=selection control=control/> }.into_any()
        }
    };
    let close = move |_| {
        // The row of the page may be far from the screen, and then it is not in the page.
        if !page::focus(".paths__open[aria-expanded=\"true\"]") {
            page::focus(".paths__frame");
        }
        selection.open_trend(None);
    };
    view! {
        <section class="trend page-trend" id=PAGE_TREND aria-labelledby=PAGE_TREND_TITLE>
            <div class="page-trend__head">
                <h3 class="section-title" id=PAGE_TREND_TITLE tabindex="-1">"Daily visitors of " <span dir="auto">{path}</span></h3>
                <button type="button" class="button button--small" on:click=close>"Close"</button>
            </div>
            <Show when=move || has_counts.get()>
                <TrendChart days=days selection=selection marks=None/>
            </Show>
            {content}
            <BackfillError control=control/>
        </section>
    }
}

/// The table of the days, which of them are unknown, and which are missing.
#[component]
fn PageDays(trend: PageTrend, span: Span, selection: Selection, control: BackfillControl) -> impl IntoView {
    let unknown = trend.days.iter().filter(|day| day.read.is_some_and(|read| read.totals.is_none())).count();
    let read = trend.days.iter().filter_map(|day| Some(day.read?.rows)).max().unwrap_or_default();
    let unknown = (unknown > 0).then(|| unknown_text(unknown as u64, read));
    let days = MissingDays {
        missing: trend.missing,
        backfill: trend.backfill,
        backfill_error: trend.backfill_error,
        cost: trend.cost,
        request: BackfillRequest { kind: BackfillKind::DayPaths, span },
    };
    let is_loading = Memo::new(move |_| selection.days_loading.with(Option::is_some));
    let missing = trend.missing;
    let is_missing = move || {
        match is_loading.get() && missing > 0 {
        true => view! { <p class="paths-note">{counted(missing.into(), "day", "days")} " not loaded. They come with the days above."</p> }.into_any(),
        false => view! { <LoadMissingDays days=days.clone() control=control/> }.into_any(),
    }
    };
    view! {
        <TrendTable days=trend.days.iter().map(trend_day).collect() marks=None/>
        {unknown.map(|text| view! { <p class="paths-note">{text}</p> })}
        {is_missing}
    }
}

/// A day of the page for the chart. A day that was read and has no counts is unknown.
fn trend_day(day: &PageDay) -> TrendDay {
    TrendDay {
        day: day.day,
        interval: day.interval.clone(),
        totals: day.read.and_then(|read| read.totals),
        partial: day.partial,
        checked_at: day.read.map(|read| read.checked_at),
    }
}

/// Why the visitors of some days are unknown.
fn unknown_text(days: u64, rows: u32) -> String {
    format!(
        "Unknown on {}: the page is not among the {} that Docket reads of each day, and there are more.",
        counted(days, "day", "days"),
        counted(rows.into(), "path", "paths")
    )
}
