//! The most visited paths of the picked day, below the chart.

use docket_wire::{TrendDay, VisitorRow};
use js_sys::Reflect;
use leptos::ev::{FocusEvent, MouseEvent};
use leptos::prelude::*;

use super::day_marks::MarksKey;
use crate::browser::page;
use crate::format::analytics::VisitorsView;
use crate::format::number::count;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::day_paths::day_paths;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::trend as texts;

/// One line, which is there before a day is picked, so that nothing moves under the pointer.
#[component]
pub(super) fn DayPaths(day: Memo<Option<TrendDay>>, selection: Selection, marks: Marks) -> impl IntoView {
    let paths = day_paths(selection, day);
    let line = move || {
        let Some(day) = day.get() else {
            return view! { {texts::SELECT_A_DAY} <MarksKey marks=marks/> }.into_any();
        };
        let Some((_, response)) = paths.get().filter(|(of, _)| *of == day.day) else {
            return ().into_any();
        };
        match response {
            Ok(found) if !found.rows.is_empty() => {
                let among = match found.complete {
                    true => texts::MOST_VISITED.to_owned(),
                    false => texts::most_visited_of(&count(found.loaded)),
                };
                let path = |row| view! { " " <DayPath row=row selection=selection/> };
                view! { {among} {found.rows.into_iter().map(path).collect_view()} }.into_any()
            }
            Ok(found) if found.complete => texts::NO_PATHS.into_any(),
            Ok(_) | Err(_) => texts::PATHS_NOT_LOADED.into_any(),
        }
    };
    // A focused link that was cut off has scrolled the line.
    let scroll_back = |event: FocusEvent| {
        if let Some(line) = page::closest(&event, "p") {
            // A function of its own for it would be in the first view. It fails for no element.
            let _ = Reflect::set(&line, &"scrollLeft".into(), &0.into());
        }
    };
    view! { <p class="chart__paths" on:focusout=scroll_back>{line}</p> }
}

/// A path, which opens the trend of its page, and its visitors.
#[component]
fn DayPath(row: VisitorRow, selection: Selection) -> impl IntoView {
    let VisitorRow { path, total, .. } = row;
    let href = selection.href(&VisitorsView { open: Some(path.clone()), ..selection.view_untracked() });
    let shown = path.clone();
    let open = move |event: MouseEvent| {
        if !page::opens_elsewhere(&event) {
            event.prevent_default();
            selection.open_trend(path.clone());
        }
    };
    view! {
        <span>
            <a href=href on:click=open><bdi dir="ltr">{shown}</bdi></a> " " <b>{count(total)}</b>
        </span>
    }
}
