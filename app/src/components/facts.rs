//! What is known of a job besides its story.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry};
use leptos::prelude::*;

use super::freshness::FreshnessOf;
use crate::format::{link, time};
use crate::state::console::Console;
use crate::ui::At;

/// The facts, as a list of names and values. What is not known is left out.
#[component]
pub(crate) fn Facts(detail: Memo<Option<Arc<JobDetail>>>, job: Memo<Arc<JobEntry>>) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    let fact = move |get: fn(&JobEntry) -> Option<String>| Memo::new(move |_| job.with(|job| get(job)));
    let repository = fact(|job| job.repository.clone());
    let reference = fact(|job| job.reference.clone());
    let model = fact(|job| job.model.clone());
    let author = fact(|job| job.author.as_ref().map(ToString::to_string));
    let created_at = Memo::new(move |_| job.with(|job| job.created_at));
    let ended_at = Memo::new(move |_| job.with(|job| job.ended_at));
    let prompts = Memo::new(move |_| {
        detail.with(|detail| detail.as_ref().map_or(0, |detail| detail.submissions.len()))
    });
    let took = Memo::new(move |_| {
        let until_ms = ended_at.get().map_or_else(|| now_ms.get(), |ended_at| ended_at.0);
        time::duration(until_ms - created_at.get().0)
    });
    let plain = |name: &'static str, value: Memo<Option<String>>| {
        move || value.get().map(|value| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
    };
    view! {
        <dl class="facts">
            <div><dt>"Freshness"</dt><dd><FreshnessOf job=job/></dd></div>
            {move || repository.get().map(|text| view! { <div><dt>"Repository"</dt><dd><Repository text=text/></dd></div> })}
            {plain("Ref", reference)}
            {plain("Model", model)}
            {plain("By", author)}
            <div><dt>"Created"</dt><dd>{move || view! { <At at=created_at.get()/> }}</dd></div>
            {move || ended_at.get().map(|at| view! { <div><dt>"Ended"</dt><dd><At at=at/></dd></div> })}
            <div><dt>{move || if ended_at.get().is_some() { "Took" } else { "Running for" }}</dt><dd>{took}</dd></div>
            {move || (prompts.get() > 1).then(|| view! { <div><dt>"Prompts"</dt><dd>{prompts.get()}</dd></div> })}
            <div><dt>"Job id"</dt><dd class="facts__id">{move || job.with(|job| job.id.to_string())}</dd></div>
        </dl>
    }
}

#[component]
fn Repository(text: String) -> impl IntoView {
    let short = link::repository(&text).to_owned();
    match link::followable(&text) {
        Some(href) => {
            view! { <a href=href.to_owned() target="_blank" rel="noopener noreferrer">{short}</a> }.into_any()
        }
        None => short.into_any(),
    }
}
