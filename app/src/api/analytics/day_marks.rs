//! What happened on the days of a trend.

use docket_wire::{Day, DayMarks, DayNote, NoteEdit, ProjectId, Span};
use gloo_net::http::Method;

use crate::api::ApiError;
use crate::api::client::{Api, json};
use crate::paths::Endpoint;

impl Api {
    /// The notes on the days of a span, and what became of jobs on them.
    pub(crate) async fn day_marks(self, project: &ProjectId, span: &Span) -> Result<DayMarks, ApiError> {
        self.get(Endpoint::InProject(project, "days", &span.pairs())).await
    }

    /// Writes the note on a day.
    pub(crate) async fn put_note(
        self,
        project: &ProjectId,
        day: Day,
        edit: &NoteEdit,
    ) -> Result<DayNote, ApiError> {
        let path = format!("notes/{day}");
        self.change_for(Method::PUT, Endpoint::InProject(project, &path, &[]), json(edit)?).await
    }

    /// Deletes the note on a day, if it still has this text.
    pub(crate) async fn delete_note(
        self,
        project: &ProjectId,
        day: Day,
        text: String,
    ) -> Result<(), ApiError> {
        let (endpoint, pairs) = (format!("notes/{day}"), [("text", text)]);
        let endpoint = Endpoint::InProject(project, &endpoint, &pairs);
        self.change(Method::DELETE, endpoint, None).await
    }
}
