//! Which rows of the table are rendered: those near the screen.

use leptos::html::Div;
use leptos::prelude::*;

use super::row_keys::Screen;
use crate::browser::page;
use crate::state::analytics::path_rows::CHUNK_ROWS;

/// Height of a row on a wide and on a narrow screen, in rem. The style sheet has the same.
const ROW_HEIGHT_REM: u64 = 2;
const NARROW_ROW_HEIGHT_REM: u64 = 4;
/// Rows that are rendered above and below the screen.
const OVERSCAN_ROWS: u64 = 12;
/// Rows that are rendered before the height of the screen is known. A phone needs few more, and what is too much is built in vain.
const FIRST_ROWS: u64 = 24;
/// Rows to scroll before others are rendered.
const STEP_ROWS: u64 = 8;

/// The part of the rows that is rendered. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct ScrollWindow {
    /// The element that scrolls the rows.
    frame: NodeRef<Div>,
    row_height_px: RwSignal<u64>,
    /// The first row to render, and the end of those rows.
    range: RwSignal<(u64, u64)>,
}

impl ScrollWindow {
    /// The window of the rows in `frame`.
    pub(super) fn new(frame: NodeRef<Div>) -> Self {
        let row_height_px = RwSignal::new(row_height_px());
        let window = Self { frame, row_height_px, range: RwSignal::new((0, FIRST_ROWS)) };
        let resize = window_event_listener(leptos::ev::resize, move |_| {
            let height_px = self::row_height_px();
            if row_height_px.get_untracked() != height_px {
                row_height_px.set(height_px);
            }
            window.update();
        });
        on_cleanup(move || resize.remove());
        // On paper nobody scrolls.
        let print = window_event_listener_untyped("beforeprint", move |_| window.range.set((0, CHUNK_ROWS)));
        on_cleanup(move || print.remove());
        let printed = window_event_listener_untyped("afterprint", move |_| window.update());
        on_cleanup(move || printed.remove());
        window
    }

    /// The height of a row, in pixels.
    pub(super) fn row_height_px(self) -> u64 {
        self.row_height_px.get()
    }

    /// The first row to render, and the end of those rows.
    pub(super) fn range(self) -> (u64, u64) {
        self.range.get()
    }

    /// Renders the rows that are near the screen now.
    pub(super) fn update(self) {
        let Some(Screen { row_height, top, height, .. }) = self.screen(0) else { return };
        let first = top / row_height / STEP_ROWS * STEP_ROWS;
        let end = first + height / row_height + STEP_ROWS;
        let range = (first.saturating_sub(OVERSCAN_ROWS), end + OVERSCAN_ROWS);
        if self.range.get_untracked() != range {
            self.range.set(range);
        }
    }

    /// What the screen shows of rows up to `last`. `None` without an element.
    pub(super) fn screen(self, last: u64) -> Option<Screen> {
        let frame = self.frame.get_untracked()?;
        let row_height = self.row_height_px.get_untracked();
        let (top, height) = (pixels(frame.scroll_top()), pixels(frame.client_height()));
        Some(Screen { row_height, top, height, last })
    }

    /// Scrolls to a number of pixels from the top.
    pub(super) fn scroll_to(self, top: u64) {
        if let Some(frame) = self.frame.get_untracked()
            && let Ok(top) = i32::try_from(top)
        {
            frame.set_scroll_top(top);
            self.update();
        }
    }

    /// Focuses the element that scrolls.
    pub(super) fn focus(self) {
        if let Some(frame) = self.frame.get_untracked() {
            // Fails for no element of the page.
            let _ = frame.focus();
        }
    }
}

/// The height of a row on this screen, in pixels.
fn row_height_px() -> u64 {
    let rem = if page::is_narrow() { NARROW_ROW_HEIGHT_REM } else { ROW_HEIGHT_REM };
    rem * page::rem_px()
}

/// A length that the browser reports, which is not negative.
fn pixels(length: i32) -> u64 {
    u64::try_from(length).unwrap_or(0)
}
