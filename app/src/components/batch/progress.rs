//! A batch that is being sent: how far it is, and the ways to pause, resume, cancel and close it.

use docket_wire::{JobFilter, ProjectId};
use leptos::prelude::*;

use super::item::BatchItem;
use crate::browser::focus;
use crate::components::confirmation::Confirmation;
use crate::format::time::duration;
use crate::paths::Page;
use crate::state::batch::prompts::BatchCounts;
use crate::state::batch::run::NextStep;
use crate::state::batch::runner::{BatchRunner, BatchSender};
use crate::state::console::use_console;
use crate::state::question::Question;
use crate::texts::{batch as texts, general};

/// Asked before a batch is cancelled, because cancelled prompts have to be prepared again.
const CANCEL: Question =
    Question { text: texts::CONFIRM_CANCEL_REST, yes: texts::CANCEL_THEM, no: texts::KEEP_THEM };

/// The progress, and the list of the prompts.
#[component]
pub(crate) fn BatchProgress(
    run: BatchRunner,
    project: ProjectId,
    /// Whether another tab began it while something else was prepared here.
    is_instead: bool,
    on_end: Callback<()>,
) -> impl IntoView {
    let now_ms = use_console().now_ms;
    let state = run.run();
    let batch = run.batch.clone();
    let run = StoredValue::new(run);
    let counts = {
        let state = state.clone();
        Memo::new(move |_| state.with(|run| run.counts()))
    };
    // The clock changes every second, the step less often.
    let step = {
        let state = state.clone();
        Memo::new(move |_| state.with(|run| run.next(now_ms.get())))
    };
    let is_done = Memo::new(move |_| step.get() == NextStep::Done);
    let is_closed = is_closed(run);
    let warning = move || match is_closed.get() {
        true => Some(texts::CLOSED_BY_ANOTHER_TAB.to_owned()),
        false => state.with(|run| run.pause_reason.clone()).filter(|_| !is_done.get()),
    };
    let labelled = batch.labels.iter().map(|label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        let href = Page::FilteredJobs(&project, &filter).to_string();
        view! { <a href=href>{texts::jobs_labelled(label.as_str())}</a> " " }
    });
    let labelled = (!batch.labels.is_empty()).then(|| view! { <p>{labelled.collect_view()}</p> });
    let item = |index| view! { <BatchItem run=run index=index project=project.clone()/> };
    let items = (0..batch.prompts.len()).map(item).collect_view();
    // What is cancelled is not sent any more. A bar needs a length, also if nothing else is left.
    let max = move || counts.get().all().max(1).to_string();
    view! {
        {is_instead.then(|| view! { <p class="notice notice--warning" role="alert">{texts::ANOTHER_TAB_BEGAN}</p> })}
        <section aria-label=texts::PROGRESS>
            <p id="batch-state" tabindex="-1">
                <strong>{batch.template.clone()}</strong> " · "
                // Each prompt would be announced: the end is enough.
                <span role="status" aria-live=move || if is_done.get() { "polite" } else { "off" }>{move || counts.get().sentence()}</span> " · "
                <StepText run=run step=step/>
            </p>
            <progress class="batch__bar" aria-label=texts::SENT max=max value=move || counts.get().sent.to_string()></progress>
            <div role="status">{move || warning().map(|why| view! { <p class="notice notice--warning">{why}</p> })}</div>
            <BatchActions run=run counts=counts is_done=is_done is_closed=is_closed on_end=on_end/>
            <Show when=move || !is_done.get()>
                <p class="template-form__hint">{texts::ONE_AFTER_ANOTHER}</p>
            </Show>
            {labelled}
            <ol aria-label=texts::PROMPTS>{items}</ol>
        </section>
    }
}

/// What happens now, or when the next prompt is sent.
#[component]
fn StepText(run: StoredValue<BatchRunner>, step: Memo<NextStep>) -> impl IntoView {
    let now_ms = use_console().now_ms;
    let (is_paused, is_elsewhere, is_closed) = (is_paused(run), is_elsewhere(run), is_closed(run));
    let text = move || match step.get() {
        _ if is_closed.get() => texts::CLOSED.to_owned(),
        NextStep::Done => texts::NOTHING_IS_LEFT.to_owned(),
        _ if is_elsewhere.get() => texts::SENT_BY_ANOTHER_TAB.to_owned(),
        NextStep::Idle if is_paused.get() => texts::PAUSED.to_owned(),
        NextStep::Idle | NextStep::Send(_) => general::SENDING.to_owned(),
        NextStep::Wait(until_ms) => {
            let left_s = ((until_ms - now_ms.get()).max(0) + 999) / 1000;
            texts::next_in(&duration(left_s * 1000))
        }
    };
    view! { <span>{text}</span> }
}

