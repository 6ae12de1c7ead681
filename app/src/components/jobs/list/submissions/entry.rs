//! One prompt without a job.

use std::sync::Arc;

use docket_wire::{ErrorReason, Right, Submission, SubmissionId, SubmissionState};
use leptos::prelude::*;

use crate::components::error_notice::SettingsLink;
use crate::components::jobs::submission::{FullPrompt, SubmissionActions};
use crate::format;
use crate::state::console::{Console, use_console};
use crate::texts::jobs::submissions as texts;
use crate::ui::{Age, Status, in_local_time};

/// The prompt, what became of it, and its actions. The entry follows the changes of its submission.
#[component]
pub(super) fn SubmissionEntry(id: SubmissionId, submissions: Memo<Vec<Arc<Submission>>>) -> impl IntoView {
    let find = {
        let id = id.clone();
        move || submissions.with(|rows| rows.iter().find(|row| row.id == id).cloned())
    };
    let first = find()?;
    // The entry goes away right after its submission does.
    let submission = Memo::new(move |before: Option<&Arc<Submission>>| {
        find().or_else(|| before.cloned()).unwrap_or_else(|| Arc::clone(&first))
    });
    // There is no job that could have ended.
    let has_ended = Memo::new(|_| false);
    let full_prompt = FullPrompt::new(submission);
    let Console { auth, jobs, .. } = use_console();
    let may_change = jobs.project().is_some_and(|project| auth.may_untracked(Right::JobsWrite, &project));
    let state = move || {
        let (shape, word) = submission.with(|submission| format::job::submission(&submission.state));
        view! { <Status shape=shape word=word/> }
    };
    let about = move || {
        let submission = submission.get();
        view! {
            {submission.author.to_string()} ", " <Age at=submission.submitted_at/> ". " {texts::meaning(&submission.state, may_change)}
            {reason(&submission.state).map(|ErrorReason { code, error }| view! { " " <q class="submission__reason">{in_local_time(&error)}</q> <SettingsLink code=Some(code)/> })}
        }
    };
    let entry = format!("submission-{id}");
    Some(view! {
        <article class="submission list-row list-stop" id=entry.clone() tabindex="-1">
            <p role="status">{state}</p>
            <div class="submission__body">
                <p class="prompt prompt--short" dir="auto">{move || full_prompt.text()}</p>
                <p class="submission__meaning">{about}</p>
                {full_prompt.error()}
                <SubmissionActions submission=submission full_prompt=full_prompt has_ended=has_ended entry=format!("#{entry}")/>
            </div>
        </article>
    })
}

/// The reason for a state.
fn reason(state: &SubmissionState) -> Option<ErrorReason> {
    match state {
        SubmissionState::Rejected { reason } | SubmissionState::Unknown { reason } => Some(reason.clone()),
        SubmissionState::Sending
        | SubmissionState::Queued
        | SubmissionState::Discarded
        | SubmissionState::Accepted => None,
    }
}
