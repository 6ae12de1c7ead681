//! The table of daily visitors, with the same numbers as the chart.

use docket_wire::{Day, TrendDay, VisitorTotals};
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
    let rows = move || days.with(|days| days.iter().rev().map(|day| day.day).collect::<Vec<_>>());
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
            <div class="chart__scroll" tabindex="0" role="group" aria-label=texts::VISITORS_BY_DAY>
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
                    <tbody>
                        <For each=rows key=Day::clone let:day>
                            <DayRow day=day days=days marks=marks events=events/>
                        </For>
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The counts of a day. The row stays while they arrive, and the focus on its button with it.
#[component]
fn DayRow(day: Day, days: Memo<Vec<TrendDay>>, marks: Marks, events: EventsView) -> impl IntoView {
    let row = Memo::new(move |_| days.with(|days| days.iter().find(|row| row.day == day).cloned()));
    let totals = move |text: fn(&VisitorTotals) -> String| {
        move || row.get().and_then(|row| row.totals).as_ref().map_or_else(|| "–".to_owned(), text)
    };
    let note = move || {
        let row = row.get()?;
        let note = match (row.partial, Gap::of(&row) == Some(Gap::Unknown)) {
            (true, true) => texts::PARTIAL_UNKNOWN,
            (true, false) => texts::PARTIAL,
            (false, true) => texts::UNKNOWN,
            (false, false) => return None,
        };
        Some(view! { <span class="interval__today">" " {note}</span> })
    };
    let interval = move || row.get().map(|row| exact_interval(&row.interval));
    view! {
        <tr>
            <th scope="row" title=interval>{format_day(day)} {note}</th>
            <td class="number">{totals(|totals| count(totals.human))}</td>
            <td class="number">{totals(|totals| count(totals.ai))}</td>
            <td class="number number--main">{totals(|totals| count(totals.total))}</td>
            <td class="number">{totals(ai_share)}</td>
            <td class="days-table__events"><DayEvents day=day marks=marks events=events/></td>
        </tr>
    }
}
