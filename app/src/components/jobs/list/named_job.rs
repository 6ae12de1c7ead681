//! The job that a search names by its id or by the number of its pull request.

use std::sync::Arc;

use docket_wire::{JobEntry, ProjectId};
use leptos::prelude::*;

use crate::format::{job as words, link};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::jobs::search::Named;
use crate::texts::jobs::list as texts;

/// Links to the jobs that are meant. A pull request is looked up among the loaded jobs.
#[component]
pub(crate) fn NamedJob(project: ProjectId, named: Memo<Option<Named>>) -> impl IntoView {
    let jobs = Console::here().jobs;
    let links = move || match named.get()? {
        Named::Id(id) => {
            let title = jobs.loaded_job(id.clone()).get().map(|job| words::entry_title(&job));
            let href = Page::Job(&project, &id).to_string();
            Some(
                view! { <p>{texts::WITH_THIS_ID} <a href=href dir="auto">{title.unwrap_or(id.to_string())}</a></p> }
                    .into_any(),
            )
        }
        Named::PullRequest(number) => {
            let end = format!("#{number}");
            let found = jobs.loaded(move |job| {
                job.pr_link.as_deref().is_some_and(|url| link::pull_request(url).ends_with(&end))
            });
            if found.is_empty() {
                return Some(view! { <p>{texts::NONE_WITH_THIS_PULL_REQUEST}</p> }.into_any());
            }
            let item = |job: &Arc<JobEntry>| {
                let href = Page::Job(&project, &job.id).to_string();
                view! { " " <a href=href dir="auto">{words::entry_title(job)}</a> }
            };
            Some(
                view! { <p>{texts::WITH_THIS_PULL_REQUEST} {found.iter().map(item).collect_view()}</p> }
                    .into_any(),
            )
        }
    };
    view! { <div class="filters named" role="status">{links}</div> }
}
