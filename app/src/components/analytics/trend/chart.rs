//! The chart of daily visitors.

use docket_wire::{TrendDay, VisitorTotals};
use leptos::prelude::*;

use super::day_marks::{DayEvents, EventsView, JobsOfDay, MarksStrip};
use super::day_paths::DayPaths;
use super::gaps::Gap;
use super::lines::{self, ChartLine, HEIGHT};
use super::pointer::DayPointer;
use super::ticks::ticks;
use crate::browser::focus;
use crate::components::analytics::bar::BarLength;
use crate::format::analytics::{DateRange, VisitorsView};
use crate::format::locale::{day as format_day, day_range, month_day};
use crate::format::number::count;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::{trend as texts, visitors};

/// A line each for human, AI and all visitors, with the counts of the day that a person points at. A screen reader gets its
/// summary, and a slider over the days; the table has the numbers.
#[component]
pub(in crate::components::analytics) fn TrendChart(
    days: Memo<Vec<TrendDay>>,
    selection: Selection,
    marks: Marks,
    events: EventsView,
) -> impl IntoView {
    // Other days are another chart; the same days, loaded meanwhile, are not.
    let ends = Memo::new(move |_| days.with(|days| (days.first().map(|day| day.day), days.len())));
    let is_one_day = Memo::new(move |_| ends.get().1 == 1);
    let pointed = RwSignal::new(None);
    let picked = Memo::new(move |_| {
        let ends = ends.get();
        let pointed = pointed.get().filter(|(chart, _)| *chart == ends).map(|(_, index)| index);
        // The counts of the only day need no pointing.
        pointed.or_else(|| is_one_day.get().then_some(0))
    });
    let pick = Callback::new(move |index: Option<usize>| {
        pointed.set(index.map(|index| (ends.get_untracked(), index)));
    });
    let day = Memo::new(move |_| picked.get().and_then(|index| days.with(|days| days.get(index).cloned())));
    view! {
        <figure class="chart">
            <div class="chart__box">
                {move || days.with(|days| lines_of(days))}
                <svg class="chart__mark" preserveAspectRatio="none" aria-hidden="true" viewBox=move || format!("0 0 {} {HEIGHT}", lines::day_start(ends.get().1))>
                    {move || picked.get().map(|index| view! { <path d=format!("M{} 0V{HEIGHT}", lines::day_middle(index))></path> })}
                </svg>
                <MarksStrip days=days marks=marks/>
                <DayPointer days=days picked=picked on_pick=pick selection=selection marks=marks/>
            </div>
            <div class="chart__days" aria-hidden="true">{move || days.with(|days| tick_labels(days))}</div>
            // Above the chart on a large screen, below it on a phone. For the keys it follows the slider that picks the day.
            <figcaption class="chart__head">
                <Legend day=day days=days/>
                <PickedDay day=day is_one_day=is_one_day selection=selection marks=marks events=events/>
            </figcaption>
            // The only day's paths are those of the page, and the trend of a page has no others.
            <Show when=move || events == EventsView::Chart && !is_one_day.get()>
                <DayPaths day=day selection=selection marks=marks/>
            </Show>
        </figure>
    }
}

/// The legend: the lines, each with its count on the picked day, and the marks of gaps in the lines.
#[component]
fn Legend(day: Memo<Option<TrendDay>>, days: Memo<Vec<TrendDay>>) -> impl IntoView {
    let key = move |class: &'static str, name: &'static str, of: fn(&VisitorTotals) -> u64| {
        let value = move || day.get()?.totals.map(|totals| count(of(&totals)));
        view! {
            <span class=format!("legend__key {class}")>{name} <b class="chart__value">{value}</b></span>
        }
    };
    let gap = move |gap: Gap| {
        let has = days.with(|days| days.iter().any(|day| Gap::of(day) == Some(gap)));
        has.then(|| view! { <span class=gap.classes().0>{gap.name()}</span> })
    };
    view! {
        <span class="legend">
            {key("legend__key--people", visitors::HUMAN, |totals| totals.human)}
            {key("legend__key--ai", visitors::AI, |totals| totals.ai)}
            {key("legend__key--line", visitors::ALL, |totals| totals.total)}
            {move || Gap::ALL.map(gap).collect_view()}
        </span>
    }
}

