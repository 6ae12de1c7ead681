//! Creates that have no job: on their way, refused, or of unknown outcome. Their text is never lost.

use std::sync::Arc;

use docket_wire::{Submission, SubmissionState};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::page;
use crate::format::job as words;
use crate::state::console::Console;
use crate::state::drafts::Composer;
use crate::ui::{Age, Status, part, text};

/// The creates without a job, above the jobs.
#[component]
pub(crate) fn Submissions(composer: Composer) -> impl IntoView {
    let submissions = Console::here().ledger.submissions();
    part(move || {
        let submissions = submissions.get();
        let is_any = !submissions.is_empty();
        let entry = |submission| view! { <Entry submission=submission composer=composer.clone()/> };
        let entries = submissions.into_iter().map(entry).collect_view();
        is_any.then(
            || view! { <section class="submissions" aria-label="Prompts without a job">{entries}</section> },
        )
    })
}

#[component]
fn Entry(submission: Arc<Submission>, composer: Composer) -> impl IntoView {
    let (shape, word) = words::submission(&submission.state);
    let (what, why) = match &submission.state {
        SubmissionState::Sending => ("The service is being asked to start this job.", None),
        SubmissionState::Queued => ("It waits for its turn.", None),
        SubmissionState::Discarded => ("It was laid aside.", None),
        SubmissionState::Accepted => ("The service took it.", None),
        SubmissionState::Refused { reason } => ("It was not carried out.", Some(reason.error.clone())),
        SubmissionState::Unknown { reason } => (
            "The service may have started this job, or not. Docket does not send it again by itself.",
            Some(reason.error.clone()),
        ),
    };
    let is_open =
        matches!(submission.state, SubmissionState::Refused { .. } | SubmissionState::Unknown { .. });
    let prompt = submission.prompt.clone();
    let wrong = RwSignal::new(None::<String>);
    let api = Console::here().api;
    let project = composer.project().clone();
    let id = submission.id.clone();
    let decide = Callback::new(move |is_meant_again| {
        let (project, id) = (project.clone(), id.clone());
        spawn_local(async move {
            let done = api.decide(&project, &id, is_meant_again).await;
            // If it went, this entry has gone with it or says what came of it.
            let _ = wrong.try_set(done.err().map(|error| error.message));
        });
    });
    let put_back = move |_| {
        composer.put_back(&prompt);
        page::focus("#prompt");
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
            </div>
            {is_open.then(|| view! {
                <p class="submission__action">
                    <button type="button" class="button" aria-label="Put the text back in the composer" on:click=put_back>
                        "Put the text back"
                    </button>
                    <button type="button" class="button" on:click=move |_| decide.run(true)>"Send again"</button>
                    <button type="button" class="button" on:click=move |_| decide.run(false)>"Discard"</button>
                </p>
            })}
            <p class="submission__wrong" role="alert">{text(move || wrong.get().unwrap_or_default())}</p>
        </article>
    }
}
