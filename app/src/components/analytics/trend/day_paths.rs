//! The most visited paths of the picked day, below the chart.

use docket_wire::{TrendDay, VisitorRow};
use leptos::prelude::*;

use crate::format::number::count;
use crate::state::analytics::day_paths::day_paths;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::trend as texts;

/// One line, which is there before a day is picked, so that nothing moves under the pointer.
#[component]
pub(super) fn DayPaths(day: Memo<Option<TrendDay>>, selection: Selection) -> impl IntoView {
    let paths = day_paths(selection, day);
    let line = move || {
        let Some(day) = day.get() else { return texts::SELECT_A_DAY.into_any() };
        let Some((_, response)) = paths.get().filter(|(of, _)| *of == day.day) else {
            return ().into_any();
        };
        match response {
            Ok(found) if !found.rows.is_empty() => {
                let among = match found.complete {
                    true => texts::MOST_VISITED.to_owned(),
                    false => texts::most_visited_of(&count(found.loaded)),
                };
                view! { {among} {found.rows.into_iter().map(path).collect_view()} }.into_any()
            }
            Ok(found) if found.complete => texts::NO_PATHS.into_any(),
            Ok(_) | Err(_) => texts::PATHS_NOT_LOADED.into_any(),
        }
    };
    view! { <p class="chart__paths">{line}</p> }
}

fn path(row: VisitorRow) -> impl IntoView {
    view! { " " <span><bdi dir="ltr">{row.path}</bdi> " " <b>{count(row.total)}</b></span> }
}