/// The picked day, and the way to its paths. There before a day is picked, so that nothing moves under the pointer.
#[component]
fn PickedDay(
    day: Memo<Option<TrendDay>>,
    is_one_day: Memo<bool>,
    selection: Selection,
    marks: Marks,
    events: EventsView,
) -> impl IntoView {
    // Counts that arrive meanwhile leave the controls of the picked day where they are, and with them the focus.
    let picked = Memo::new(move |_| day.with(|day| day.as_ref().map(|day| (day.day, day.interval.clone()))));
    let note = move || {
        let day = day.get()?;
        let note = Gap::of(&day).map(Gap::word).or(day.partial.then_some(texts::PARTIAL))?;
        Some(format!("({note})"))
    };
    let content = move || {
        let (day, interval) = picked.get()?;
        // Another range picks no day, so that its link goes away when the days are there.
        on_cleanup(move || focus::restore_if_lost(".chart__picked", &[events.chart()]));
        let range = DateRange::Custom(day, day);
        let href = move || selection.href(&VisitorsView { range, ..selection.view() });
        // The page shows the only day already.
        let link = (!is_one_day.get()).then(|| view! { <a href=href>{texts::SHOW_THIS_DAY}</a> });
        Some(view! {
            <span>{format_day(day)} " " {note} " " {link}</span>
            <span class="chart__events">
                <DayEvents day=day marks=marks events=events/>
                <JobsOfDay day=day interval=interval marks=marks/>
            </span>
        })
    };
    view! { <span class="chart__picked">{content}</span> }
}

fn lines_of(days: &[TrendDay]) -> impl IntoView + use<> {
    let max = lines::max_count(days);
    let top = lines::axis_top(max);
    let paths = [
        ("all", ChartLine::new(days, top, |totals| totals.total)),
        ("people", ChartLine::new(days, top, |totals| totals.human)),
        ("ai", ChartLine::new(days, top, |totals| totals.ai)),
    ]
    .map(|(name, line)| line_paths(name, line))
    .collect_view();
    let gap = |gap: Gap| view! { <path class=gap.classes().1 d=gap.path(days)></path> };
    let gaps = Gap::ALL.map(gap).collect_view();
    let (first, last) = (days.first().map(|day| day.day), days.last().map(|day| day.day));
    let range = first.zip(last).map(|(first, last)| day_range(first, last)).unwrap_or_default();
    let label = texts::chart_summary(&range, &count(max));
    let width = lines::day_start(days.len());
    // Half of an odd number is no number of visitors.
    let middle = top.is_multiple_of(2).then(|| count(top / 2));
    view! {
        <svg role="img" aria-label=label class="chart__lines" preserveAspectRatio="none" viewBox=format!("0 0 {width} {HEIGHT}")>
            {gaps}
            <path class="chart__grid" d=format!("M0 0H{width}M0 {}H{width}M0 {HEIGHT}H{width}", HEIGHT / 2)></path>
            {paths}
        </svg>
        <div class="chart__axis" aria-hidden="true"><span>{count(top)}</span><span>{middle}</span><span>"0"</span></div>
    }
}

fn line_paths(name: &'static str, line: ChartLine) -> impl IntoView {
    let class = |modifier: &str| format!("chart__line chart__line--{name} {modifier}");
    view! {
        <path class=class("") d=line.strokes></path>
        <path class=class("chart__line--partial") d=line.partial_strokes></path>
        <path class=class("chart__dots") d=line.dots></path>
        <path class=class("chart__dots chart__dots--partial") d=line.partial></path>
    }
}

fn tick_labels(days: &[TrendDay]) -> impl IntoView + use<> {
    let width = lines::day_start(days.len());
    let label = |index: usize| {
        // Half the length of a name, at most, lies beyond the middle of its day.
        let left = format!("min({}, 100% - 1.8em)", BarLength::of(lines::day_middle(index), width));
        days.get(index).map(|day| view! { <span style:left=left>{month_day(day.day)}</span> })
    };
    ticks(days.len()).map(label).collect_view()
}
