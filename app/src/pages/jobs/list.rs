//! The jobs of a project: the composer of new jobs, and the list.

use docket_wire::{JobFilter, ProjectId, Right};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_location;

use super::list_state::{ListState, absent_id, list_state};
use crate::api::Submitted;
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::components::extras::{ExtrasPart, extras_part, preload_extras};
use crate::components::jobs::composer::{ComposerLabels, PromptComposer};
use crate::components::jobs::list::filters::{Filters, focus_search, with_selection};
use crate::components::jobs::list::older_jobs::OlderJobs;
use crate::components::jobs::list::table::JobTable;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::components::templates::lazy::{batch_notice_part, prompt_notes_part};
use crate::paths::{self, Page, PageMatch};
use crate::state::batch::storage::BatchStorage;
use crate::state::bulk::selection;
use crate::state::console::{Console, use_console};
use crate::state::jobs::filter;
use crate::state::jobs::store::JobStore;
use crate::state::positions::ListPosition;
use crate::texts::general;
use crate::texts::jobs::{composer as labels, filters, list as texts};
use crate::ui::{Heading, Skeleton, opened_once};

const LABELS: ComposerLabels = ComposerLabels {
    label: labels::NEW_JOB,
    placeholder: labels::WHAT_SHOULD_THE_AGENT_DO,
    button: labels::START_JOB,
    shortcuts: "Control+Enter c",
};

/// The jobs of one project.
#[component]
pub(crate) fn JobsPage(project: ProjectId) -> impl IntoView {
    let console = use_console();
    let jobs = console.jobs;
    let query = use_location().search;
    let filter = Memo::new(move |_| query.with(|query| filter::read(|name| paths::parameter(query, name))));
    remember_position(console, project.clone(), query);
    let is_loaded = Memo::new(move |_| jobs.with(JobStore::is_loaded));
    let is_first_page_missing = Memo::new(move |_| jobs.with(JobStore::is_first_page_missing));
    Effect::new(move || {
        let filter = filter.get().unwrap_or_default();
        is_first_page_missing.track();
        if is_loaded.get() {
            jobs.set_filter(filter);
        }
    });
    let state = list_state(filter, is_loaded, is_first_page_missing);
    let absent_id = absent_id(filter, state);
    let is_id_absent = Memo::new(move |_| absent_id.with(Option::is_some));
    // Everything around the list appears together with the first list, so that the layout does not shift.
    let needs_attention = Memo::new(move |_| jobs.with(JobStore::needs_attention));
    let is_paused = jobs.is_paused();
    let needs_extras = Memo::new(move |_| needs_attention.get() || is_paused.get());
    let has_extras = load_extras_when(needs_extras);
    let has_loaded = Memo::new(move |before: Option<&bool>| {
        let is_there = || state.get() != ListState::Loading && (has_extras.get() || !needs_extras.get());
        before.is_some_and(|before| *before) || is_there()
    });
    // The bar is loaded with the first box that is ticked.
    let (has_bar, open_bar) = opened_once(query.with_untracked(|query| selection::pair(query).is_some()));
    let content = {
        let project = project.clone();
        move || {
            let project = project.clone();
            let (with_id, of_bar) = (project.clone(), project.clone());
            view! {
                <Show when=move || needs_attention.get()>{extras_part(ExtrasPart::Attention)}</Show>
                <Filters project=project.clone() filter=filter/>
                {move || is_id_absent.get().then(|| extras_part(ExtrasPart::JobWithId(with_id.clone(), absent_id)))}
                <section class="jobs-list" aria-label=general::JOBS on:change=move |_| open_bar()>
                    <List project=project.clone() state=state is_id_absent=is_id_absent/>
                    <OlderJobs/>
                    {move || has_bar.get().then(|| extras_part(ExtrasPart::BulkBar(of_bar.clone())))}
                </section>
                <MayChangeJobs project=project.clone()>
                    <Import project=project.clone()/>
                </MayChangeJobs>
            }
        }
    };
    view! {
        <Heading name=general::JOBS is_hidden=true/>
        <NewJobForm project=project.clone()/>
        {BatchStorage::may_have_batch().then(|| batch_notice_part(project.clone()))}
        {move || is_paused.get().then(|| extras_part(ExtrasPart::Pause(project.clone())))}
        <Show when=move || has_loaded.get() fallback=|| view! { <Skeleton rows=8 label=texts::LOADING_JOBS/> }>
            {content.clone()}
        </Show>
    }
}

/// Loads the module of extras once it is needed. Returns whether it is there.
fn load_extras_when(is_needed: Memo<bool>) -> RwSignal<bool> {
    let is_there = RwSignal::new(false);
    Effect::new(move || {
        if is_needed.get() {
            spawn_local(async move {
                preload_extras().await;
                // The person may have left the page meanwhile.
                is_there.try_set(true);
            });
        }
    });
    is_there
}

