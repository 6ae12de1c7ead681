//! A job's story: its prompts in full, and what happened.

use std::sync::Arc;

use docket_wire::{Event, EventKind, Fault, JobDetail, Submission, SubmissionKind, SubmissionState};
use leptos::prelude::*;

use super::actions::Actions;
use super::jobs_table::PullRequest;
use crate::browser::page;
use crate::format::job::Shape;
use crate::format::{job as words, link};
use crate::state::offers::offers;
use crate::state::timeline::{Item, timeline};
use crate::ui::{Age, Glyph, Row, Status, keyed, row};

/// The story, oldest first.
#[component]
pub(crate) fn Timeline(detail: Memo<Option<Arc<JobDetail>>>) -> impl IntoView {
    // A look at the job changes its freshness, not its story.
    let items = Memo::new(move |_| {
        detail.with(|detail| {
            let detail = detail.as_deref();
            let has_ended = detail.is_some_and(|detail| detail.job.status.has_ended());
            (detail.map(timeline).unwrap_or_default(), has_ended)
        })
    });
    let entries = keyed(move || {
        let (items, has_ended) = items.get();
        items.into_iter().map(|item| entry(item, has_ended)).collect()
    });
    view! { <ol class="timeline" aria-label="Timeline">{entries}</ol> }
}

/// A prompt is built anew when it changes or its job ends, and an event never.
fn entry(item: Item, has_ended: bool) -> Row {
    match item {
        Item::Prompt(submission) => {
            let key = format!("{} {} {has_ended}", submission.id, submission.revision);
            row(key, move || view! { <PromptEntry submission=Arc::new(submission) has_ended=has_ended/> })
        }
        Item::Event(event) => row(event.revision.to_string(), move || view! { <EventEntry event=event/> }),
    }
}

#[component]
fn PromptEntry(submission: Arc<Submission>, has_ended: bool) -> impl IntoView {
    let name = match submission.kind {
        SubmissionKind::Create => "Prompt",
        SubmissionKind::FollowUp => "Follow-up",
    };
    // Accepted is the usual case, and has an event of its own.
    let state = (submission.state != SubmissionState::Accepted).then(|| {
        let (shape, word) = words::submission(&submission.state);
        let waits = (submission.state == SubmissionState::Queued).then_some("Waits until the job rests");
        view! { <Status shape=shape word=waits.unwrap_or(word)/> }
    });
    let figures = link::figures(&submission.prompt, &page::absolute("")).map(|path| {
        view! { <p class="timeline__figures"><a href=path.to_owned()>"The figures that this is about"</a></p> }
    });
    view! {
        <li class="timeline__prompt">
            <p class="timeline__head">
                <strong>{name}</strong> " by " {submission.author.to_string()} ", "
                <Age at=submission.submitted_at/> {state}
            </p>
            <p class="prompt">{submission.prompt.clone()}</p>
            {figures}
            {(!offers(&submission, has_ended).is_empty()).then(|| view! { <Actions submission=submission has_ended=has_ended/> })}
        </li>
    }
}

#[component]
fn EventEntry(event: Event) -> impl IntoView {
    let shape = shape_of(&event.what);
    view! {
        <li class="timeline__event">
            <Glyph shape=shape/>
            <p>{sentence(event.what)} " " <span class="timeline__when"><Age at=event.at/></span></p>
        </li>
    }
}

fn shape_of(what: &EventKind) -> Shape {
    match what {
        EventKind::Submitted => Shape::Sending,
        EventKind::Queued | EventKind::Edited | EventKind::Resent => Shape::Sending,
        EventKind::Accepted | EventKind::PollingResumed | EventKind::Matched => Shape::Active,
        EventKind::BecameStale => Shape::Unknown,
        EventKind::PollingStopped
        | EventKind::Discarded
        | EventKind::Labelled { .. }
        | EventKind::Hidden
        | EventKind::Unhidden => Shape::Archived,
        EventKind::Rejected { .. } => Shape::Rejected,
        EventKind::OutcomeUnknown { .. } | EventKind::PollingSuspended { .. } => Shape::Unknown,
        EventKind::Attached { status } | EventKind::StatusChanged { to: status, .. } => {
            words::status(status).0
        }
        EventKind::PullRequest { .. } => Shape::Completed,
    }
}

fn sentence(what: EventKind) -> AnyView {
    let because = |reason: Fault| view! { <span class="timeline__why">{reason.error}</span> };
    match what {
        EventKind::Submitted => "The prompt was sent on.".into_any(),
        EventKind::Accepted => "The service accepted the prompt.".into_any(),
        EventKind::Rejected { reason } => view! { "The prompt was refused. " {because(reason)} }.into_any(),
        EventKind::OutcomeUnknown { reason } => {
            view! { "Nobody knows whether the service acted on the prompt. " {because(reason)} }.into_any()
        }
        EventKind::Attached { status } => {
            view! { "Taken up from elsewhere, status " <strong>{status.to_string()}</strong> "." }.into_any()
        }
        EventKind::StatusChanged { from, to } => {
            view! { "Went from " {from.to_string()} " to " <strong>{to.to_string()}</strong> "." }.into_any()
        }
        EventKind::PullRequest { url } => view! { "Pull request " <PullRequest url=url/> }.into_any(),
        EventKind::PollingSuspended { reason } => {
            view! { "Docket stopped asking about the job. " {because(reason)} }.into_any()
        }
        EventKind::PollingResumed => "Docket asks about the job again.".into_any(),
        EventKind::PollingStopped => "Docket was told to stop asking about the job.".into_any(),
        EventKind::BecameStale => "Active far longer than this project's jobs take.".into_any(),
        EventKind::Queued => "A follow-up waits for its turn.".into_any(),
        EventKind::Edited => "The waiting follow-up was written anew.".into_any(),
        EventKind::Resent => "Sent once more.".into_any(),
        EventKind::Matched => "Named as what the lost prompt had made.".into_any(),
        EventKind::Discarded => "Taken back or laid aside.".into_any(),
        EventKind::Labelled { labels } if labels.is_empty() => "All labels were taken off.".into_any(),
        EventKind::Labelled { labels } => {
            let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
            view! { "Labelled " <strong>{labels.join(", ")}</strong> "." }.into_any()
        }
        EventKind::Hidden => "Hidden from the list.".into_any(),
        EventKind::Unhidden => "Brought back to the list.".into_any(),
    }
}
