//! The trend of one page, which opens above the table of paths.

use docket_wire::{BackfillKind, BackfillRequest, Span, Trend, VisitorsQuery};
use leptos::prelude::*;

use super::backfill::{BackfillAnnouncement, BackfillError};
use super::missing_days::{MissingDays, missing_days};
use super::trend::{self, EventsView, Gap, TrendChart, TrendTable};
use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::count;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::backfill::stage::SpanBackfill;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::selection::{PAGE_TREND_TITLE, Selection};
use crate::state::analytics::trend::{MissingOfTrend, loaded_days};
use crate::state::fetched::Fetched;
use crate::texts::analytics::{counts, loading, page_trend as texts};
use crate::texts::general;
use crate::ui::ChartSkeleton;

/// The id of the section, which the buttons in the rows control.
pub(super) const PAGE_TREND: &str = "page-trend";

/// The trend of the page that is open, if one is.
#[component]
pub(super) fn OpenPageTrend(
    selection: Selection,
    marks: Marks,
    /// What the trend of all pages lacks.
    missing: Memo<Option<MissingOfTrend>>,
) -> impl IntoView {
    let open = Memo::new(move |_| selection.view().open);
    // Its button closes the trend. The browser's back button closes it too, or opens the trend of another path.
    Effect::new(move |before: Option<Option<String>>| {
        let now = open.get();
        if let Some(path) = before.flatten() {
            let after = match now {
                Some(_) => vec![format!("#{PAGE_TREND_TITLE}")],
                None => vec![opener(&path), ".paths__frame".to_owned()],
            };
            focus::move_if_on("body", after);
        }
        now
    });
    move || {
        open.get().map(|path| view! { <PageTrendSection path=path selection=selection marks=marks missing_of_all=missing/> })
    }
}

/// The selector of the button that opens the trend of a page. It is on the page only while its row is near the screen.
fn opener(path: &str) -> String {
    format!(".paths__open[aria-label={}]", focus::quoted(&texts::daily_visitors_of(path)))
}

type FetchedTrend = Fetched<Span, Trend>;

/// The days of a page. A backfill loads those that are missing, once a person has seen what that costs.
#[component]
fn PageTrendSection(
    path: String,
    selection: Selection,
    marks: Marks,
    missing_of_all: Memo<Option<MissingOfTrend>>,
) -> impl IntoView {
    let trend = fetch_trend(path.clone(), selection, missing_of_all);
    let backfill = Memo::new(move |_| trend.current().map(SpanBackfill::of_trend));
    let control = BackfillControl::new(selection, backfill, Callback::new(move |()| trend.refetch()));
    let loaded = loaded_days(trend);
    let days = Memo::new(move |_| loaded.get().map(|(_, days)| days).unwrap_or_default());
    let is_shown = Memo::new(move |_| days.with(|days| !days.is_empty()));
    let unknown = Memo::new(move |_| {
        days.with(|days| days.iter().filter(|day| Gap::of(day) == Some(Gap::Unknown)).count())
    });
    let unknown = move || {
        let (days, paths) = (unknown.get() as u64, VisitorsQuery::LIMIT_MAX.to_string());
        (days > 0).then(|| view! { <p class="paths-note">{texts::unknown_on(&counts::days(days, &count(days)), &paths)}</p> })
    };
    let has_counts = Memo::new(move |_| days.with(|days| days.iter().any(|day| day.totals.is_some())));
    let close = move |_| selection.close_trend();
    let [before, after] = texts::DAILY_VISITORS_OF;
    view! {
        <section class="trend page-trend" id=PAGE_TREND aria-labelledby=PAGE_TREND_TITLE>
            <div class="page-trend__head">
                <h3 class="section-title" id=PAGE_TREND_TITLE tabindex="-1">{before} <span dir="auto">{path}</span> {after}</h3>
                <button type="button" class="button button--small" aria-keyshortcuts="o" title=general::shortcut("o") on:click=close>{general::CLOSE}</button>
            </div>
            <div class="data" class:data--old=move || trend.is_stale()>
                <Show when=move || has_counts.get()>
                    <TrendChart days=days selection=selection marks=marks events=EventsView::PageTrend/>
                </Show>
                {unknown}
                <Show when=move || is_shown.get()>
                    <TrendTable days=days marks=marks events=EventsView::PageTrend/>
                </Show>
            </div>
            <MissingOfPage trend=trend control=control is_shown=is_shown/>
            <BackfillAnnouncement control=control name=loading::LOADING_DAYS/>
            <BackfillError control=control/>
        </section>
    }
}

/// Fetches the days of a page.
fn fetch_trend(
    path: String,
    selection: Selection,
    missing_of_all: Memo<Option<MissingOfTrend>>,
) -> FetchedTrend {
    let api = selection.console.api;
    let span = selection.span();
    let trend = Fetched::new(span, move |span: Span| {
        let (project, path) = (selection.project.get_value(), path.clone());
        async move {
            let trend = api.page_trend(&project, &span, &path).await?;
            selection.record_budget(trend.budget);
            Ok(trend)
        }
    });
    // The days of the trend of all pages come with the rows of this one.
    Effect::new(move |before: Option<Option<(Span, MissingOfTrend)>>| {
        let known = before.flatten();
        let Some(now) = span.get().zip(missing_of_all.get()) else { return known };
        // A trend of other days is fetched for its own sake.
        if known.is_some_and(|(span, missing)| span == now.0 && missing != now.1) {
            trend.refetch();
        }
        Some(now)
    });
    trend
}

/// Which days are missing, and how they come. Until days are shown, that they are loaded.
#[component]
fn MissingOfPage(trend: FetchedTrend, control: BackfillControl, is_shown: Memo<bool>) -> impl IntoView {
    // Without a cost, another backfill brings the days, which is that of all pages.
    let comes = Memo::new(move |_| {
        trend
            .current()
            .is_some_and(|(_, trend)| trend.missing > 0 && trend.cost.is_none() && trend.backfill.is_none())
    });
    move || match trend.get() {
        None if is_shown.get() => trend::loading(),
        None => view! { <ChartSkeleton label=texts::LOADING_DAILY_VISITORS/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| trend.refetch())/> }.into_any()
        }
        Some((_, Ok(trend))) if comes.get() => {
            let days = counts::days(trend.missing.into(), &count(trend.missing.into()));
            view! { <p class="paths-note">{texts::days_come_with_those_above(&days)}</p> }.into_any()
        }
        Some((span, Ok(trend))) => missing_days(
            MissingDays::of(trend, BackfillRequest { kind: BackfillKind::DayPaths, span }),
            control,
        ),
    }
}
