//! Starts a job like one that has ended or is lost.

use std::sync::Arc;

use docket_wire::{JobDetail, ProjectId, SubmissionId};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::browser::{focus, page};
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::RequestError;
use crate::format::job::has_unknown_status;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::jobs::continuation::first_prompt;
use crate::state::pending_request::PendingRequest;
use crate::state::question::Question;
use crate::texts::general;
use crate::texts::jobs::{details as texts, submissions};

const REPLACE: Question = Question {
    text: submissions::DRAFT_IS_NOT_EMPTY,
    yes: submissions::REPLACE_THE_DRAFT,
    no: submissions::KEEP_THE_DRAFT,
};

/// Opens the composer of new jobs with the prompt of the job.
#[component]
pub(super) fn RunAgain(project: ProjectId, detail: Memo<Option<Arc<JobDetail>>>) -> impl IntoView {
    let navigate = use_navigate();
    let console = use_console();
    let jobs_page = Page::Jobs(&project).to_string();
    let composer = console.composer(&project, None);
    let is_asking = RwSignal::new(false);
    let request = PendingRequest::new();
    let first = Memo::new(move |_| detail.with(|detail| detail.as_deref().and_then(prompt_to_run)));
    let start = {
        let composer = composer.clone();
        Callback::new(move |()| {
            let Some((id, listed)) = first.get_untracked() else { return };
            let (composer, navigate, jobs_page) = (composer.clone(), navigate.clone(), jobs_page.clone());
            let is_same_page = page::stays_open();
            request.run(async move {
                let prompt = match listed {
                    Some(prompt) => Some(prompt),
                    None => console.jobs.submission(&id).await?.prompt,
                };
                // A person who is elsewhere by now, or was, may have written another prompt.
                if is_same_page() && is_asking.try_get_untracked().is_some() {
                    composer.replace(prompt.unwrap_or_default());
                    navigate(&jobs_page, Default::default());
                    focus::move_soon("#prompt");
                }
                Ok(())
            });
        })
    };
    let ask = move |_| {
        if composer.is_empty() {
            start.run(());
        } else {
            is_asking.set(true);
        }
    };
    let keep = Callback::new(move |()| {
        is_asking.set(false);
        focus::move_to("#run-again");
    });
    let button = move || {
        // Another person's follow-up makes the job active. There is nothing left to ask about then.
        on_cleanup(move || {
            is_asking.try_set(false);
            focus::restore_if_lost(".job-actions", &[]);
        });
        view! {
            <button
                type="button"
                class="button"
                id="run-again"
                aria-keyshortcuts="r"
                title=general::shortcut("r")
                aria-disabled=move || request.is_pending().then_some("true")
                on:click=ask.clone()
            >
                {texts::RUN_AGAIN}
            </button>
        }
    };
    view! {
        <Show when=move || first.with(Option::is_some)>{button()}</Show>
        <Show when=move || is_asking.get()><Confirmation question=REPLACE on_yes=start on_no=keep/></Show>
        <RequestError request=request/>
    }
}

/// The first prompt of a job, with its text unless that is long, if it can run again: an active job is still at work on it.
fn prompt_to_run(detail: &JobDetail) -> Option<(SubmissionId, Option<String>)> {
    let is_over = detail.job.status.has_ended() || has_unknown_status(&detail.job);
    first_prompt(detail).filter(|_| is_over)
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, JobStatus, Polling, ProblemCode, SubmissionState};

    use super::*;
    use crate::sample;

    #[test]
    fn the_prompt_of_an_ended_or_lost_job_can_run_again() {
        let row = sample::create("s", SubmissionState::Accepted, 1);
        let mut detail = sample::detail(1, vec![row], vec![]);
        assert_eq!(prompt_to_run(&detail), None, "it is at work");
        let reason = ErrorReason { code: ProblemCode::UnknownJob, error: "Unknown.".into() };
        detail.job.polling = Polling::Suspended { reason };
        let prompt = Some(("s".parse().unwrap(), Some("Hi".to_owned())));
        assert_eq!(prompt_to_run(&detail), prompt);
        detail.job.status = JobStatus::Failed;
        detail.job.polling = Polling::Ended;
        assert_eq!(prompt_to_run(&detail), prompt);
        detail.submissions.iter_mut().for_each(|row| row.prompt_deleted_after_days = Some(7));
        assert_eq!(prompt_to_run(&detail), None, "its text is gone");
    }
}
