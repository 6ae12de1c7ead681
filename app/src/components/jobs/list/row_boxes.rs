//! The boxes of the list: those of the rows, and the one of the header.

use docket_wire::JobId;
use leptos::prelude::*;

use crate::browser::controls::boxes::{self, ClickedBox};
use crate::state::bulk::selection::{self, Click, clicked};

/// Keeps the boxes and the selection in step. The rows are in the first view, and know nothing of the selection. `select_all`
/// selects all shown jobs, or none.
pub(super) fn follow_boxes(
    selected: RwSignal<Vec<JobId>>,
    order: Memo<Vec<JobId>>,
    select: Callback<Vec<JobId>>,
    select_all: Callback<bool>,
) {
    // What was ticked before this was loaded.
    if boxes::is_all_ticked() {
        select_all.run(true);
    }
    let ticked: Vec<JobId> = boxes::ticked().iter().filter_map(|id| id.parse().ok()).collect();
    let anchor = StoredValue::new(ticked.last().cloned());
    let before = selected.get_untracked();
    let now = selection::with(before.clone(), ticked);
    if now != before {
        select.run(now);
    }
    let listener = window_event_listener(leptos::ev::click, move |event| {
        let clicked_box = boxes::clicked(&event);
        if let Some(ClickedBox::Header(is_all)) = clicked_box {
            select_all.run(is_all);
        }
        if let Some(ClickedBox::Row(id)) = clicked_box
            && let Ok(id) = id.parse::<JobId>()
        {
            let click = Click { id: id.clone(), is_range: event.shift_key() };
            let before = selected.get_untracked();
            let after = anchor.with_value(|anchor| {
                order.with_untracked(|order| clicked(before.clone(), order, &click, anchor.as_ref()))
            });
            anchor.set_value(Some(id));
            if after == before {
                // The limit is reached.
                boxes::tick_soon(ids_of(&before));
            }
            select.run(after);
        }
    });
    on_cleanup(move || listener.remove());
    Effect::new(move |had_some: Option<bool>| {
        let has_some = selected.with(|selected| !selected.is_empty());
        if has_some {
            // Rows that come later may be selected.
            order.track();
        }
        if has_some || had_some != Some(false) {
            boxes::tick_soon(selected.with(|selected| ids_of(selected)));
        }
        has_some
    });
}

fn ids_of(selected: &[JobId]) -> Vec<String> {
    selected.iter().map(ToString::to_string).collect()
}
