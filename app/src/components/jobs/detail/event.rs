//! One event of a job's timeline: its shape and its sentence.

use docket_wire::{Event, EventKind, Fault};
use leptos::prelude::*;

use crate::components::jobs::pull_request::PullRequest;
use crate::format::job as words;
use crate::format::job::Shape;
use crate::ui::{Age, Glyph};

/// An event. `about` is the first line of the follow-up that it concerns.
#[component]
pub(super) fn EventEntry(event: Event, about: Option<String>) -> impl IntoView {
    let shape = shape_of(&event.what);
    let by = event.author.map(|person| format!(" by {person}")).unwrap_or_default();
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
        | EventKind::Deleted => Shape::Archived,
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
        EventKind::Submitted => "Sent to the service.".into_any(),
        EventKind::Accepted => "Accepted by the service.".into_any(),
        EventKind::Rejected { reason } => {
            view! { "Rejected by the service. " {because(reason)} }.into_any()
        }
        EventKind::OutcomeUnknown { reason } => {
            view! { "Outcome unknown: the service may or may not have received the prompt. " {because(reason)} }
                .into_any()
        }
        EventKind::Attached { status } => {
            view! { "Attached, status " <strong>{words::status(&status).1}</strong> "." }.into_any()
        }
        EventKind::StatusChanged { from, to } => {
            view! { {words::status(&from).1} " → " <strong>{words::status(&to).1}</strong> }.into_any()
        }
        EventKind::PullRequest { url } => view! { "Pull request " <PullRequest url=url/> }.into_any(),
        EventKind::PollingSuspended { reason } => {
            view! { "Polling suspended after an error. " {because(reason)} }.into_any()
        }
        EventKind::PollingResumed => format!("Polling resumed{by}.").into_any(),
        EventKind::PollingStopped => format!("Polling stopped{by}.").into_any(),
        EventKind::BecameStale => "Running much longer than usual.".into_any(),
        EventKind::Queued => "Follow-up queued.".into_any(),
        EventKind::Edited => format!("Queued follow-up edited{by}.").into_any(),
        EventKind::Resent => format!("Sent again{by}.").into_any(),
        EventKind::Matched => format!("Matched to the lost prompt{by}.").into_any(),
        EventKind::Discarded => format!("Prompt discarded{by}.").into_any(),
        EventKind::Labelled { labels } if labels.is_empty() => format!("Labels removed{by}.").into_any(),
        EventKind::Labelled { labels } => {
            let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
            view! { "Labelled " <strong>{labels.join(", ")}</strong> "." }.into_any()
        }
        EventKind::Hidden => format!("Hidden from the list{by}.").into_any(),
        EventKind::Unhidden => format!("Shown in the list again{by}.").into_any(),
        EventKind::PromptsDeleted => "Text of the prompts deleted, as the settings say.".into_any(),
        EventKind::Deleted => "Deleted, as the settings say.".into_any(),
    }
}