fn is_paused(run: StoredValue<BatchRunner>) -> Memo<bool> {
    let state = run.with_value(BatchRunner::run);
    Memo::new(move |_| state.with(|run| run.is_paused))
}

/// Whether another tab has closed the batch.
fn is_closed(run: StoredValue<BatchRunner>) -> Memo<bool> {
    let state = run.with_value(BatchRunner::run);
    Memo::new(move |_| state.with(|run| run.is_closed))
}

/// Whether another tab sends the batch.
fn is_elsewhere(run: StoredValue<BatchRunner>) -> Memo<bool> {
    let sender = run.with_value(BatchRunner::sender);
    Memo::new(move |_| sender.get() == BatchSender::OtherTab)
}

/// The buttons for the whole batch.
#[component]
fn BatchActions(
    run: StoredValue<BatchRunner>,
    counts: Memo<BatchCounts>,
    is_done: Memo<bool>,
    is_closed: Memo<bool>,
    on_end: Callback<()>,
) -> impl IntoView {
    let is_elsewhere = is_elsewhere(run);
    let may_retry = move || counts.get().failures() > 1 && !is_elsewhere.get() && !is_closed.get();
    let close = move |_| {
        run.with_value(BatchRunner::end);
        on_end.run(());
        focus::move_soon("h1");
    };
    view! {
        <div class="batch__actions">
            <Show when=move || !is_done.get()>
                <Show when=move || !is_elsewhere.get()>
                    <PauseButton run=run/>
                    " "
                </Show>
                <CancelRest run=run/>
            </Show>
            <Show when=may_retry>
                " "
                <RetryButton run=run counts=counts/>
                " "
            </Show>
            <Show when=move || is_done.get()>
                <button type="button" class="button" aria-keyshortcuts="q" title=general::shortcut("q") on:click=close>{general::CLOSE}</button>
            </Show>
        </div>
    }
}

/// The button that cancels what is not sent, and the question before it does. Both go away when the last prompt is sent.
#[component]
fn CancelRest(run: StoredValue<BatchRunner>) -> impl IntoView {
    let console = use_console();
    on_cleanup(|| focus::restore_if_lost(".batch__actions", &["#batch-state"]));
    let is_asking = RwSignal::new(false);
    let ask = move |_| {
        is_asking.set(true);
    };
    let cancel = Callback::new(move |()| {
        is_asking.set(false);
        run.with_value(|run| run.cancel(console));
        focus::move_soon("#batch-state");
    });
    let keep = Callback::new(move |()| {
        is_asking.set(false);
        focus::move_soon("#cancel-batch");
    });
    view! {
        <button type="button" class="button" id="cancel-batch" aria-keyshortcuts="d" title=general::shortcut("d") on:click=ask>{texts::CANCEL_THE_REST}</button>
        <Show when=move || is_asking.get()><Confirmation question=CANCEL on_yes=cancel on_no=keep/></Show>
    }
}

/// The button that pauses and resumes: one, so that it keeps the focus.
#[component]
fn PauseButton(run: StoredValue<BatchRunner>) -> impl IntoView {
    let console = use_console();
    let is_paused = is_paused(run);
    // It goes away when the last prompt is sent, and while another tab sends.
    on_cleanup(|| focus::restore_if_lost(".batch__actions", &["#batch-state"]));
    let pause_or_resume = move |_| {
        run.with_value(|run| if is_paused.get_untracked() { run.resume(console) } else { run.pause() });
    };
    view! {
        <button type="button" class="button" class:button--primary=is_paused aria-keyshortcuts="p" title=general::shortcut("p") on:click=pause_or_resume>
            {move || if is_paused.get() { texts::RESUME } else { texts::PAUSE }}
        </button>
    }
}

/// The button that sends all failed prompts again, and those of unknown outcome.
#[component]
fn RetryButton(run: StoredValue<BatchRunner>, counts: Memo<BatchCounts>) -> impl IntoView {
    let console = use_console();
    // It goes away once they wait.
    on_cleanup(|| focus::restore_if_lost(".batch__actions", &["#batch-state"]));
    let retry = move |_| run.with_value(|run| run.retry_all(console));
    let text =
        move || if counts.get().failed == 0 { texts::CHECK_ALL_AGAIN } else { texts::TRY_ALL_FAILED_AGAIN };
    view! {
        <button type="button" class="button" aria-keyshortcuts="a" title=general::shortcut("a") on:click=retry>{text}</button>
    }
}
