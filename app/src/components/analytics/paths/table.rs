//! The table of paths. However many rows it has, only those near the screen are in the page.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::header::PathsHeader;
use super::nothing_found::nothing_found;
use super::row::{PathsRow, RowPosition, cell_id};
use super::row_keys::Screen;
use super::scroll_window::ScrollWindow;
use super::selected::SelectedRows;
use crate::browser::focus::{self, Loss};
use crate::browser::keyboard::is_shortcut;
use crate::format::number::count;
use crate::state::analytics::path_rows::{CHUNK_ROWS, LoadedRows, PathEntry, PathRows};
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths as texts;

/// What a rendered row shows.
#[derive(Clone)]
struct VisibleRow {
    position: RowPosition,
    entry: Option<PathEntry>,
    version: u32,
    max_total: u64,
}

impl VisibleRow {
    /// A row is rendered again when its key changes.
    fn key(&self) -> (RowPosition, bool, u32, u64) {
        (self.position, self.entry.is_some(), self.version, self.max_total)
    }
}

/// A table that renders its visible rows.
#[component]
pub(super) fn PathsTable(rows: PathRows, selection: Selection) -> impl IntoView {
    let loaded = rows.loaded();
    let frame = NodeRef::<Div>::new();
    let window = ScrollWindow::new(frame);
    let total =
        Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().map(LoadedRows::count).unwrap_or_default()));
    let is_printed_in_part = Memo::new(move |_| total.get() > CHUNK_ROWS);
    // The row that the arrow keys are on.
    let current = RwSignal::new(0_u64);
    // Whether a key has led to it.
    let has_current = RwSignal::new(false);
    // Whether the focus belongs in that row, also while the row is away.
    let has_focus = RwSignal::new(false);
    // `None` without rows.
    let screen = move || total.get_untracked().checked_sub(1).and_then(|last| window.screen(last));
    let go_to = move |screen: Screen, row: u64| {
        current.set(row);
        has_current.set(true);
        if let Some(top) = screen.top_for(row) {
            window.scroll_to(top);
        }
    };
    Effect::new(move || {
        total.track();
        window.update();
    });
    // Another selection starts at its first row.
    Effect::new(move |previous: Option<_>| {
        let key = loaded.with(|loaded| loaded.as_ref().map(|loaded| loaded.key.clone()));
        if previous.is_some_and(|previous| previous != key) {
            window.scroll_to(0);
            current.set(0);
            has_current.set(false);
        }
        key
    });
    // A person who comes back from writing a prompt finds the row as they left it.
    Effect::new(move || {
        let position = loaded.with_untracked(|loaded| selection.take_position(loaded.as_ref()?));
        if let (Some(position), Some(screen)) = (position, screen()) {
            go_to(screen, position.row);
            focus::return_late(position.scroll_y, format!("#{}", cell_id(position.row)));
        }
    });
    // Another answer discards the chunks of the one before.
    let version = Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().map(|loaded| loaded.version)));
    Effect::new(move || {
        version.track();
        let ((first, end), total) = (window.range(), total.get());
        let last = end.min(total.saturating_sub(1));
        if total > 0 && first <= last {
            (first / CHUNK_ROWS..=last / CHUNK_ROWS).for_each(|chunk| rows.ensure_loaded(chunk * CHUNK_ROWS));
        }
    });
    let visible_rows = move || {
        let ((first, end), height_px) = (window.range(), window.row_height_px());
        loaded.with(|loaded| {
            let Some(loaded) = loaded else { return Vec::new() };
            (first..end.min(loaded.count()))
                .map(|index| VisibleRow {
                    position: RowPosition { index, height_px },
                    entry: loaded.entry(index),
                    version: loaded.version,
                    max_total: loaded.max_total,
                })
                .collect()
        })
    };
    // A row that is loaded late, or rendered again, gets the focus that its place has.
    Effect::new(move || {
        loaded.track();
        if has_focus.get() {
            focus::move_if_on("body, .paths__frame", vec![format!("#{}", cell_id(current.get()))]);
        }
    });
    let leave = move |event: FocusEvent| match event.related_target() {
        Some(_) => has_focus.set(false),
        // A row may come back, and a person who leaves the page must not. The table may be gone with the row.
        None => focus::when_lost(&event, move |loss| {
            let _ = has_focus.try_set(loss == Loss::Removed);
        }),
    };
    let move_by_key = move |event: KeyboardEvent| {
        let Some(screen) = screen() else { return };
        let is_on_row = event.target() != event.current_target();
        let key = event.key();
        let is_step = matches!(key.as_str(), "j" | "k");
        if is_step && !is_shortcut(&event) {
            return;
        }
        // From elsewhere, keys go on at the row that they were on last, unless that was scrolled away meanwhile.
        let last_row = current.get_untracked();
        let is_known = is_on_row || has_current.get_untracked() && screen.top_for(last_row).is_none();
        let Some(row) = screen.row_after(&key, is_known.then_some(last_row)) else {
            return;
        };
        event.prevent_default();
        go_to(screen, row);
        // At once, so that a key that follows is one of this row.
        let cell = format!("#{}", cell_id(row));
        if !focus::move_to(&cell) {
            // The row that has the focus may be removed from the page before the next one is loaded.
            window.focus();
            focus::move_soon(cell);
        }
        has_focus.set(true);
    };
    view! {
        <SelectedRows rows=rows selection=selection/>
        <p id="paths-keys" hidden>{texts::KEYS}</p>
        <div role="table" class="paths" aria-label=texts::VISITORS_BY_PATH aria-rowcount=move || (total.get() + 1).to_string()>
            <PathsHeader selection=selection/>
            <div class="paths__frame" tabindex="0" role="rowgroup" aria-label=texts::PATHS aria-describedby="paths-keys" node_ref=frame on:scroll=move |_| window.update() on:keydown=move_by_key on:focusout=leave>
                <div class="paths__rows" role="presentation" style:height=move || format!("{}px", total.get() * window.row_height_px())>
                    <For each=visible_rows key=VisibleRow::key let:row>
                        <PathsRow position=row.position entry=row.entry max_total=row.max_total selection=selection current=current.read_only()/>
                    </For>
                </div>
            </div>
        </div>
        <Show when=move || is_printed_in_part.get()>
            <p class="paths__printed">{move || texts::printed(&count(CHUNK_ROWS), &count(total.get()))}</p>
        </Show>
        <Show when=move || total.get() == 0>
            <p class="empty" role="status">{move || loaded.with(|loaded| loaded.as_ref().map(|loaded| nothing_found(loaded, selection)))}</p>
        </Show>
    }
}
