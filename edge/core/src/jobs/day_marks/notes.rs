//! Notes on days.

use docket_wire::{AuditTarget, AuditTargetKind, Day, DayNote, NoteEdit, ProblemCode, UnixMs};

use super::NOTES_MAX;
use crate::audit::{AuditLog, AuditedChange};
use crate::jobs::store::NotesTable;
use crate::storage::{Database, DatabaseError};

/// Why a note is not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteConflict {
    /// Another person wrote or edited the note meanwhile.
    #[error("{} wrote a note on this day meanwhile: “{}”.", .0.author, NoteEdit::on_one_line(&.0.text))]
    Edited(DayNote),
    /// Another person deleted the note meanwhile.
    #[error("The note on this day was deleted meanwhile.")]
    Deleted,
    #[error("A project has notes on at most {NOTES_MAX} days. Delete one first.")]
    TooMany,
}

impl NoteConflict {
    #[must_use]
    pub fn code(&self) -> ProblemCode {
        match self {
            Self::Edited(_) | Self::Deleted => ProblemCode::NoteConflict,
            Self::TooMany => ProblemCode::TooManyNotes,
        }
    }
}

/// The notes of one project.
#[derive(Debug)]
pub struct Notes<'a, D> {
    db: &'a D,
    audit: AuditLog<'a, D>,
}

impl<'a, D: Database> Notes<'a, D> {
    pub(crate) fn new(db: &'a D, audit: AuditLog<'a, D>) -> Self {
        Self { db, audit }
    }

    /// Stores the note on a day, if the day has the note that the edit replaces. The same text again changes nothing,
    /// so that a request whose response was lost can be repeated.
    pub fn put(
        &self,
        day: Day,
        edit: NoteEdit,
        change: AuditedChange,
        now: UnixMs,
    ) -> Result<Result<DayNote, NoteConflict>, DatabaseError> {
        let table = NotesTable(self.db);
        self.db.atomically(|| {
            let NoteEdit { text, replaces } = edit;
            let known = table.load(day)?;
            match &known {
                Some(known) if known.text == text => return Ok(Ok(known.clone())),
                Some(known) if !replaces.as_deref().is_some_and(|replaces| is_text_of(known, replaces)) => {
                    return Ok(Err(NoteConflict::Edited(known.clone())));
                }
                None if replaces.is_some() => return Ok(Err(NoteConflict::Deleted)),
                None if table.count()? >= i64::from(NOTES_MAX) => return Ok(Err(NoteConflict::TooMany)),
                Some(_) | None => {}
            }
            let note = DayNote { text, author: change.author().clone(), at: now };
            table.put(day, &note)?;
            self.audit.append_change(change, target(day), now)?;
            Ok(Ok(note))
        })
    }

    /// Deletes the note on a day; with a `text`, only if that is the note's. A day without a note stays as it is.
    pub fn delete(
        &self,
        day: Day,
        text: Option<&str>,
        change: AuditedChange,
        now: UnixMs,
    ) -> Result<Result<(), NoteConflict>, DatabaseError> {
        let table = NotesTable(self.db);
        self.db.atomically(|| {
            match table.load(day)? {
                Some(known) if text.is_some_and(|text| !is_text_of(&known, text)) => {
                    return Ok(Err(NoteConflict::Edited(known)));
                }
                Some(_) => {
                    table.delete(day)?;
                    self.audit.append_change(change, target(day), now)?;
                }
                None => {}
            }
            Ok(Ok(()))
        })
    }
}

/// Whether `text`, without blank lines and spaces, is that of a note. Earlier releases stored lines that count as blank now.
fn is_text_of(note: &DayNote, text: &str) -> bool {
    NoteEdit::lines_of(&note.text) == text
}

fn target(day: Day) -> AuditTarget {
    AuditTarget::new(AuditTargetKind::Note, day)
}
