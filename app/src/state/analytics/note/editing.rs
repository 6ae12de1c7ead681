//! The editing of the note on a day: its draft, and the request that saves or deletes it.

use docket_wire::{Day, DayMarks, NoteEdit, ProblemCode, Span};
use leptos::prelude::*;

use super::draft::NoteDraft;
use crate::state::analytics::day_marks::Marks;
use crate::state::console::Console;
use crate::state::pending_request::PendingRequest;
use crate::state::stored_form::FormStorage;
use crate::texts::analytics::trend as texts;

/// What a person does to the note on a day.
enum NoteChange {
    /// Writes it.
    Put(NoteEdit),
    /// Deletes it, if it still has this text.
    Delete(String),
}

/// The note that is being written. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct NoteEditing {
    day: Day,
    marks: Marks,
    draft: RwSignal<NoteDraft>,
    storage: FormStorage<NoteDraft>,
    /// Saves or deletes the note.
    pub request: PendingRequest,
}

impl NoteEditing {
    /// Continues the draft of a day, or begins one with the day's note.
    pub(crate) fn new(day: Day, marks: Marks) -> Self {
        let (key, stored) = marks.drafts().with_value(|drafts| (drafts.key(day), drafts.load(day)));
        let draft = stored.unwrap_or_else(|| {
            NoteDraft::of(untrack(|| marks.on(day)).and_then(|mark| mark.note).map(|note| note.text))
        });
        let storage = FormStorage::new(key, &draft);
        let draft = RwSignal::new(draft);
        let request = PendingRequest::new();
        // The note on another day replaces it only if nothing of it would be lost, and not while its request is under way.
        Effect::new(move || marks.lock(request.is_pending() || storage.is_stored() == Some(false)));
        on_cleanup(move || marks.lock(false));
        Self { day, marks, draft, storage, request }
    }

    pub(crate) fn draft(self) -> ReadSignal<NoteDraft> {
        self.draft.read_only()
    }

    /// Whether a reload keeps what is typed. `None` as long as nothing is.
    pub(crate) fn is_stored(self) -> Option<bool> {
        self.storage.is_stored()
    }

    pub(crate) fn set_text(self, text: String) {
        self.draft.update(|draft| draft.text = text);
        self.draft.with_untracked(|draft| self.storage.save(draft));
    }

    /// Saves the note, unless something is wrong with it.
    pub(crate) fn save(self) {
        let NoteDraft { text, seen } = self.draft.get_untracked();
        match (NoteEdit { text, replaces: seen }).checked() {
            Ok(edit) => self.send(NoteChange::Put(edit)),
            Err(invalid) => self.request.reject(texts::invalid_note(&invalid.rule)),
        }
    }

    /// Deletes the note that the person has seen.
    pub(crate) fn delete(self) {
        if let Some(seen) = self.draft.with_untracked(|draft| draft.seen.clone()) {
            self.send(NoteChange::Delete(seen));
        }
    }

    /// Closes the form, which has what is typed when it is opened again. If only this form has it, the form stays open.
    pub(crate) fn close(self) {
        if !self.request.is_pending_untracked() && !self.storage.is_only_here() {
            self.marks.close(self.day);
        }
    }

    /// Discards what is typed, and closes the form.
    pub(crate) fn cancel(self) {
        // The response decides whether there is anything to cancel.
        if !self.request.is_pending_untracked() {
            self.storage.forget();
            self.marks.close(self.day);
        }
    }

    fn send(self, change: NoteChange) {
        let Self { day, marks, .. } = self;
        let Console { api, live_region, .. } = marks.selection.console;
        // The person may leave the page before the response, so the request uses only values that outlive the page.
        let (project, zone) = (marks.selection.project.get_value(), marks.selection.view_untracked().zone);
        let stored = self.storage.stored();
        self.request.run(async move {
            live_region.set(String::new());
            let is_deleted = matches!(change, NoteChange::Delete(_));
            let result = match change {
                NoteChange::Put(edit) => api.put_note(&project, day, &edit).await.map(drop),
                NoteChange::Delete(seen) => api.delete_note(&project, day, seen).await,
            };
            if result.as_ref().is_err_and(|error| error.code == Some(ProblemCode::NoteConflict))
                && let Ok(span) = Span::new(day, day, zone)
                && let Ok(newest) = api.day_marks(&project, &span).await
            {
                self.show_newest(newest);
            }
            result?;
            stored.forget();
            live_region.set(if is_deleted { texts::NOTE_DELETED } else { texts::NOTE_SAVED }.to_owned());
            marks.fetched().refetch();
            if is_deleted {
                marks.close_deleted();
            } else {
                marks.close(day);
            }
            Ok(())
        });
    }

    /// Shows the note that another person has saved meanwhile. The person reads it, and may then replace it.
    fn show_newest(self, newest: DayMarks) {
        let seen = newest.days.into_iter().find_map(|mark| mark.note).map(|note| note.text);
        self.draft.try_update(|draft| {
            draft.seen = seen;
            self.storage.save(draft);
        });
        // The chart and the table have the other note too, whether this one replaces it or not.
        self.marks.fetched().refetch();
    }
}
