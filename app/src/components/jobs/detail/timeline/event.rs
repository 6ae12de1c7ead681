//! One event of a job's timeline: its shape and its sentence.

use docket_wire::{ErrorReason, Event, EventKind};
use leptos::prelude::*;

use crate::components::jobs::pull_request::PullRequest;
use crate::format;
use crate::format::job::Shape;
use crate::texts::jobs::state::is_service_rejection;
use crate::texts::jobs::timeline as texts;
use crate::ui::{Age, Glyph, in_local_time};

/// An event. `about` is the first line of the follow-up that it concerns.
#[component]
pub(super) fn EventEntry(event: Event, about: Option<String>) -> impl IntoView {
    let mark = match mark_of(&event.what) {
        EventMark::Drawing(path) => view! {
            <svg class="glyph glyph--archived" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d=path fill-rule="evenodd" fill="currentColor"></path>
            </svg>
        }
        .into_any(),
        EventMark::Shape(shape) => view! { <Glyph shape=shape/> }.into_any(),
    };
    let by = event.author.map(|person| texts::by(&person.0)).unwrap_or_default();
    let about = about.map(|title| view! { " " <q class="timeline__about" dir="auto">{title}</q> });
    view! {
        <li class="timeline__event">
            {mark}
            <p>{sentence(event.what, &by)} {about} " " <span class="timeline__when"><Age at=event.at/></span></p>
        </li>
    }
}

