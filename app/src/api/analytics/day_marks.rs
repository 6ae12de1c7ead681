//! What happened on the days of a trend.

use docket_wire::{Day, DayMarks, DayNote, NoteEdit, ProjectId, Span};
use gloo_net::http::Method;

use crate::api::ApiError;
use crate::api::client::{Api, json};
use crate::paths::Endpoint;

impl Api {
    /// The notes on the days of a span, and what became of jobs on them.
    pub(crate) async fn day_marks(self, project: &ProjectId, span: &Span) -> Result<DayMarks, ApiError> {
        self.get(Endpoint::DayMarks(project, &span.pairs())).await
    }

    /// Writes the note on a day.
    pub(crate) async fn put_note(
        self,
        project: &ProjectId,
        day: Day,
        edit: &NoteEdit,
    ) -> Result<DayNote, ApiError> {
        self.change_for(Method::PUT, Endpoint::Note(project, day, &[]), json(edit)?).await
    }

    /// Deletes the note on a day, if it still has this text.
    pub(crate) async fn delete_note(
        self,
        project: &ProjectId,
        day: Day,
        text: String,
    ) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Note(project, day, &[("text", text)]), None).await
    }
}
