//! What can be done with the selected jobs.

use std::time::Duration;

use docket_wire::{JobId, ProjectId};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use super::bulk_labels::BulkLabels;
use super::row_boxes::follow_boxes;
use super::row_links;
use super::row_selection::RowSelection;
use crate::browser::focus;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::format::number::count;
use crate::paths::{self, Page};
use crate::state::bulk::action::BulkAction;
use crate::state::bulk::run::BulkRun;
use crate::state::bulk::runner::BulkRunner;
use crate::state::bulk::selection;
use crate::state::console::use_console;
use crate::state::jobs::polling::polling_toggle;
use crate::texts::general;
use crate::texts::jobs::{bulk as texts, details, polling};

/// Where the focus goes when the control that had it is gone.
const NEXT_FOCUS: [&str; 4] = ["#bulk-again", "#bulk-undo", ".jobs__link", "h1"];

/// How many jobs are selected, the actions, and what became of the last one.
#[component]
pub(crate) fn BulkBar(project: ProjectId) -> impl IntoView {
    let jobs = use_console().jobs;
    let (order, runner) = (jobs.order(), BulkRunner::new(project.clone()));
    let selected = selection_of_url();
    let select = Callback::new(move |ids| selected.set(ids));
    let is_shown = Memo::new(move |_| selected.with(|selected| !selected.is_empty()));
    let row_selection = RowSelection::new(selected, is_shown);
    let stored_project = StoredValue::new(project.clone());
    let next_focus = move |row: Option<JobId>| -> Vec<String> {
        let link = |job| stored_project.with_value(|project| Page::Job(project, &job).to_string());
        let link = row.map(link).map(|href| format!(".jobs__link[href={}]", focus::quoted(&href)));
        let [again, others @ ..] = NEXT_FOCUS.map(str::to_owned);
        [again].into_iter().chain(link).chain(others).collect()
    };
    let finish = move |run: &BulkRun| {
        let row = row_selection.end();
        if row.is_none() && run.action.removes() {
            let left = selected.get_untracked();
            select.run(left.into_iter().filter(|id| !run.done.contains(id)).collect());
        }
        focus::move_if_on("body", next_focus(row));
    };
    let start =
        Callback::new(move |(action, jobs): (BulkAction, Vec<JobId>)| runner.start(action, jobs, finish));
    let try_again = Callback::new(move |()| runner.try_again(finish));
    let on_selected = Callback::new(move |action: BulkAction| start.run((action, selected.get_untracked())));
    let select_shown = move || {
        select.run(selection::with(selected.get_untracked(), order.get_untracked()));
    };
    let clear = move || {
        let last = selected.get_untracked().pop();
        runner.clear();
        select.run(Vec::new());
        focus::move_if_on("body", next_focus(last));
    };
    let select_all = Callback::new(move |is_all: bool| if is_all { select_shown() } else { clear() });
    follow_boxes(selected, order, select, select_all);
    row_links::keep_selection(selected);
    // The outcome stays in view as well: the focus goes to its buttons.
    let is_in_view = move || is_shown.get() || runner.run().with(Option::is_some);
    view! {
        <MayChangeJobs project=project>
            <div class="bulk" role="group" aria-label=texts::SELECTED_JOBS class:bulk--shown=is_in_view>
                <Show when=move || is_shown.get()>
                    <div class="actions__buttons">
                        <strong role="status"><SelectedCount selected=selected order=order/></strong>
                        <BulkLabels on_labels=on_selected/>
                        <ActionButtons selected=selected runner=runner on_selected=on_selected/>
                        <button type="button" class="button" aria-keyshortcuts="s" title=general::shortcut("s") on:click=move |_| select_shown()>{texts::SELECT_ALL_SHOWN}</button>
                        <button type="button" class="button" aria-keyshortcuts="u" title=general::shortcut("u") on:click=move |_| clear()>{general::CLEAR_SELECTION}</button>
                    </div>
                </Show>
                <BulkOutcome runner=runner start=start on_again=try_again/>
            </div>
        </MayChangeJobs>
    }
}

/// How many jobs are selected, and how many of them the list does not show.
#[component]
fn SelectedCount(selected: RwSignal<Vec<JobId>>, order: Memo<Vec<JobId>>) -> impl IntoView {
    move || {
        selected.with(|selected| {
            let absent = order.with(|order| selected.iter().filter(|id| !order.contains(id)).count());
            let absent = (absent > 0).then(|| count(absent as u64));
            texts::selected(&count(selected.len() as u64), absent.as_deref())
        })
    }
}

