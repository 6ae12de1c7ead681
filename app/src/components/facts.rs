//! What is known of a job besides its story.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, Label, UnixMs};
use leptos::prelude::*;

use super::freshness::FreshnessOf;
use crate::format::{link, time};
use crate::paths::Page;
use crate::state::console::Console;
use crate::ui::{At, text};

/// The facts, as a list of names and values. What is not known is left out.
#[component]
pub(crate) fn Facts(job: Arc<JobEntry>) -> impl IntoView {
    let plain = |value: Option<String>| value.map(IntoAny::into_any);
    let moment = |at: UnixMs| view! { <At at=at/> }.into_any();
    let took = if job.ended_at.is_some() { "Took" } else { "Running for" };
    let prompts = job.follow_ups.saturating_add(1);
    let facts = [
        ("Freshness", Some(view! { <FreshnessOf job=Arc::clone(&job)/> }.into_any())),
        ("Repository", job.repository.as_deref().map(repository)),
        ("Ref", plain(job.reference.clone())),
        ("Model", plain(job.model.clone())),
        ("By", plain(job.author.as_ref().map(ToString::to_string))),
        ("Created", Some(moment(job.added_at))),
        ("Ended", job.ended_at.map(moment)),
        (took, Some(duration(job.added_at, job.ended_at))),
        ("Prompts", plain((prompts > 1).then(|| prompts.to_string()))),
        ("Labels", labels(&job)),
        ("Job id", plain(Some(job.id.to_string()))),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }));
    view! { <dl class="facts">{known.collect_view()}</dl> }
}

/// How long it took, or has taken so far.
fn duration(added_at: UnixMs, ended_at: Option<UnixMs>) -> AnyView {
    let now_ms = Console::here().now_ms;
    let until_ms = move || ended_at.map_or_else(|| now_ms.get(), |ended_at| ended_at.0);
    text(move || time::duration(until_ms() - added_at.0)).into_any()
}

/// Words that lead to the jobs which have them too.
fn labels(job: &JobEntry) -> Option<AnyView> {
    let project = Console::here().ledger.project().filter(|_| !job.labels.is_empty())?;
    let one = |label: &Label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        view! { <a class="facts__label" href=Page::Found(&project, &filter).to_string()>{label.to_string()}</a> " " }
    };
    Some(job.labels.iter().map(one).collect_view().into_any())
}

/// A link only where it can be followed.
fn repository(text: &str) -> AnyView {
    let short = link::repository(text).to_owned();
    match link::followable(text) {
        Some(href) => {
            view! { <a href=href.to_owned() target="_blank" rel="noopener noreferrer">{short}</a> }.into_any()
        }
        None => short.into_any(),
    }
}
