//! The chart of daily visitors.

use docket_wire::{TrendDay, VisitorTotals};
use leptos::prelude::*;

use super::lines::{self, ChartLine, DAY_WIDTH, HEIGHT};
use crate::format::analytics::{day as format_day, day_range};
use crate::format::number::count;

/// A line each for human, AI and all visitors. A screen reader gets its summary; the table has the numbers.
#[component]
pub(super) fn TrendChart(days: Vec<TrendDay>) -> impl IntoView {
    let max = lines::max_count(&days);
    let top = lines::axis_top(max);
    let paths = [
        ("all", ChartLine::new(&days, top, |totals| totals.total)),
        ("people", ChartLine::new(&days, top, |totals| totals.human)),
        ("ai", ChartLine::new(&days, top, |totals| totals.ai)),
    ]
    .map(|(name, line)| line_paths(name, line))
    .collect_view();
    let (first, last) = (days.first().map(|day| day.day), days.last().map(|day| day.day));
    let range = first.zip(last).map(|(first, last)| day_range(first, last)).unwrap_or_default();
    let label = format!(
        "Daily unique visitors, {range}: human, AI and all, at most {}. The table below has the numbers.",
        count(max)
    );
    let width = lines::day_start(days.len());
    let columns = days.iter().enumerate().map(|(index, day)| day_column(index, day)).collect_view();
    view! {
        <figure class="chart">
            <figcaption class="legend">
                <span class="legend__key legend__key--people">"Human"</span>
                <span class="legend__key legend__key--ai">"AI"</span>
                <span class="legend__key legend__key--line">"All"</span>
            </figcaption>
            <div class="chart__box">
                <span class="chart__top" aria-hidden="true">{count(top)}</span>
                <svg role="img" aria-label=label class="chart__lines" preserveAspectRatio="none" viewBox=format!("0 0 {width} {HEIGHT}")>
                    <path class="chart__grid" d=format!("M0 0H{width}M0 {}H{width}M0 {HEIGHT}H{width}", HEIGHT / 2)></path>
                    {paths}
                    {columns}
                </svg>
            </div>
            <div class="chart__days" aria-hidden="true"><span>{first.map(format_day)}</span><span>{last.map(format_day)}</span></div>
        </figure>
    }
}

fn line_paths(name: &'static str, line: ChartLine) -> impl IntoView {
    let class = |modifier: &str| format!("chart__line chart__line--{name} {modifier}");
    view! {
        <path class=class("") d=line.strokes></path>
        <path class=class("chart__dots") d=line.dots></path>
        <path class=class("chart__dots chart__dots--partial") d=line.partial></path>
    }
}

/// The column of a day, whose tooltip has the day's counts.
fn day_column(index: usize, day: &TrendDay) -> impl IntoView + use<> {
    let x = lines::day_start(index);
    let counts = match &day.totals {
        None => "not loaded".to_owned(),
        Some(VisitorTotals { human, ai, total }) => {
            let partial = if day.partial { ", partial" } else { "" };
            format!("{} human, {} AI, {} in total{partial}", count(*human), count(*ai), count(*total))
        }
    };
    view! {
        <rect class="chart__day" x=x.to_string() y="0" width=DAY_WIDTH.to_string() height=HEIGHT.to_string()>
            <title>{format!("{}: {counts}", format_day(day.day))}</title>
        </rect>
    }
}
