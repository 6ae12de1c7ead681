//! The table of daily visitors, with the same numbers as the chart.

use docket_wire::{TrendDay, VisitorTotals};
use leptos::prelude::*;

use super::day_marks::{DayEvents, EventsView};
use super::gaps::Gap;
use crate::browser::file;
use crate::format::analytics::{days_csv, days_file_name, exact_interval};
use crate::format::locale::day as format_day;
use crate::format::number::{ai_share, count};
use crate::state::analytics::day_marks::Marks;
use crate::texts::analytics::{trend as texts, visitors};
use crate::texts::general;

/// Shows the days as a table, the latest first.
#[component]
pub(in crate::components::analytics) fn TrendTable(
    days: Memo<Vec<TrendDay>>,
    marks: Marks,
    events: EventsView,
) -> impl IntoView {
    let rows =
        move || days.with(|days| days.iter().rev().map(|day| day_row(day, marks, events)).collect_view());
    let save = move |_| {
        let project = marks.selection.project.get_value();
        days.with_untracked(|days| {
            let text = marks.days().with_untracked(|marks| days_csv(days, marks));
            let name = days_file_name(&project, days, events == EventsView::PageTrend);
            file::save_text(&text, &name);
        });
    };
    view! {
        <details class="chart__table">
            <summary aria-keyshortcuts="t" title=general::shortcut("t")>{texts::SHOW_AS_TABLE}</summary>
            <p><button type="button" class="button button--small" aria-keyshortcuts="-" title=general::shortcut("-") on:click=save>{texts::SAVE_AS_CSV}</button></p>
            <div class="chart__scroll">
                <table class="days-table">
                    <caption class="visually-hidden">{texts::VISITORS_BY_DAY}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{texts::DAY}</th>
                            <th scope="col" class="number">{visitors::HUMAN}</th>
                            <th scope="col" class="number">{visitors::AI}</th>
                            <th scope="col" class="number">{visitors::ALL}</th>
                            <th scope="col" class="number">{visitors::AI_SHARE}</th>
                            <th scope="col" class="days-table__events">{texts::EVENTS}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}

fn day_row(day: &TrendDay, marks: Marks, events: EventsView) -> impl IntoView + use<> {
    let cell = |count_of: fn(&VisitorTotals) -> u64| {
        day.totals.as_ref().map_or_else(|| "–".to_owned(), |totals| count(count_of(totals)))
    };
    let share = day.totals.as_ref().map_or_else(|| "–".to_owned(), ai_share);
    let is_unknown = Gap::of(day) == Some(Gap::Unknown);
    let note = match (day.partial, is_unknown) {
        (true, true) => Some(texts::PARTIAL_UNKNOWN),
        (true, false) => Some(texts::PARTIAL),
        (false, true) => Some(texts::UNKNOWN),
        (false, false) => None,
    };
    let note = note.map(|note| view! { <span class="interval__today">" " {note}</span> });
    view! {
        <tr>
            <th scope="row" title=exact_interval(&day.interval)>{format_day(day.day)} {note}</th>
            <td class="number">{cell(|totals| totals.human)}</td>
            <td class="number">{cell(|totals| totals.ai)}</td>
            <td class="number number--main">{cell(|totals| totals.total)}</td>
            <td class="number">{share}</td>
            <td class="days-table__events"><DayEvents day=day.day marks=marks events=events/></td>
        </tr>
    }
}
