//! A prompt of the timeline.

use std::sync::Arc;

use docket_wire::{JobDetail, Submission, SubmissionKind, SubmissionState};
use leptos::prelude::*;

use super::long_text::LongText;
use crate::browser::page;
use crate::components::jobs::detail::queue::{queued, wait_for_budget};
use crate::components::jobs::submission::{FullPrompt, SubmissionActions};
use crate::format::{self, link};
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::jobs::timeline as texts;
use crate::ui::{Age, Status};

/// The heading has two lines, five on a phone: a text with more bytes may be cut.
const HEADING_BYTES_MAX: usize = 100;

/// A prompt in full, with its state and its actions. The entry follows the changes of its submission.
#[component]
pub(super) fn PromptEntry(detail: Memo<Option<Arc<JobDetail>>>, first: Arc<Submission>) -> impl IntoView {
    let is_first = first.kind == SubmissionKind::Create;
    let name = if is_first { texts::PROMPT } else { texts::FOLLOW_UP };
    let (author, submitted_at) = (first.author.to_string(), first.submitted_at);
    let entry = format!("submission-{}", first.id);
    let submission = Memo::new(move |before: Option<&Arc<Submission>>| {
        let before = before.unwrap_or(&first);
        let current = detail.with(|detail| {
            let rows = &detail.as_deref()?.submissions;
            rows.iter().find(|row| row.id == before.id && row.revision != before.revision).cloned()
        });
        current.map_or_else(|| Arc::clone(before), Arc::new)
    });
    let has_ended = Memo::new(move |_| {
        detail.with(|detail| detail.as_deref().is_some_and(|detail| detail.job.status.has_ended()))
    });
    let full_prompt = FullPrompt::new(submission);
    // The heading has a short prompt of one line already.
    let is_heading = Memo::new(move |_| {
        let heading =
            detail.with(|detail| detail.as_deref().map(|detail| format::job::entry_title(&detail.job)));
        is_first
            && heading.is_some_and(|heading| {
                heading.len() <= HEADING_BYTES_MAX && heading == full_prompt.text().trim()
            })
    });
    let text = Signal::derive(move || full_prompt.text());
    // A memo, so that the link stays while news of the job arrive: a press that begins on one link and ends on another does nothing.
    let path = Memo::new(move |_| link::figures(&full_prompt.text(), &page::absolute("")).map(str::to_owned));
    let visitors = move || {
        path.get().map(|path| {
            view! { <p><a href=path aria-keyshortcuts="v" title=general::shortcut("v")>{texts::VISITORS_OF_PROMPT}</a></p> }
        })
    };
    view! {
        <li class="timeline__prompt list-row list-stop" id=entry.clone() tabindex="-1">
            <p class="timeline__head">
                <strong>{name}</strong> {texts::PROMPT_BY} {author} ", " <Age at=submitted_at/> <PromptState detail=detail submission=submission/>
            </p>
            <Show when=move || !is_heading.get()><LongText text=text/></Show>
            {visitors}
            {full_prompt.error()}
            <SubmissionActions submission=submission full_prompt=full_prompt has_ended=has_ended entry=format!("#{entry}")/>
        </li>
    }
}

/// What became of a prompt that is not accepted, or what it waits for.
#[component]
fn PromptState(detail: Memo<Option<Arc<JobDetail>>>, submission: Memo<Arc<Submission>>) -> impl IntoView {
    let console = use_console();
    let queued = Memo::new(move |_| {
        let is_paused = console.are_prompts_paused();
        let id = submission.with(|submission| submission.id.clone());
        detail
            .with(|detail| detail.as_deref().map(|detail| queued(detail, &id, is_paused)).unwrap_or_default())
    });
    let waits_for = Memo::new(move |_| {
        let is_queued = submission.with(|submission| submission.state == SubmissionState::Queued);
        if is_queued { queued.get() } else { "" }
    });
    let budget = wait_for_budget(waits_for);
    move || {
        let (shape, word) = submission.with(|submission| match submission.state {
            // Most prompts are accepted, and the acceptance has an event of its own.
            SubmissionState::Accepted => None,
            SubmissionState::Queued => Some((
                format::job::submission(&submission.state).0,
                format!("{}{}", waits_for.get(), budget.get().unwrap_or_default()),
            )),
            _ => {
                let (shape, word) = format::job::submission(&submission.state);
                Some((shape, word.to_owned()))
            }
        })?;
        Some(view! { <Status shape=shape word=word/> })
    }
}
