//! The routes of days: notes, and what became of jobs.

use docket_core::http::route::JobsRoute;
use docket_wire::ProblemCode::{NoteConflict, TooManyNotes};
use docket_wire::{DayMarks, DayNote, NoteEdit};
use serde_json::{Value, json};

use crate::describe::description::{Description, Success, without_read};
use crate::describe::parameter::{note_day, note_text, span};

const DAYS: &str = "Days";

pub(super) fn describe(route: &JobsRoute) -> Description {
    match route {
        JobsRoute::PutNote { .. } => Description::new(DAYS, "Write the note on a day")
            .text("`replaces` is the text of the note that the caller has seen. If the day has another note, nothing changes, and the error quotes it to a caller with `jobs:read`.")
            .takes([note_day()])
            .body::<NoteEdit>(json!({ "text": "Launch of 2.0" }))
            .responds(Success::json::<DayNote>("200", "The note.", note()))
            .responds(without_read())
            .fails(&[NoteConflict, TooManyNotes]),
        JobsRoute::DeleteNote { .. } => Description::new(DAYS, "Delete the note on a day")
            .text("`text` is the text of the note that the caller has seen. If the day has another note, nothing changes, and the error quotes it to a caller with `jobs:read`.")
            .takes([note_day(), note_text()])
            .responds(Success::empty("204", "The day has no note."))
            .fails(&[NoteConflict]),
        _ => Description::new(DAYS, "Read what happened on the days of a span")
            .text("Only days with a note, an ended job or a linked pull request are listed.")
            .takes(span())
            .responds(Success::json::<DayMarks>(
                "200",
                "The days, oldest first.",
                json!({
                    "zone": "UTC",
                    "days": [{ "day": "2026-01-31", "note": note(), "jobsEnded": 2, "pullRequests": 1 }],
                }),
            )),
    }
}

fn note() -> Value {
    json!({ "text": "Launch of 2.0", "author": "ada", "at": "2026-01-31T09:30:00.000Z" })
}
