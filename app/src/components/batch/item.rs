//! A prompt of a batch that is being sent.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;

use crate::browser::focus;
use crate::format;
use crate::paths::Page;
use crate::state::batch::prompts::Progress;
use crate::state::batch::runner::{BatchRunner, BatchSender};
use crate::state::console::use_console;
use crate::texts::{batch as texts, general};
use crate::ui::Status;

/// The page, and what became of its prompt.
#[component]
pub(super) fn BatchItem(run: StoredValue<BatchRunner>, index: usize, project: ProjectId) -> impl IntoView {
    let console = use_console();
    let (state, batch) = run.with_value(|run| (run.run(), run.batch.clone()));
    let Some(prompt) = batch.prompts.get(index).cloned() else { return ().into_any() };
    let progress = {
        let state = state.clone();
        Memo::new(move |_| state.with(|run| run.items().get(index).cloned().unwrap_or_default()))
    };
    let is_closed = {
        let state = state.clone();
        Memo::new(move |_| state.with(|run| run.is_closed))
    };
    let is_in_flight = Memo::new(move |_| state.with(|run| run.in_flight == Some(index)));
    let page = prompt.page.clone();
    let (try_again, check_again) = (texts::try_again(&page), texts::check_again(&page));
    let decide = texts::resolve_prompt_for(&page);
    let id = format!("batch-item-{index}");
    let row = StoredValue::new(format!("#{id}"));
    let retry = move |_| {
        run.with_value(|run| run.retry(index, console));
        // The button goes away while the prompt is sent.
        focus::move_soon(row.get_value());
    };
    let sender = run.with_value(BatchRunner::sender);
    let button = move |text: &'static str, label: String| {
        // The tab that sends the batch would not learn of a retry here.
        (sender.get() != BatchSender::OtherTab && !is_closed.get()).then(|| view! {
            <button type="button" class="button button--small list-stop" aria-keyshortcuts="." title=general::shortcut(".") aria-label=label on:click=retry>{text}</button>
        })
    };
    let text = move || match progress.get() {
        Progress::Begun if is_in_flight.get() => general::SENDING.into_any(),
        Progress::Begun | Progress::Waiting if is_closed.get() => texts::NOT_KNOWN_HERE.into_any(),
        Progress::Begun => texts::NO_RESPONSE_YET.into_any(),
        Progress::Waiting => texts::WAITING.into_any(),
        Progress::Cancelled => texts::CANCELLED.into_any(),
        Progress::Sent(job) => {
            let href = Page::Job(&project, &job).to_string();
            view! { <SentJob job=job href=href page=prompt.page.clone()/> }.into_any()
        }
        Progress::Failed(reason) => view! {
            <span class="composer__error">{reason}</span> " " {button(general::TRY_AGAIN, try_again.clone())}
        }
        .into_any(),
        Progress::Unknown { reason, submission } => {
            // The page of the jobs shows a prompt that failed before only if the link names it.
            let page = submission.as_ref().map(|submission| Page::Submission(&project, submission));
            let href = page.unwrap_or(Page::Jobs(&project)).to_string();
            view! {
                <span class="composer__error">{reason}</span> " "
                <a href=href aria-label=decide.clone()>{texts::RESOLVE}</a> " "
                {button(texts::CHECK_AGAIN, check_again.clone())}
            }
            .into_any()
        }
    };
    view! {
        <li class="batch__item list-row" id=id tabindex="-1">
            <span class="batch__path" dir="auto">{page}</span>
            <span class="batch__state">{text}</span>
        </li>
    }
    .into_any()
}

/// The job of a prompt, with its status once that is loaded.
#[component]
fn SentJob(job: JobId, href: String, page: String) -> impl IntoView {
    let job = use_console().jobs.loaded_job(job);
    let status = Memo::new(move |_| job.with(|job| job.as_deref().map(format::job::entry_status)));
    let label = move || match status.get() {
        Some((_, word)) => texts::job_for(&word, &page),
        None => texts::job_for(texts::STARTED, &page),
    };
    let word = move || match status.get() {
        Some((shape, word)) => view! { <Status shape=shape word=word/> }.into_any(),
        None => texts::STARTED.into_any(),
    };
    view! { <a class="list-stop" href=href aria-label=label>{word}</a> }
}
