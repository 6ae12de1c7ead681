//! The table of paths. However many rows it has, only those near the screen are in the page.

mod cursor;
mod header;
mod nothing_found;
mod row;
mod row_keys;
mod scroll_window;

use leptos::html::Div;
use leptos::prelude::*;

use self::cursor::TableCursor;
use self::header::PathsHeader;
use self::nothing_found::nothing_found;
use self::row::{PathsRow, RowPosition};
use self::scroll_window::ScrollWindow;
use super::selected::SelectedRows;
use crate::format::number::count;
use crate::state::analytics::path_rows::{CHUNK_ROWS, EntryName, LoadedRows, PathEntry, PathRows};
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths as texts;

/// What a rendered row shows, until another page or folder is in its place. Its counts may change meanwhile.
#[derive(Clone)]
struct VisibleRow {
    position: RowPosition,
    entry: Option<PathEntry>,
    /// The folder whose pages and folders the rows are.
    prefix: Option<String>,
}

impl VisibleRow {
    /// A row is rendered again when its key changes.
    fn key(&self) -> (RowPosition, Option<EntryName>, Option<String>) {
        (self.position, self.entry.as_ref().map(PathEntry::name), self.prefix.clone())
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
    let max_total =
        Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().map_or(0, |loaded| loaded.max_total)));
    let compares = Memo::new(move |_| selection.view().rows.needs_comparison());
    let change_name = Memo::new(move |_| {
        let is_so_far = loaded.with(|loaded| loaded.as_ref().is_some_and(LoadedRows::compares_with_longer));
        if is_so_far { texts::CHANGE_SO_FAR } else { texts::CHANGE }
    });
    // What a backfill brings is announced when it ends.
    let is_loading = Memo::new(move |_| {
        loaded.with(|loaded| loaded.as_ref().is_some_and(|loaded| loaded.summary.backfill.is_some()))
    });
    let is_printed_in_part = Memo::new(move |_| total.get() > CHUNK_ROWS);
    let cursor = TableCursor::new(window, total);
    follow_rows(rows, selection, window, cursor, total);
    let visible_rows = move || {
        let ((first, end), height_px) = (window.range(), window.row_height_px());
        loaded.with(|loaded| {
            let Some(loaded) = loaded else { return Vec::new() };
            (first..end.min(loaded.count()))
                .map(|index| VisibleRow {
                    position: RowPosition { index, height_px },
                    entry: loaded.entry(index),
                    prefix: loaded.key.query.prefix.clone(),
                })
                .collect()
        })
    };
    view! {
        <SelectedRows rows=rows selection=selection/>
        <p id="paths-keys" hidden>{texts::KEYS}</p>
        <div role="table" class="paths" class:paths--compared=move || compares.get() aria-label=texts::VISITORS_BY_PATH aria-rowcount=move || (total.get() + 1).to_string()>
            <PathsHeader selection=selection compares=compares change_name=change_name/>
            <div class="paths__frame list-stop" tabindex="0" role="rowgroup" aria-label=texts::PATHS aria-describedby="paths-keys" node_ref=frame on:scroll=move |_| window.update() on:keydown=move |event| cursor.move_by_key(&event) on:focusin=move |event| cursor.enter(&event) on:focusout=move |event| cursor.leave(&event)>
                <div class="paths__rows" role="presentation" style:height=move || format!("{}px", total.get() * window.row_height_px())>
                    <For each=visible_rows key=VisibleRow::key let:row>
                        <PathsRow position=row.position entry=row.entry prefix=row.prefix loaded=loaded max_total=max_total change_name=change_name selection=selection current=cursor.current()/>
                    </For>
                </div>
            </div>
        </div>
        <Show when=move || is_printed_in_part.get()>
            <p class="paths__printed">{move || texts::printed(&count(CHUNK_ROWS), &count(total.get()))}</p>
        </Show>
        <Show when=move || total.get() == 0>
            <p class="empty" role="status" aria-live=move || if is_loading.get() { "off" } else { "polite" }>{move || loaded.with(|loaded| loaded.as_ref().map(|loaded| nothing_found(loaded, selection)))}</p>
        </Show>
    }
}

/// Keeps the window and the cursor in step with the rows, and loads those that are near the screen.
fn follow_rows(
    rows: PathRows,
    selection: Selection,
    window: ScrollWindow,
    cursor: TableCursor,
    total: Memo<u64>,
) {
    let loaded = rows.loaded();
    Effect::new(move || {
        total.track();
        window.update();
    });
    // Another selection starts at its first row.
    Effect::new(move |previous: Option<_>| {
        let key = loaded.with(|loaded| loaded.as_ref().map(|loaded| loaded.key.clone()));
        if previous.is_some_and(|previous| previous != key) {
            cursor.reset();
        }
        key
    });
    // A person who comes back from writing a prompt finds the row as they left it.
    Effect::new(move || {
        if let Some(position) = loaded.with_untracked(|loaded| selection.take_position(loaded.as_ref()?)) {
            cursor.return_to(&position);
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
    Effect::new(move || {
        loaded.track();
        cursor.keep_focus();
    });
}
