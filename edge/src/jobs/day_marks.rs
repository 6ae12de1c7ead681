//! Marks on days: notes, and counts of ended jobs and pull requests.

use docket_core::audit::AuditedChange;
use docket_core::http::target::QueryPairs;
use docket_wire::{Day, NoteEdit, Span};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::time_zone::Zone;

impl OpenJobs {
    /// The days of a span that have a mark.
    pub(super) fn day_marks(&self, pairs: &QueryPairs) -> Result<Reply, Failure> {
        let span = Span::from_pairs(pairs)?;
        let marks = self.ledger.reads().day_marks(&span, &Zone::named(span.zone())?)?;
        Ok(Reply::json(200, &marks))
    }

    /// Writes the note on a day.
    pub(super) async fn put_note(
        &self,
        day: Day,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let edit = body::json::<NoteEdit>(request).await?.checked()?;
        let note = self.ledger.notes().put(day, edit, change, clock::now())??;
        Ok(Reply::json(200, &note))
    }

    /// Deletes the note on a day, or only a note with the text that the caller has seen.
    pub(super) fn delete_note(
        &self,
        day: Day,
        change: AuditedChange,
        pairs: &QueryPairs,
    ) -> Result<Reply, Failure> {
        let text = pairs.get("text").map(NoteEdit::lines_of);
        self.ledger.notes().delete(day, text.as_deref(), change, clock::now())??;
        Ok(Reply::empty(204))
    }
}
