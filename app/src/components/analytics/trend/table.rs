//! The table of daily visitors, with the same numbers as the chart.

use docket_wire::{TrendDay, VisitorTotals};
use leptos::prelude::*;

use crate::components::analytics::data_status::exact;
use crate::format::number::{count, share};

/// Shows the days as a table, the latest first.
#[component]
pub(super) fn TrendTable(days: Vec<TrendDay>) -> impl IntoView {
    view! {
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
                <tbody>{days.iter().rev().map(day_row).collect_view()}</tbody>
            </table>
        </details>
    }
}

fn day_row(day: &TrendDay) -> impl IntoView + use<> {
    let cell = |count_of: fn(&VisitorTotals) -> u64| {
        day.totals.as_ref().map_or_else(|| "–".to_owned(), |totals| count(count_of(totals)))
    };
    let share = day.totals.map_or_else(|| "–".to_owned(), |totals| share(totals.ai, totals.total));
    let partial = day.partial.then(|| view! { <span class="interval__today">" still being counted"</span> });
    view! {
        <tr>
            <th scope="row" title=exact(&day.interval)>{day.day.to_string()} {partial}</th>
            <td class="number">{cell(|totals| totals.human)}</td>
            <td class="number">{cell(|totals| totals.ai)}</td>
            <td class="number number--main">{cell(|totals| totals.total)}</td>
            <td class="number">{share}</td>
        </tr>
    }
}