/// The buttons that hide and unhide the selected jobs, and stop and resume their polling, by what is possible with those that are
/// loaded.
#[component]
fn ActionButtons(
    selected: RwSignal<Vec<JobId>>,
    runner: BulkRunner,
    on_selected: Callback<BulkAction>,
) -> impl IntoView {
    let jobs = use_console().jobs;
    let known = Memo::new(move |_| {
        selected.with(|selected| {
            jobs.with(|store| selected.iter().filter_map(|id| store.job(id)).cloned().collect::<Vec<_>>())
        })
    });
    let hidden =
        Memo::new(move |_| known.with(|known| !known.is_empty() && known.iter().all(|job| job.hidden)));
    // Stopping comes first where both are possible.
    let polling =
        Memo::new(move |_| known.with(|known| known.iter().filter_map(|job| polling_toggle(job)).min()));
    let disabled = move || runner.is_pending().then_some("true");
    let polling_button = move || {
        let is_on = polling.get()?;
        let name = if is_on { polling::RESUME_POLLING } else { polling::STOP_POLLING };
        let act = move |_| on_selected.run(BulkAction::SetPolling(is_on));
        Some(view! {
            <button type="button" class="button" aria-disabled=disabled aria-keyshortcuts="p" title=general::shortcut("p") on:click=act>{name}</button>
        })
    };
    let set_hidden = move |_| on_selected.run(BulkAction::SetHidden(!hidden.get_untracked()));
    view! {
        <button type="button" class="button" aria-disabled=disabled aria-keyshortcuts="h" title=general::shortcut("h") on:click=set_hidden>
            {move || if hidden.get() { details::UNHIDE } else { general::HIDE }}
        </button>
        {polling_button}
    }
}

/// The selection of the URL. Changing the URL takes the browser longer than showing a tick, so the URL follows the selection.
fn selection_of_url() -> RwSignal<Vec<JobId>> {
    let (location, navigate) = (use_location(), use_navigate());
    let in_url = Memo::new(move |_| location.search.with(|query| selection::read(query)));
    let selected = RwSignal::new(in_url.get_untracked());
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let adopt = move |ids: &Vec<JobId>, _: Option<&Vec<JobId>>, _: Option<()>| {
        // What is about to be written is newer.
        if pending.with_value(Option::is_none) {
            selected.set(ids.clone());
        }
    };
    Effect::watch(move || in_url.get(), adopt, false);
    let write = move || {
        pending.set_value(None);
        let query = location.search.with_untracked(|query| {
            selected.with_untracked(|ids| selection::query(query, ids, paths::encoded))
        });
        navigate(&paths::with_query(&location.pathname.get_untracked(), &query), paths::redirect());
    };
    Effect::new(move || {
        let is_written = selected.with(|ids| in_url.with_untracked(|in_url| in_url == ids));
        if !is_written && pending.with_value(Option::is_none) {
            pending.set_value(set_timeout_with_handle(write.clone(), Duration::ZERO).ok());
        }
    });
    let cancel = move || pending.with_value(|pending| pending.iter().for_each(TimeoutHandle::clear));
    on_cleanup(cancel);
    selected
}

/// How far the action is, or what became of it, with the ways on.
#[component]
fn BulkOutcome(
    runner: BulkRunner,
    start: Callback<(BulkAction, Vec<JobId>)>,
    on_again: Callback<()>,
) -> impl IntoView {
    let run = runner.run();
    let over = move || run.get().filter(BulkRun::is_over);
    let again = move || {
        over().filter(|run| !run.failed.is_empty())?;
        Some(
            view! { <button type="button" class="button" id="bulk-again" aria-keyshortcuts="." title=general::shortcut(".") on:click=move |_| on_again.run(())>{general::TRY_AGAIN}</button> },
        )
    };
    let undo = move || {
        let run = over().filter(|run| !run.done.is_empty())?;
        let inverse = run.inverse()?;
        let undo = move |_| start.run((inverse.clone(), run.done.clone()));
        Some(
            view! { <button type="button" class="button" id="bulk-undo" aria-keyshortcuts="z" title=general::shortcut("z") on:click=undo>{texts::UNDO}</button> },
        )
    };
    view! {
        <Show when=move || run.with(Option::is_some)>
            <div class="actions__buttons">
                // The page's live region says the result, once.
                <p>{move || run.get().map(|run| run.sentence())}</p>
                {again}
                {undo}
            </div>
        </Show>
    }
}
