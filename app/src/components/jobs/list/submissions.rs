//! New jobs that the service has not confirmed: being sent, rejected, or of unknown outcome. Their text is never lost.

use std::sync::Arc;

use docket_wire::{Submission, SubmissionState};
use leptos::prelude::*;

use crate::components::jobs::submission_actions::SubmissionActions;
use crate::components::jobs::whole_submission::WholeSubmission;
use crate::format::job as words;
use crate::state::console::Console;
use crate::ui::{Age, Status};

/// The submissions without a job, above the jobs.
#[component]
pub(crate) fn Submissions() -> impl IntoView {
    let submissions = Console::here().jobs.submissions();
    let has_any = Memo::new(move |_| submissions.with(|submissions| !submissions.is_empty()));
    view! {
        <Show when=move || has_any.get()>
            <section class="submissions" aria-label="Prompts without a job">
                <For
                    each=move || submissions.get()
                    key=|submission| (submission.id.clone(), submission.revision)
                    children=|submission| view! { <SubmissionEntry submission=submission/> }
                />
            </section>
        </Show>
    }
}

#[component]
fn SubmissionEntry(submission: Arc<Submission>) -> impl IntoView {
    let (shape, word) = words::submission(&submission.state);
    let (meaning, reason) = match &submission.state {
        SubmissionState::Sending => ("Docket is sending this prompt to the service.", None),
        SubmissionState::Queued => ("Docket sends this prompt next.", None),
        SubmissionState::Discarded => ("This prompt was discarded.", None),
        SubmissionState::Accepted => ("The service accepted this prompt.", None),
        SubmissionState::Rejected { reason } => {
            ("The service did not start this job.", Some(reason.error.clone()))
        }
        SubmissionState::Unknown { reason } => (
            "The service may or may not have started this job. Docket does not send it again on its own.",
            Some(reason.error.clone()),
        ),
    };
    let whole = WholeSubmission::new(Arc::clone(&submission));
    view! {
        <article class="submission">
            <p class="submission__state"><Status shape=shape word=word/></p>
            <div class="submission__body">
                <p class="prompt prompt--short">{move || whole.text()}</p>
                <p class="submission__meaning">
                    {submission.author.to_string()} ", " <Age at=submission.submitted_at/> ". " {meaning}
                    {reason.map(|reason| view! { " " <q class="submission__reason">{reason}</q> })}
                </p>
                {whole.error()}
                {move || whole.loaded().map(|submission| view! { <SubmissionActions submission=submission has_ended=false/> })}
            </div>
        </article>
    }
}
