//! Starts a job like an ended one.

use std::sync::Arc;

use docket_wire::{JobDetail, ProjectId, Submission, SubmissionKind};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;

use crate::api::ApiError;
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::components::jobs::submission::Ask;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::jobs::actions::Question;
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
    let console = Console::here();
    let jobs_page = Page::Jobs(&project).to_string();
    let composer = console.composer(&project, None);
    let is_asking = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let first = Memo::new(move |_| {
        detail.with(|detail| {
            let detail = detail.as_deref().filter(|detail| detail.job.status.has_ended())?;
            let is_first = |row: &&Submission| {
                row.kind == SubmissionKind::Create && row.prompt_deleted_after_days.is_none()
            };
            detail.submissions.iter().find(is_first).map(|row| (row.id.clone(), row.prompt.clone()))
        })
    });
    let start = {
        let composer = composer.clone();
        Callback::new(move |()| {
            let Some((id, listed)) = first.get_untracked() else { return };
            let (composer, navigate, jobs_page) = (composer.clone(), navigate.clone(), jobs_page.clone());
            error.set(None);
            spawn_local(async move {
                let prompt = match listed {
                    Some(prompt) => Ok(Some(prompt)),
                    None => console.jobs.submission(&id).await.map(|whole| whole.prompt),
                };
                match prompt {
                    Ok(prompt) => {
                        composer.replace(prompt.unwrap_or_default());
                        navigate(&jobs_page, Default::default());
                        page::focus_soon("#prompt");
                    }
                    Err(failed) => drop(error.try_set(Some(failed))),
                }
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
        page::focus("#run-again");
    });
    view! {
        <Show when=move || first.with(Option::is_some)>
            <button
                type="button"
                class="button"
                id="run-again"
                aria-keyshortcuts="r"
                title=general::shortcut("r")
                on:click=ask.clone()
            >
                {texts::RUN_AGAIN}
            </button>
        </Show>
        <Show when=move || is_asking.get()><Ask question=REPLACE on_yes=start on_no=keep/></Show>
        {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
    }
}
