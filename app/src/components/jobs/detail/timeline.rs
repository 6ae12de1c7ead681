//! The timeline of a job: its prompts in full, and its events.

use std::sync::Arc;

use docket_wire::{Event, JobDetail, Submission, SubmissionKind, SubmissionState};
use leptos::prelude::*;

use super::event::EventEntry;
use crate::browser::page;
use crate::components::jobs::submission_actions::SubmissionActions;
use crate::components::jobs::whole_submission::WholeSubmission;
use crate::format::{job as words, link};
use crate::state::jobs::actions::actions;
use crate::state::jobs::timeline::{TimelineItem, timeline};
use crate::ui::{Age, Status};

/// The timeline, oldest first.
#[component]
pub(crate) fn Timeline(detail: Memo<Option<Arc<JobDetail>>>) -> impl IntoView {
    // A poll changes the freshness of the job, but not its timeline.
    let items = Memo::new(move |_| detail.with(|detail| detail.as_deref().map(timeline).unwrap_or_default()));
    let has_ended = Memo::new(move |_| {
        detail.with(|detail| detail.as_deref().is_some_and(|detail| detail.job.status.has_ended()))
    });
    let entries = move || {
        let has_ended = has_ended.get();
        items.get().into_iter().map(|item| (item, has_ended)).collect::<Vec<_>>()
    };
    view! {
        <ol class="timeline" aria-label="Timeline">
            <For each=entries key=key children=entry/>
        </ol>
    }
}

/// What an entry is rebuilt for: a prompt for a new revision or the end of its job, an event for nothing.
type EntryKey = (Option<String>, u64, bool);

fn key((item, has_ended): &(TimelineItem, bool)) -> EntryKey {
    match item {
        TimelineItem::Prompt(submission) => {
            (Some(submission.id.to_string()), submission.revision, *has_ended)
        }
        TimelineItem::Event(Event { revision, .. }) => (None, *revision, false),
    }
}

fn entry((item, has_ended): (TimelineItem, bool)) -> AnyView {
    match item {
        TimelineItem::Prompt(submission) => {
            view! { <PromptEntry submission=Arc::new(submission) has_ended=has_ended/> }.into_any()
        }
        TimelineItem::Event(event) => view! { <EventEntry event=event/> }.into_any(),
    }
}

#[component]
fn PromptEntry(submission: Arc<Submission>, has_ended: bool) -> impl IntoView {
    let name = match submission.kind {
        SubmissionKind::Create => "Prompt",
        SubmissionKind::FollowUp => "Follow-up",
    };
    // Most prompts are accepted, and the acceptance has an event of its own.
    let state = (submission.state != SubmissionState::Accepted).then(|| {
        let (shape, word) = words::submission(&submission.state);
        let is_queued = submission.state == SubmissionState::Queued;
        let word = if is_queued { "Queued: will be sent when the job finishes" } else { word };
        view! { <Status shape=shape word=word/> }
    });
    let whole = WholeSubmission::new(Arc::clone(&submission));
    let visitors = move || {
        let text = whole.text();
        link::figures(&text, &page::absolute("")).map(|path| {
            view! { <p class="timeline__visitors"><a href=path.to_owned()>"Visitors data for this prompt"</a></p> }
        })
    };
    let has_actions = !actions(&submission, has_ended).is_empty();
    view! {
        <li class="timeline__prompt">
            <p class="timeline__head">
                <strong>{name}</strong> " by " {submission.author.to_string()} ", "
                <Age at=submission.submitted_at/> {state}
            </p>
            <p class="prompt">{move || whole.text()}</p>
            {visitors}
            {whole.error()}
            {has_actions.then_some(move || {
                whole.loaded().map(|submission| view! { <SubmissionActions submission=submission has_ended=has_ended/> })
            })}
        </li>
    }
}
