//! One event of a job's timeline: its shape and its sentence.

use docket_wire::{Event, EventKind, Fault};
use leptos::prelude::*;

use crate::components::jobs::pull_request::PullRequest;
use crate::format::job as words;
use crate::format::job::Shape;
use crate::texts::jobs::timeline as texts;
use crate::ui::{Age, Glyph};

/// An event. `about` is the first line of the follow-up that it concerns.
#[component]
pub(super) fn EventEntry(event: Event, about: Option<String>) -> impl IntoView {
    let shape = shape_of(&event.what);
    let by = event.author.map(|person| texts::by(&person.0)).unwrap_or_default();
    let about = about.map(|title| view! { " " <q class="timeline__about" dir="auto">{title}</q> });
    view! {
        <li class="timeline__event">
            <Glyph shape=shape/>
            <p>{sentence(event.what, &by)} {about} " " <span class="timeline__when"><Age at=event.at/></span></p>
        </li>
    }
}

fn shape_of(event: &EventKind) -> Shape {
    match event {
        EventKind::Submitted | EventKind::Queued | EventKind::Edited | EventKind::Resent => Shape::Sending,
        EventKind::Accepted | EventKind::PollingResumed | EventKind::Matched => Shape::Active,
        EventKind::PollingStopped
        | EventKind::Discarded
        | EventKind::Labelled { .. }
        | EventKind::Hidden
        | EventKind::Unhidden
        | EventKind::PromptsDeleted
        | EventKind::Deleted
        | EventKind::Restored => Shape::Archived,
        EventKind::Rejected { .. } => Shape::Rejected,
        EventKind::OutcomeUnknown { .. } | EventKind::PollingSuspended { .. } | EventKind::BecameStale => {
            Shape::Unknown
        }
        EventKind::Attached { status } | EventKind::StatusChanged { to: status, .. } => {
            words::status(status).0
        }
        EventKind::PullRequest { .. } => Shape::Completed,
    }
}

/// The sentence of an event. `by` is ` by ada`, or empty if no person caused the event.
fn sentence(event: EventKind, by: &str) -> AnyView {
    let because = |reason: Fault| view! { <span class="timeline__reason">{reason.error}</span> };
    match event {
        EventKind::Submitted => texts::SENT.into_any(),
        EventKind::Accepted => texts::ACCEPTED.into_any(),
        EventKind::Rejected { reason } => view! { {texts::REJECTED} {because(reason)} }.into_any(),
        EventKind::OutcomeUnknown { reason } => {
            view! { {texts::OUTCOME_UNKNOWN} {because(reason)} }.into_any()
        }
        EventKind::Attached { status } => {
            let [before, after] = texts::attached();
            view! { {before} <strong>{words::status(&status).1}</strong> {after} }.into_any()
        }
        EventKind::StatusChanged { from, to } => {
            view! { {words::status(&from).1} " → " <strong>{words::status(&to).1}</strong> }.into_any()
        }
        EventKind::PullRequest { url } => view! { {texts::PULL_REQUEST} <PullRequest url=url/> }.into_any(),
        EventKind::PollingSuspended { reason } => {
            view! { {texts::POLLING_SUSPENDED} {because(reason)} }.into_any()
        }
        EventKind::PollingResumed => texts::polling_resumed(by).into_any(),
        EventKind::PollingStopped => texts::polling_stopped(by).into_any(),
        EventKind::BecameStale => texts::RUNNING_LONG.into_any(),
        EventKind::Queued => texts::QUEUED.into_any(),
        EventKind::Edited => texts::edited(by).into_any(),
        EventKind::Resent => texts::resent(by).into_any(),
        EventKind::Matched => texts::matched(by).into_any(),
        EventKind::Discarded => texts::discarded(by).into_any(),
        EventKind::Labelled { labels } if labels.is_empty() => texts::labels_removed(by).into_any(),
        EventKind::Labelled { labels } => {
            let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
            let [before, after] = texts::labelled();
            view! { {before} <strong>{labels.join(", ")}</strong> {after} }.into_any()
        }
        EventKind::Hidden => texts::hidden(by).into_any(),
        EventKind::Unhidden => texts::unhidden(by).into_any(),
        EventKind::PromptsDeleted => texts::PROMPTS_DELETED.into_any(),
        EventKind::Deleted => texts::DELETED.into_any(),
        EventKind::Restored => texts::RESTORED.into_any(),
    }
}