/// Remembers, when a person leaves, which list they saw and how far it was scrolled.
fn remember_position(console: Console, project: ProjectId, query: Memo<String>) {
    let path = use_location().pathname;
    let here = PageMatch::Jobs(project.clone());
    let shown_query = StoredValue::new(String::new());
    Effect::new(move || {
        let query = query.get();
        // The URL is that of the next page before this one is gone.
        if path.with_untracked(|path| PageMatch::from_path(path) == here) {
            shown_query.set_value(query);
        }
    });
    on_cleanup(move || {
        // The page is still there, so it is still scrolled.
        let query = shown_query.try_get_value().unwrap_or_default();
        console.positions.set_list(ListPosition { project, query, scroll_y: page::scroll_y() });
    });
}

#[component]
fn NewJobForm(project: ProjectId) -> impl IntoView {
    let composer = use_console().composer(&project, None);
    let sent = {
        let project = project.clone();
        Callback::new(move |sent: Submitted| {
            let link = match sent {
                Submitted::Job(job) => Some(Page::Job(&project, &job).to_string()),
                Submitted::FollowUp(_) => None,
            };
            let link = link.map(|href| view! { <a href=href>{labels::OPEN_THE_JOB}</a> });
            view! { <p>{labels::JOB_STARTED} {link}</p> }.into_any()
        })
    };
    view! {
        <MayChangeJobs project=project.clone()>
            <PromptComposer composer=composer.clone() labels=LABELS sent=sent notes=prompt_notes_part/>
        </MayChangeJobs>
    }
}

/// The form that imports a job, loaded when somebody opens it.
#[component]
fn Import(project: ProjectId) -> impl IntoView {
    let (is_opened, open) = opened_once(false);
    view! {
        <details class="import-job" on:toggle=move |_| open()>
            <summary aria-keyshortcuts="i" title=general::shortcut("i")>{texts::IMPORT_BY_ID}</summary>
            {move || is_opened.get().then(|| extras_part(ExtrasPart::Import(project.clone())))}
        </details>
    }
}

/// The list, or what the page shows in its place. With `is_id_absent`, another part of the page
/// shows the job whose id is searched for.
#[component]
fn List(project: ProjectId, state: Memo<ListState>, is_id_absent: Memo<bool>) -> impl IntoView {
    let jobs = use_console().jobs;
    let plain = Page::Jobs(&project).to_string();
    let query = use_location().search;
    let clear = move || {
        let plain = plain.clone();
        let href = move || with_selection(plain.clone(), &query.get());
        view! {
            <a href=href aria-keyshortcuts="b" title=general::shortcut("b") on:click=focus_search>{general::CLEAR_FILTER}</a>
        }
    };
    move || match state.get() {
        ListState::Loading => view! { <Skeleton rows=8 label=texts::LOADING_JOBS/> }.into_any(),
        ListState::Failed(error) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| jobs.retry())/> }.into_any()
        }
        ListState::InvalidFilter(sentence) => view! {
            <div class="notice notice--error" role="alert">
                <p class="notice__text">
                    {sentence} {clear()}
                </p>
            </div>
        }
        .into_any(),
        ListState::Empty => view! { <NoJobs project=project.clone()/> }.into_any(),
        ListState::NoMatch => view! {
            <div class="empty" role="status">
                <p>{move || (!is_id_absent.get()).then_some(filters::NO_MATCH)} {clear()}</p>
            </div>
        }
        .into_any(),
        ListState::Jobs => view! { <JobTable project=project.clone()/> }.into_any(),
    }
}

#[component]
fn NoJobs(project: ProjectId) -> impl IntoView {
    let Console { auth, jobs, .. } = use_console();
    // The ledger has events, so there may be hidden jobs, which the list does not show.
    let hidden = jobs.with_untracked(|store| store.is_ahead_of(0)).then(|| {
        let hidden = JobFilter { hidden: true, ..JobFilter::default() };
        let href = Page::FilteredJobs(&project, &hidden).to_string();
        view! { " " <a href=href on:click=focus_search>{filters::ONLY_HIDDEN}</a> }
    });
    let none = if hidden.is_some() { texts::NO_JOBS_TO_SHOW } else { texts::NO_JOBS_YET };
    let others = || view! { <p>{texts::WHO_STARTS_JOBS}</p> };
    view! {
        <div class="empty">
            <p>{none} {hidden}</p>
            <Show when=move || auth.may(Right::JobsWrite, &project) fallback=others>
                <p>{texts::HOW_TO_START}</p>
            </Show>
        </div>
    }
}
