//! The row that the keys are on, and the focus that belongs in it.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use web_sys::Element;

use super::row::{FIRST_ROW_NUMBER, cell_id};
use super::row_keys::Screen;
use super::scroll_window::ScrollWindow;
use crate::browser::focus::{self, FocusLoss};
use crate::browser::keyboard::{is_alone, is_shortcut};
use crate::state::positions::VisitorsPosition;

/// The cursor of the table. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct TableCursor {
    window: ScrollWindow,
    /// The number of rows.
    total: Memo<u64>,
    /// The row that the keys are on, by its index.
    current: RwSignal<u64>,
    /// Whether a key or the focus has led to it.
    has_current: RwSignal<bool>,
    /// Whether the focus belongs in that row, also while the row is away.
    has_focus: RwSignal<bool>,
}

impl TableCursor {
    /// A cursor on the first of `total` rows, to which nothing has led yet.
    pub(super) fn new(window: ScrollWindow, total: Memo<u64>) -> Self {
        Self {
            window,
            total,
            current: RwSignal::new(0),
            has_current: RwSignal::new(false),
            has_focus: RwSignal::new(false),
        }
    }

    /// The row that the keys are on, by its index.
    pub(super) fn current(self) -> ReadSignal<u64> {
        self.current.read_only()
    }

    /// Goes back to the first row, because the table shows others.
    pub(super) fn reset(self) {
        self.window.scroll_to(0);
        self.current.set(0);
        self.has_current.set(false);
    }

    /// Goes back to the row that a person left, and gives it the focus once it is there.
    pub(super) fn return_to(self, position: &VisitorsPosition) {
        if let Some(screen) = self.screen() {
            self.go_to(screen, position.row);
            focus::return_late(position.scroll_y, format!("#{}", cell_id(position.row)));
        }
    }

    /// Gives a row that was loaded late, or is rendered again, the focus that belongs in it.
    pub(super) fn keep_focus(self) {
        if self.has_focus.get() {
            focus::move_if_on("body, .paths__frame", vec![format!("#{}", cell_id(self.current.get()))]);
        }
    }

    /// The focus enters a row, also by a click: from then on the keys are on that row, and the focus belongs in it.
    pub(super) fn enter(self, event: &FocusEvent) {
        let row = event_target::<Element>(event).closest("[aria-rowindex]").ok().flatten();
        let number = row.and_then(|row| row.get_attribute("aria-rowindex")?.parse::<u64>().ok());
        if let Some(index) = number.and_then(|number| number.checked_sub(FIRST_ROW_NUMBER)) {
            self.current.set(index);
            self.has_current.set(true);
            self.has_focus.set(true);
        }
    }

    /// The focus leaves an element of the table.
    pub(super) fn leave(self, event: &FocusEvent) {
        match event.related_target() {
            Some(_) => self.has_focus.set(false),
            // A row may come back, and a person who leaves the page must not. The table may be gone with the row.
            None => focus::when_lost(event, move |loss| {
                let _ = self.has_focus.try_set(loss == FocusLoss::Removed);
            }),
        }
    }

    /// Goes to the row that a key leads to, if it leads to one.
    pub(super) fn move_by_key(self, event: &KeyboardEvent) {
        let Some(screen) = self.screen() else { return };
        let is_on_row = event.target() != event.current_target();
        let key = event.key();
        let is_step = matches!(key.as_str(), "j" | "k");
        if !is_alone(event) || is_step && !is_shortcut(event) {
            return;
        }
        // From elsewhere, keys continue at the row that they were on last, unless that was scrolled away meanwhile.
        let last_row = self.current.get_untracked();
        let is_known = is_on_row || self.has_current.get_untracked() && screen.top_for(last_row).is_none();
        let Some(row) = screen.row_after(&key, is_known.then_some(last_row)) else { return };
        event.prevent_default();
        self.go_to(screen, row);
        // At once, so that a key that follows is one of this row.
        let cell = format!("#{}", cell_id(row));
        if !focus::move_to(&cell) {
            // The row that has the focus may be removed from the page before the next one is loaded.
            self.window.focus();
            focus::move_soon(cell);
        }
        self.has_focus.set(true);
    }

    fn go_to(self, screen: Screen, row: u64) {
        self.current.set(row);
        self.has_current.set(true);
        if let Some(top) = screen.top_for(row) {
            self.window.scroll_to(top);
        }
    }

    /// What the table shows; `None` without rows.
    fn screen(self) -> Option<Screen> {
        self.window.screen(self.total.get_untracked().checked_sub(1)?)
    }
}
