//! Picks a day of the chart by pointer, finger or arrow keys.

use docket_wire::{TrendDay, VisitorTotals};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use super::gaps::Gap;
use crate::browser::keyboard::is_alone;
use crate::format::analytics::{DateRange, VisitorsView, mark_text};
use crate::format::locale::day as format_day;
use crate::format::number::count;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::trend as texts;

/// Days that Page Up and Page Down skip.
const WEEK: usize = 7;

/// A slider over the days, invisible above the lines. Enter shows the day.
#[component]
pub(super) fn DayPointer(
    days: Memo<Vec<TrendDay>>,
    picked: Memo<Option<usize>>,
    on_pick: Callback<Option<usize>>,
    selection: Selection,
    marks: Marks,
) -> impl IntoView {
    let len = Memo::new(move |_| days.with(Vec::len));
    let last = move || len.get().saturating_sub(1);
    let index = move || picked.get().unwrap_or_else(last);
    let pick_at = move |event: PointerEvent| {
        let Some(target) = event.target() else { return };
        let width = target.unchecked_into::<HtmlElement>().client_width();
        on_pick.run(day_at(event.offset_x(), width, len.get_untracked()));
    };
    let pick_by_key = move |event: KeyboardEvent| {
        if !is_alone(&event) {
            return;
        }
        let last = len.get_untracked().saturating_sub(1);
        let at = picked.get_untracked();
        let next = match event.key().as_str() {
            "Enter" => {
                if let Some(day) =
                    at.and_then(|at| days.with_untracked(|days| days.get(at).map(|day| day.day)))
                {
                    let range = DateRange::Custom(day, day);
                    selection.select(&VisitorsView { range, ..selection.view_untracked() });
                }
                return;
            }
            "Escape" => None,
            key => match day_by_key(key, at, last) {
                Some(next) => Some(next),
                None => return,
            },
        };
        event.prevent_default();
        on_pick.run(next);
    };
    let text = move || {
        let (day, text) = days.with(|days| days.get(index()).map(|day| (day.day, describe(day))))?;
        let mark = marks.on(day).map(|mark| format!(". {}", mark_text(&mark))).unwrap_or_default();
        Some(format!("{text}{mark}"))
    };
    view! {
        <div
            class="chart__pointer"
            role="slider"
            tabindex="0"
            aria-label=texts::DAY
            aria-valuemin="1"
            aria-valuemax=move || len.get().to_string()
            aria-valuenow=move || (index() + 1).to_string()
            aria-valuetext=text
            on:pointermove=pick_at
            on:pointerdown=pick_at
            on:keydown=pick_by_key
        ></div>
    }
}

/// The day at a distance from the left.
fn day_at(x: i32, width: i32, days: usize) -> Option<usize> {
    let (x, width) = (u64::try_from(x.max(0)).ok()?, u64::try_from(width).ok()?);
    let index = (x * u64::try_from(days).ok()?).checked_div(width)?;
    Some(usize::try_from(index).ok()?.min(days.checked_sub(1)?))
}

/// The day that a key leads to. The first key picks the last day.
fn day_by_key(key: &str, at: Option<usize>, last: usize) -> Option<usize> {
    let from = at.unwrap_or(last);
    let next = match key {
        "Home" => 0,
        "End" => last,
        "ArrowLeft" | "ArrowDown" | "ArrowRight" | "ArrowUp" | "PageUp" | "PageDown" if at.is_none() => last,
        "ArrowLeft" | "ArrowDown" => from.saturating_sub(1),
        "ArrowRight" | "ArrowUp" => from + 1,
        "PageDown" => from.saturating_sub(WEEK),
        "PageUp" => from + WEEK,
        _ => return None,
    };
    Some(next.min(last))
}

fn describe(day: &TrendDay) -> String {
    let counts = match &day.totals {
        None => Gap::of(day).map(Gap::word).unwrap_or_default().to_owned(),
        Some(VisitorTotals { human, ai, total }) => {
            let text = if day.partial { texts::partial_counts } else { texts::counts };
            text(&count(*human), &count(*ai), &count(*total))
        }
    };
    format!("{}: {counts}", format_day(day.day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_day() {
        for (x, width, days, day) in [
            (0, 300, 30, Some(0)),
            (9, 300, 30, Some(0)),
            (10, 300, 30, Some(1)),
            (299, 300, 30, Some(29)),
            (305, 300, 30, Some(29)),
            (-4, 300, 30, Some(0)),
            (5, 0, 30, None),
            (5, 300, 0, None),
        ] {
            assert_eq!(day_at(x, width, days), day, "{x} of {width} px, {days} days");
        }
    }

    #[test]
    fn keys_stay_within_the_days() {
        for (key, at, day) in [
            ("ArrowLeft", None, Some(9)),
            ("ArrowLeft", Some(9), Some(8)),
            ("ArrowLeft", Some(0), Some(0)),
            ("ArrowRight", Some(9), Some(9)),
            ("PageUp", Some(1), Some(8)),
            ("PageDown", Some(1), Some(0)),
            ("Home", None, Some(0)),
            ("Tab", Some(3), None),
        ] {
            assert_eq!(day_by_key(key, at, 9), day, "{key} from {at:?}");
        }
    }
}
