//! The trend of one page, which opens above the table of paths.

use docket_wire::{BackfillKind, BackfillRequest, Span, Trend, VisitorsQuery};
use leptos::prelude::*;

use super::backfill::BackfillError;
use super::missing_days::{LoadMissingDays, MissingDays};
use super::trend::{EventsPlace, Gap, TrendChart, TrendTable};
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::counted;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::marks::Marks;
use crate::state::analytics::selection::Selection;
use crate::state::fetched::Fetched;
use crate::ui::Skeleton;

/// The id of the section, which the buttons in the rows control.
pub(super) const PAGE_TREND: &str = "page-trend";
/// The id of its heading, which gets the focus.
pub(super) const PAGE_TREND_TITLE: &str = "page-trend-title";

/// The trend of the page that is open, if one is.
#[component]
pub(super) fn OpenPageTrend(selection: Selection, marks: Marks) -> impl IntoView {
    let open = Memo::new(move |_| selection.view().open);
    // Its button closes it, and so does the browser's way back, which may also lead to another page's.
    Effect::new(move |before: Option<Option<String>>| {
        let now = open.get();
        if let Some(path) = before.flatten() {
            let after = match now {
                Some(_) => vec![format!("#{PAGE_TREND_TITLE}")],
                None => vec![opener(&path), ".paths__frame".to_owned()],
            };
            page::focus_if_on("body", after);
        }
        now
    });
    move || open.get().map(|path| view! { <PageTrendSection path=path selection=selection marks=marks/> })
}

/// The name of the button that opens the trend of a page.
pub(super) fn trend_label(path: &str) -> String {
    format!("Daily visitors of {path}")
}

/// The selector of that button. It is on the page only while its row is near the screen.
fn opener(path: &str) -> String {
    format!(".paths__open[aria-label={}]", page::quoted(&trend_label(path)))
}

/// The days of a page. A backfill loads those that are missing, once a person has seen what that costs.
#[component]
fn PageTrendSection(path: String, selection: Selection, marks: Marks) -> impl IntoView {
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
        trend.get().and_then(|(_, trend)| trend.ok()).map(|trend| trend.days).unwrap_or_default()
    });
    let is_shown = Memo::new(move |_| days.with(|days| !days.is_empty()));
    let unknown = Memo::new(move |_| {
        days.with(|days| days.iter().filter(|day| Gap::of(day) == Some(Gap::Unknown)).count())
    });
    let unknown = move || {
        let days = unknown.get();
        (days > 0).then(|| view! { <p class="paths-note">{unknown_text(days as u64)}</p> })
    };
    let has_counts = Memo::new(move |_| days.with(|days| days.iter().any(|day| day.totals.is_some())));
    let content = move || match trend.get() {
        None => view! { <Skeleton rows=5 label="Loading the daily visitors of the page" is_paths=true/> }
            .into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| trend.refetch())/> }.into_any()
        }
        Some((span, Ok(trend))) => {
            view! { <MissingPageDays trend=trend span=span selection=selection control=control/> }.into_any()
        }
    };
    let close = move |_| selection.close_trend();
    view! {
        <section class="trend page-trend" id=PAGE_TREND aria-labelledby=PAGE_TREND_TITLE>
            <div class="page-trend__head">
                <h3 class="section-title" id=PAGE_TREND_TITLE tabindex="-1">"Daily visitors of " <span dir="auto">{path}</span></h3>
                <button type="button" class="button button--small" aria-keyshortcuts="o" title="Shortcut: o" on:click=close>"Close"</button>
            </div>
            <Show when=move || has_counts.get()>
                <TrendChart days=days selection=selection marks=marks place=EventsPlace::PageTrend/>
            </Show>
            {unknown}
            <Show when=move || is_shown.get()>
                <TrendTable days=days marks=marks place=EventsPlace::PageTrend/>
            </Show>
            {content}
            <BackfillError control=control/>
        </section>
    }
}

/// How many days are not loaded, and where they come from.
#[component]
fn MissingPageDays(
    trend: Trend,
    span: Span,
    selection: Selection,
    control: BackfillControl,
) -> impl IntoView {
    let days = MissingDays {
        missing: trend.missing,
        backfill: trend.backfill,
        backfill_error: trend.backfill_error,
        cost: trend.cost,
        request: BackfillRequest { kind: BackfillKind::DayPaths, span },
    };
    let missing = trend.missing;
    // The backfill of all pages brings the days, unless some of them have totals and no rows.
    let comes =
        Memo::new(move |_| missing > 0 && selection.days_loading.get().is_some_and(|days| missing <= days));
    move || {
        if comes.get() {
            let days = counted(missing.into(), "day", "days");
            view! { <p class="paths-note">{days} " not loaded. They come with the days above."</p> }
                .into_any()
        } else {
            view! { <LoadMissingDays days=days.clone() control=control/> }.into_any()
        }
    }
}

/// Why the visitors of some days are unknown.
fn unknown_text(days: u64) -> String {
    format!(
        "Unknown on {}: the page is not among the {} paths that Docket reads of each day, and there are more.",
        counted(days, "day", "days"),
        VisitorsQuery::LIMIT_MAX
    )
}
