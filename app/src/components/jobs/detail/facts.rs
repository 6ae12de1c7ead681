//! The facts about a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, Label, LearnedDurations, ProjectId, UnixMs};
use leptos::prelude::*;

use super::copy::CopyButton;
use crate::browser::page;
use crate::components::jobs::freshness::FreshnessText;
use crate::format::number::count;
use crate::format::{self, curl, link, next_step::next_check, time};
use crate::paths::{Endpoint, Page};
use crate::state::console::{Console, use_console};
use crate::state::jobs::connection::ConnectionState;
use crate::state::jobs::turns::Turns;
use crate::texts::jobs::details as texts;
use crate::ui::At;

/// A list of names and values, without the unknown ones.
#[component]
pub(crate) fn JobFacts(
    job: Arc<JobEntry>,
    turns: Memo<Turns>,
    durations: Memo<LearnedDurations>,
) -> impl IntoView {
    let plain = |value: Option<String>| value.map(IntoAny::into_any);
    let time = |at: UnixMs| view! { <At at=at/> }.into_any();
    let duration = {
        let job = Arc::clone(&job);
        move || {
            let (name, value) = duration(&job, turns, durations);
            row(name, value)
        }
    };
    let prompts = job.follow_ups.saturating_add(1);
    let facts = [
        row(texts::FRESHNESS, Some(freshness(&job))),
        row(texts::REPOSITORY, job.repository.as_deref().map(repository)),
        row(texts::REFERENCE, plain(job.reference.clone())),
        row(texts::MODEL, plain(job.model.clone())),
        row(texts::BY, plain(job.author.as_ref().map(ToString::to_string))),
        row(texts::CREATED, Some(time(job.created_at.unwrap_or(job.added_at)))),
        row(texts::ENDED, job.ended_at.map(time)),
        row(texts::ARCHIVED, job.archived_at.map(time)),
        Some(duration.into_any()),
        row(texts::PROMPTS, plain((prompts > 1).then(|| count(prompts.into())))),
        row(texts::LABELS, labels(&job)),
    ];
    // Each fact keeps its place, known or not, so that one that appears takes the focus from no button below it.
    view! { <dl class="facts">{facts.into_iter().collect_view()}</dl> }
}

/// The job's id and its links, with buttons that copy them. No poll changes these, so that what a button says stays.
#[component]
pub(crate) fn JobReferences(project: ProjectId, id: JobId) -> impl IntoView {
    let link = page::absolute(&Page::Job(&project, &id).to_string());
    let call = curl::get(&page::absolute(&Endpoint::Job(&project, &id).to_string()));
    let id = id.to_string();
    let id = view! {
        <span class="facts__id">{id.clone()}</span>
        <CopyButton label=texts::COPY_ID shortcut="i" text=id/>
    };
    let links = view! {
        <CopyButton label=texts::COPY_LINK shortcut="y" text=link/>
        " "
        <CopyButton label=texts::COPY_AS_CURL shortcut="u" text=call/>
    };
    view! {
        <dl class="facts">
            {row(texts::JOB_ID, Some(id.into_any()))}
            {row(texts::LINK, Some(links.into_any()))}
        </dl>
    }
}

/// A name and its value, if it is known.
fn row(name: &'static str, value: Option<AnyView>) -> Option<AnyView> {
    value.map(|value| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }.into_any())
}

/// How current the status is, and when Docket checks it next. Without its live connection, the console cannot know that.
fn freshness(job: &Arc<JobEntry>) -> AnyView {
    let Console { now_ms, jobs, .. } = use_console();
    let (polled, connection) = (Arc::clone(job), jobs.connection());
    let next = Memo::new(move |_| {
        let is_live = connection.get() == ConnectionState::Live;
        is_live.then(|| next_check(&polled, now_ms.get())).flatten()
    });
    view! { <FreshnessText job=Arc::clone(job)/> <span class="freshness">{move || next.get()}</span> }
        .into_any()
}

/// How long the agent was at work, as far as it is known: this turn, all turns, or the last one.
fn duration(
    job: &JobEntry,
    turns: Memo<Turns>,
    durations: Memo<LearnedDurations>,
) -> (&'static str, Option<AnyView>) {
    let known = turns.get();
    let text = |ms: i64| Some(time::duration(ms).into_any());
    match (known.running_since, known.last_ms) {
        // Nobody knows whether it is still running.
        _ if format::job::has_unknown_status(job) => (texts::RUNNING_FOR, None),
        (Some(since), _) if !job.status.has_ended() => {
            let now_ms = use_console().now_ms;
            let elapsed_ms = move || now_ms.get() - since.0;
            let beside = Memo::new(move |_| {
                durations.with(|durations| format::job::beside_others(elapsed_ms(), durations))
            });
            let view = view! {
                <span>{move || time::duration(elapsed_ms())}</span>
                {move || beside.get().map(|text| view! { <span class="facts__beside">{text}</span> })}
            };
            (texts::RUNNING_FOR, Some(view.into_any()))
        }
        (_, Some(_)) if known.is_complete => (texts::DURATION, text(known.ended_ms)),
        (_, Some(last_ms)) => (texts::LAST_TURN, text(last_ms)),
        _ => (texts::DURATION, None),
    }
}

/// Links to the other jobs with these labels.
fn labels(job: &JobEntry) -> Option<AnyView> {
    let project = use_console().jobs.project().filter(|_| !job.labels.is_empty())?;
    let link = |label: &Label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        let href = Page::FilteredJobs(&project, &filter).to_string();
        view! { <a class="facts__label" href=href>{label.to_string()}</a> " " }
    };
    Some(job.labels.iter().map(link).collect_view().into_any())
}

/// A link if the URL can be followed, text otherwise.
fn repository(text: &str) -> AnyView {
    // A name that is too long for the line breaks after a slash, and not within a word.
    let parts = link::repository(text).split_inclusive('/').map(ToOwned::to_owned);
    let short = parts.map(|part| view! { {part} <wbr/> }).collect_view();
    match link::followable(text) {
        Some(href) => {
            view! { <a href=href.to_owned() target="_blank" rel="noopener noreferrer">{short}</a> }.into_any()
        }
        None => short.into_any(),
    }
}
