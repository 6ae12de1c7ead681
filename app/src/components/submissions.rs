//! Creates that have no job: on their way, refused, or of unknown outcome. Their text is never lost.

use std::sync::Arc;

use docket_wire::{Submission, SubmissionState};
use leptos::prelude::*;

use super::actions::Actions;
use crate::format::job as words;
use crate::state::console::Console;
use crate::ui::{Age, Status, keyed, part, row};

/// The creates without a job, above the jobs.
#[component]
pub(crate) fn Submissions() -> impl IntoView {
    let submissions = Console::here().ledger.submissions();
    let is_any = Memo::new(move |_| submissions.with(|submissions| !submissions.is_empty()));
    let entry = |submission: Arc<Submission>| {
        let key = format!("{} {}", submission.id, submission.revision);
        row(key, move || view! { <Entry submission=submission/> })
    };
    part(move || {
        is_any.get().then(|| {
            let entries = keyed(move || submissions.get().into_iter().map(entry).collect());
            view! { <section class="submissions" aria-label="Prompts without a job">{entries}</section> }
        })
    })
}

#[component]
fn Entry(submission: Arc<Submission>) -> impl IntoView {
    let (shape, word) = words::submission(&submission.state);
    let (what, why) = match &submission.state {
        SubmissionState::Sending => ("The service is being asked to start this job.", None),
        SubmissionState::Queued => ("It waits for its turn.", None),
        SubmissionState::Discarded => ("It was laid aside.", None),
        SubmissionState::Accepted => ("The service took it.", None),
        SubmissionState::Rejected { reason } => ("It was not carried out.", Some(reason.error.clone())),
        SubmissionState::Unknown { reason } => (
            "The service may have started this job, or not. Docket does not send it again by itself.",
            Some(reason.error.clone()),
        ),
    };
    view! {
        <article class="submission">
            <p class="submission__state"><Status shape=shape word=word/></p>
            <div class="submission__body">
                <p class="prompt prompt--short">{submission.prompt.clone()}</p>
                <p class="submission__what">
                    {submission.author.to_string()} ", " <Age at=submission.submitted_at/> ". " {what}
                    {why.map(|why| view! { " " <q class="submission__why">{why}</q> })}
                </p>
                <Actions submission=Arc::clone(&submission) has_ended=false/>
            </div>
        </article>
    }
}
