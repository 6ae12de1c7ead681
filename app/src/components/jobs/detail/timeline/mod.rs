//! The timeline of a job: its prompts in full, and its events.

mod event;
mod long_text;
mod prompt_entry;

use std::sync::Arc;

use docket_wire::{Event, JobDetail, Submission, SubmissionId, SubmissionKind};
use leptos::prelude::*;

use self::event::EventEntry;
use self::prompt_entry::PromptEntry;
use crate::browser::focus;
use crate::state::jobs::timeline::{TimelineItem, timeline};
use crate::texts::jobs::timeline as texts;

/// The timeline, oldest first.
#[component]
pub(crate) fn Timeline(detail: Memo<Option<Arc<JobDetail>>>) -> impl IntoView {
    // A poll changes the freshness of the job, but not its timeline.
    let items = Memo::new(move |_| detail.with(|detail| detail.as_deref().map(timeline).unwrap_or_default()));
    let entry = move |item: TimelineItem| match item {
        TimelineItem::Prompt(submission) => {
            view! { <PromptEntry detail=detail first=Arc::new(submission)/> }.into_any()
        }
        TimelineItem::Event(event) => {
            let about = event.submission.as_ref().and_then(|id| follow_up(detail, id));
            view! { <EventEntry event=event about=about/> }.into_any()
        }
    };
    view! {
        <ol class="timeline" aria-label=texts::TIMELINE>
            <For each=focus::preserve_over_moves(move || items.get()) key=key children=entry/>
        </ol>
    }
}

/// A prompt stays the same entry while its state changes.
fn key(item: &TimelineItem) -> (Option<SubmissionId>, u64) {
    match item {
        TimelineItem::Prompt(submission) => (Some(submission.id.clone()), 0),
        TimelineItem::Event(Event { revision, .. }) => (None, *revision),
    }
}

/// The first line of a follow-up.
fn follow_up(detail: Memo<Option<Arc<JobDetail>>>, id: &SubmissionId) -> Option<String> {
    detail.with_untracked(|detail| {
        let is_it = |row: &&Submission| row.id == *id && row.kind == SubmissionKind::FollowUp;
        let title = detail.as_deref()?.submissions.iter().find(is_it).map(|row| row.title.clone());
        // A deleted prompt has none.
        title.filter(|title| !title.is_empty())
    })
}
