//! The facts about a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, Label, UnixMs};
use leptos::prelude::*;

use crate::components::jobs::freshness::FreshnessText;
use crate::format::{link, time};
use crate::paths::Page;
use crate::state::console::Console;
use crate::ui::At;

/// A list of names and values, without the unknown ones.
#[component]
pub(crate) fn Facts(job: Arc<JobEntry>) -> impl IntoView {
    let plain = |value: Option<String>| value.map(IntoAny::into_any);
    let time = |at: UnixMs| view! { <At at=at/> }.into_any();
    let duration_name = if job.ended_at.is_some() { "Duration" } else { "Running for" };
    let prompts = job.follow_ups.saturating_add(1);
    let facts = [
        ("Freshness", Some(view! { <FreshnessText job=Arc::clone(&job)/> }.into_any())),
        ("Repository", job.repository.as_deref().map(repository)),
        ("Ref", plain(job.reference.clone())),
        ("Model", plain(job.model.clone())),
        ("By", plain(job.author.as_ref().map(ToString::to_string))),
        ("Created", Some(time(job.created_at.unwrap_or(job.added_at)))),
        ("Ended", job.ended_at.map(time)),
        (duration_name, Some(duration(job.added_at, job.ended_at))),
        ("Prompts", plain((prompts > 1).then(|| prompts.to_string()))),
        ("Labels", labels(&job)),
        ("Job id", plain(Some(job.id.to_string()))),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }));
    view! { <dl class="facts">{known.collect_view()}</dl> }
}

/// The duration of the job, up to now if it has not ended.
fn duration(added_at: UnixMs, ended_at: Option<UnixMs>) -> AnyView {
    let now_ms = Console::here().now_ms;
    let until_ms = move || ended_at.map_or_else(|| now_ms.get(), |ended_at| ended_at.0);
    (move || time::duration(until_ms() - added_at.0)).into_any()
}

/// Links to the other jobs with these labels.
fn labels(job: &JobEntry) -> Option<AnyView> {
    let project = Console::here().jobs.project().filter(|_| !job.labels.is_empty())?;
    let link = |label: &Label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        let href = Page::FilteredJobs(&project, &filter).to_string();
        view! { <a class="facts__label" href=href>{label.to_string()}</a> " " }
    };
    Some(job.labels.iter().map(link).collect_view().into_any())
}

/// A link if the URL can be followed, text otherwise.
fn repository(text: &str) -> AnyView {
    let short = link::repository(text).to_owned();
    match link::followable(text) {
        Some(href) => {
            view! { <a href=href.to_owned() target="_blank" rel="noopener noreferrer">{short}</a> }.into_any()
        }
        None => short.into_any(),
    }
}
