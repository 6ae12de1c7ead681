//! What happened on the days of the chart, and the note that a person writes.

use docket_wire::{Day, DayMark, DayMarks, Span};
use leptos::prelude::*;

use super::note::draft::NoteDrafts;
use super::selection::Selection;
use crate::browser::focus;
use crate::state::fetched::Fetched;

/// The field of the open note.
pub(crate) const NOTE_FIELD: &str = "#note-text";

/// The chart, which is there without any note.
const CHART: &str = ".chart__pointer";

/// A note that a person writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenNote {
    /// The day that it is on.
    pub day: Day,
    /// The control that opened it, which gets the focus back.
    pub opener: String,
}

/// The marks of the selected days. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    /// The selection that the days belong to.
    pub selection: Selection,
    fetched: Fetched<Span, DayMarks>,
    days: Memo<Vec<DayMark>>,
    drafts: StoredValue<NoteDrafts>,
    open: RwSignal<Option<OpenNote>>,
    /// Whether the open note stays open when the one of another day is asked for.
    is_locked: StoredValue<bool>,
}

impl Marks {
    /// Loads the marks of the selected days, and opens the note that a person was writing on one of them.
    pub(crate) fn new(selection: Selection) -> Self {
        let api = selection.console.api;
        let fetched = Fetched::new(selection.span(), move |span: Span| {
            let project = selection.project.get_value();
            async move { api.day_marks(&project, &span).await }
        });
        let days = Memo::new(move |_| fetched.current().map(|(_, marks)| marks.days).unwrap_or_default());
        let person = selection.console.auth.person_untracked();
        let drafts =
            StoredValue::new(selection.project.with_value(|project| NoteDrafts::new(&person, project)));
        let open = RwSignal::new(None::<OpenNote>);
        let span = selection.span();
        Effect::new(move || {
            let written = span.with(|span| drafts.with_value(|drafts| drafts.latest(span.as_ref()?)));
            if let Some(day) = written
                && open.with_untracked(Option::is_none)
            {
                open.set(Some(OpenNote { day, opener: CHART.to_owned() }));
            }
        });
        Self { selection, fetched, days, drafts, open, is_locked: StoredValue::new(false) }
    }

    /// The response, of this selection or of the one before.
    pub(crate) fn fetched(self) -> Fetched<Span, DayMarks> {
        self.fetched
    }

    /// The days on which something happened, oldest first.
    pub(crate) fn days(self) -> Memo<Vec<DayMark>> {
        self.days
    }

    /// What happened on a day, if anything did.
    pub(crate) fn on(self, day: Day) -> Option<DayMark> {
        self.days.with(|days| days.iter().find(|mark| mark.day == day).cloned())
    }

    /// Where the browser stores what is being written.
    pub(crate) fn drafts(self) -> StoredValue<NoteDrafts> {
        self.drafts
    }

    /// The note that is being written.
    pub(crate) fn open_note(self) -> ReadSignal<Option<OpenNote>> {
        self.open.read_only()
    }

    /// Opens the note of a day in place of another one, unless that one is locked. The browser stores the text of the other one.
    pub(crate) fn write(self, day: Day, opener: String) {
        let is_other = self.open.with_untracked(|open| open.as_ref().is_none_or(|open| open.day != day));
        if is_other && !self.is_locked.get_value() {
            self.open.set(Some(OpenNote { day, opener }));
        }
        focus::move_soon(NOTE_FIELD);
    }

    /// Sets whether another note may not replace the open one.
    pub(crate) fn lock(self, is_locked: bool) {
        self.is_locked.try_set_value(is_locked);
    }

    /// Closes the note of a day, and gives the focus back.
    pub(crate) fn close(self, day: Day) {
        let of_day = |open: &mut Option<OpenNote>| open.take_if(|open| open.day == day);
        if let Some(note) = self.open.try_update(of_day).flatten() {
            focus::move_soon(note.opener);
        }
    }

    /// Closes a note that is deleted. Its button in the table goes with it, so the chart gets the focus.
    pub(crate) fn close_deleted(self) {
        self.open.try_set(None);
        focus::move_soon(CHART);
    }
}
