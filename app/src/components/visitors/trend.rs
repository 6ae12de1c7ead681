//! Unique visitors day by day, as a drawing and as a table of the same figures.

use docket_wire::{BackfillKind, BackfillRequest, Span, Trend, TrendDay, VisitorTotals};
use leptos::prelude::*;

use super::backfill::Gatherer;
use super::chart::{self, DAY, HEIGHT, Line};
use super::choice::Choice;
use super::interval::exact;
use crate::format::number::{count, counted, share};
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::ui::{ErrorNotice, Skeleton, button, never, part};

/// The days of the range. What is not known of them is gathered in the background, unless somebody says otherwise.
#[component]
pub(crate) fn TrendSection(choice: Choice) -> impl IntoView {
    let api = Console::here().api;
    let trend = Fetched::new(choice.span(), move |span: Span| {
        let project = choice.project.get_value();
        async move {
            let found = api.trend(&project, &span).await?;
            choice.note_budget(found.budget);
            Ok(found)
        }
    });
    let backfill = Memo::new(move |_| trend.found().and_then(|(_, trend)| trend.backfill));
    let gatherer = Gatherer::new(choice, move || backfill.get(), Callback::new(move |()| trend.again()));
    // Once for each range: who cancels it means it.
    Effect::new(move |begun: Option<Option<Span>>| {
        let begun = begun.flatten();
        let Some((span, found)) = trend.found() else { return begun };
        if begun.as_ref() != Some(&span)
            && found.missing > 0
            && found.backfill.is_none()
            && found.backfill_error.is_none()
        {
            gatherer.begin(BackfillRequest { kind: BackfillKind::Days, span: span.clone() });
        }
        Some(span)
    });
    let shown = part(move || match trend.get() {
        None => view! { <Skeleton rows=5 label="Loading the days" is_paths=true/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| trend.again())/> }.into_any()
        }
        Some((span, Ok(found))) => {
            view! { <Days found=found.clone()/> {state(found, span, gatherer)} }.into_any()
        }
    });
    view! {
        <section class="trend" aria-labelledby="trend-title">
            <h2 id="trend-title" class="section-title">"Visitors a day"</h2>
            {shown}
            {gatherer.error()}
        </section>
    }
}

/// What is missing, and what is done about it.
fn state(found: Trend, span: Span, gatherer: Gatherer) -> AnyView {
    let what = BackfillRequest { kind: BackfillKind::Days, span };
    match found.backfill {
        Some(now) => gatherer.progress(now, "Gathering days", what),
        None if found.missing == 0 || gatherer.is_busy() => ().into_any(),
        None => {
            let name = format!("Gather them with {}", counted(found.missing.into(), "request", "requests"));
            let begin = move || gatherer.begin(what.clone());
            view! {
                <div class="backfill">
                    <p>{counted(found.missing.into(), "day is", "days are")} " not known yet. " {found.backfill_error}</p>
                    {button(Box::new(move || Some(name.clone())), never(), never(), begin)}
                </div>
            }
            .into_any()
        }
    }
}

#[component]
fn Days(found: Trend) -> impl IntoView {
    let days = found.days;
    let top = chart::ceiling(chart::largest(&days));
    let lines = [
        ("all", chart::line(&days, top, |totals| totals.total)),
        ("people", chart::line(&days, top, |totals| totals.human)),
        ("ai", chart::line(&days, top, |totals| totals.ai)),
    ];
    let named = |day: Option<&TrendDay>| day.map(|day| day.day.to_string()).unwrap_or_default();
    let (first, last) = (named(days.first()), named(days.last()));
    let label = format!(
        "Unique visitors a day from {first} to {last}: people, AI and all, at most {}. The table below has the figures.",
        count(chart::largest(&days))
    );
    let width = chart::start(days.len());
    let drawn = lines.map(|(name, line)| draw(name, line)).collect_view();
    let columns = days.iter().enumerate().map(|(index, day)| column(index, day)).collect_view();
    view! {
        <figure class="chart">
            <figcaption class="legend">
                <span class="legend__key legend__key--people">"People"</span>
                <span class="legend__key legend__key--ai">"AI"</span>
                <span class="legend__key legend__key--line">"All"</span>
            </figcaption>
            <div class="chart__box">
                <span class="chart__top" aria-hidden="true">{count(top)}</span>
                <svg role="img" aria-label=label class="chart__lines" preserveAspectRatio="none" viewBox=format!("0 0 {width} {HEIGHT}")>
                    <path class="chart__grid" d=format!("M0 0H{width}M0 {}H{width}M0 {HEIGHT}H{width}", HEIGHT / 2)></path>
                    {drawn}
                    {columns}
                </svg>
            </div>
            <div class="chart__days" aria-hidden="true"><span>{first}</span><span>{last}</span></div>
        </figure>
        <details class="chart__table">
            <summary>"The same as a table"</summary>
            <table class="days-table">
                <caption class="visually-hidden">"Unique visitors by day"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Day"</th>
                        <th scope="col" class="number">"People"</th>
                        <th scope="col" class="number">"AI"</th>
                        <th scope="col" class="number">"All"</th>
                        <th scope="col" class="number">"Share of AI"</th>
                    </tr>
                </thead>
                <tbody>{days.iter().rev().map(table_row).collect_view()}</tbody>
            </table>
        </details>
    }
}

fn draw(name: &'static str, line: Line) -> impl IntoView {
    let class = |what: &str| format!("chart__line chart__line--{name} {what}");
    view! {
        <path class=class("") d=line.strokes></path>
        <path class=class("chart__dots") d=line.dots></path>
        <path class=class("chart__dots chart__dots--partial") d=line.partial></path>
    }
}

/// What is shown when the pointer rests on a day.
fn column(index: usize, day: &TrendDay) -> impl IntoView + use<> {
    let x = chart::start(index);
    let said = match &day.totals {
        None => "not known yet".to_owned(),
        Some(VisitorTotals { human, ai, total }) => {
            let still = if day.partial { ", still being counted" } else { "" };
            format!("{} people, {} AI, {} in all{still}", count(*human), count(*ai), count(*total))
        }
    };
    view! {
        <rect class="chart__day" x=x.to_string() y="0" width=DAY.to_string() height=HEIGHT.to_string()>
            <title>{format!("{}: {said}", day.day)}</title>
        </rect>
    }
}

fn table_row(day: &TrendDay) -> impl IntoView + use<> {
    let of = |figure: fn(&VisitorTotals) -> u64| {
        day.totals.as_ref().map_or_else(|| "–".to_owned(), |totals| count(figure(totals)))
    };
    let share = day.totals.map_or_else(|| "–".to_owned(), |totals| share(totals.ai, totals.total));
    let partial = day.partial.then(|| view! { <span class="interval__today">" still being counted"</span> });
    view! {
        <tr>
            <th scope="row" title=exact(&day.interval)>{day.day.to_string()} {partial}</th>
            <td class="number">{of(|totals| totals.human)}</td>
            <td class="number">{of(|totals| totals.ai)}</td>
            <td class="number number--main">{of(|totals| totals.total)}</td>
            <td class="number">{share}</td>
        </tr>
    }
}