/// What stands before the sentence of an event.
enum EventMark {
    /// The shape of a state.
    Shape(Shape),
    /// The outline of an event that is no state of a job.
    Drawing(&'static str),
}

fn mark_of(event: &EventKind) -> EventMark {
    match event {
        EventKind::Submitted | EventKind::Queued | EventKind::Edited | EventKind::Resent => {
            EventMark::Shape(Shape::Sending)
        }
        EventKind::Accepted | EventKind::PollingResumed | EventKind::Matched => {
            EventMark::Shape(Shape::Active)
        }
        EventKind::Rejected { .. } => EventMark::Shape(Shape::Rejected),
        EventKind::OutcomeUnknown { .. } | EventKind::PollingSuspended { .. } | EventKind::RunningLong => {
            EventMark::Shape(Shape::Unknown)
        }
        EventKind::Imported { status } | EventKind::StatusChanged { to: status, .. } => {
            EventMark::Shape(format::job::status(status).0)
        }
        EventKind::PullRequest { .. } => EventMark::Shape(Shape::Completed),
        EventKind::Labelled { .. } => EventMark::Drawing(TAG),
        EventKind::Hidden => EventMark::Drawing(CROSSED_EYE),
        EventKind::Unhidden => EventMark::Drawing(EYE),
        EventKind::PollingStopped => EventMark::Drawing(STOP),
        EventKind::Discarded => EventMark::Drawing(CROSS),
        EventKind::PromptsDeleted | EventKind::Deleted => EventMark::Drawing(BIN),
        EventKind::Restored => EventMark::Drawing(BACK),
    }
}

const TAG: &str = "M1.5 2.5h6.5l6.5 6.5l-5.5 5.5l-7.5-7.5Zm1.5 1.5v2.4l6 6l3.4-3.4l-5-5Zm2.25 .75a1 1 0 1 1 0 2a1 1 0 0 1 0-2Z";
const CROSSED_EYE: &str = "M8 3.5c3.2 0 5.6 2 7 4.5c-1.4 2.5-3.8 4.5-7 4.5s-5.6-2-7-4.5c1.4-2.5 3.8-4.5 7-4.5Zm0 1.5c-2.2 0-4 1.2-5.2 3c1.2 1.8 3 3 5.2 3s4-1.2 5.2-3c-1.2-1.8-3-3-5.2-3ZM2 13l11-11l1 1l-11 11Z";
const EYE: &str = "M8 3.5c3.2 0 5.6 2 7 4.5c-1.4 2.5-3.8 4.5-7 4.5s-5.6-2-7-4.5c1.4-2.5 3.8-4.5 7-4.5Zm0 1.5c-2.2 0-4 1.2-5.2 3c1.2 1.8 3 3 5.2 3s4-1.2 5.2-3c-1.2-1.8-3-3-5.2-3Zm0 1.25a1.75 1.75 0 1 1 0 3.5a1.75 1.75 0 0 1 0-3.5Z";
/// A ring with a square.
const STOP: &str =
    "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13Zm0 1.5a5 5 0 1 0 0 10a5 5 0 0 0 0-10Zm-2 3h4v4h-4Z";
const CROSS: &str = "M3 4l1-1l4 4l4-4l1 1l-4 4l4 4l-1 1l-4-4l-4 4l-1-1l4-4Z";
const BIN: &str = "M6 1.5h4v1.5h4v1.5h-1v10h-10v-10h-1v-1.5h4Zm-1.5 3v8.5h7v-8.5Zm1.75 1.75h1.25v5h-1.25Zm2.25 0h1.25v5h-1.25Z";
/// An arrow that turns back.
const BACK: &str = "M8 2.5a5.5 5.5 0 1 1-5.3 4h1.6a4 4 0 1 0 3.7-2.5v2.5l-4-3.25l4-3.25Z";

/// The sentence of an event. `by` is ` by ada`, or empty if no person caused the event.
fn sentence(event: EventKind, by: &str) -> AnyView {
    let because =
        |reason: ErrorReason| view! { <span class="timeline__reason">{in_local_time(&reason.error)}</span> };
    match event {
        EventKind::Submitted => texts::SENT.into_any(),
        EventKind::Accepted => texts::ACCEPTED.into_any(),
        EventKind::Rejected { reason } => {
            let what = if is_service_rejection(reason.code) { texts::REJECTED } else { texts::NOT_SENT };
            view! { {what} {because(reason)} }.into_any()
        }
        EventKind::OutcomeUnknown { reason } => {
            view! { {texts::OUTCOME_UNKNOWN} {because(reason)} }.into_any()
        }
        EventKind::Imported { status } => {
            let [before, after] = texts::imported();
            view! { {before} <strong>{format::job::status(&status).1}</strong> {after} }.into_any()
        }
        EventKind::StatusChanged { from, to } if from == to => {
            view! { {texts::NO_ACTIVITY_SEEN} " " <strong>{format::job::status(&to).1}</strong> }.into_any()
        }
        EventKind::StatusChanged { from, to } => {
            view! { {format::job::status(&from).1} " → " <strong>{format::job::status(&to).1}</strong> }
                .into_any()
        }
        EventKind::PullRequest { url } => view! { {texts::PULL_REQUEST} <PullRequest url=url/> }.into_any(),
        EventKind::PollingSuspended { reason } => {
            view! { {texts::POLLING_SUSPENDED} {because(reason)} }.into_any()
        }
        EventKind::PollingResumed => texts::polling_resumed(by).into_any(),
        EventKind::PollingStopped => texts::polling_stopped(by).into_any(),
        EventKind::RunningLong => texts::RUNNING_LONG.into_any(),
        EventKind::Queued => texts::QUEUED.into_any(),
        EventKind::Edited => texts::edited(by).into_any(),
        EventKind::Resent => texts::resent(by).into_any(),
        EventKind::Matched => texts::matched(by).into_any(),
        EventKind::Discarded => texts::discarded(by).into_any(),
        EventKind::Labelled { labels } if labels.is_empty() => texts::labels_removed(by).into_any(),
        EventKind::Labelled { labels } => {
            let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
            let (before, after) = texts::labelled(by);
            view! { {before} <strong>{labels.join(", ")}</strong> {after} }.into_any()
        }
        EventKind::Hidden => texts::hidden(by).into_any(),
        EventKind::Unhidden => texts::unhidden(by).into_any(),
        EventKind::PromptsDeleted => texts::PROMPTS_DELETED.into_any(),
        EventKind::Deleted => texts::DELETED.into_any(),
        EventKind::Restored => texts::RESTORED.into_any(),
    }
}
