//! The job that a search names by its id or by the number of its pull request.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, ProjectId};
use leptos::prelude::*;

use crate::format::{job as words, link};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::jobs::search::Named;
use crate::texts::jobs::list as texts;

/// Links to the jobs that are meant. A pull request is looked up among the loaded jobs.
#[component]
pub(crate) fn NamedJob(project: ProjectId, named: Memo<Option<Named>>) -> impl IntoView {
    let Console { api, jobs, .. } = Console::here();
    // A job that is not loaded may be older, hidden, or none.
    let absent = Memo::new(move |_| match named.get()? {
        Named::Id(id) => jobs.loaded(|job| job.id == id).is_empty().then_some(id),
        Named::PullRequest(_) => None,
    });
    let in_project = StoredValue::new(project.clone());
    let found = Fetched::new(absent, move |id: JobId| {
        let project = in_project.get_value();
        async move { api.job(&project, &id, None).await }
    });
    let links = move || match named.get()? {
        Named::Id(id) => {
            let title = if absent.get().is_some() {
                match found.get().filter(|(of, _)| *of == id)?.1 {
                    Ok(detail) => words::entry_title(&detail.job),
                    Err(error) if error.is_not_found() => {
                        return Some(view! { <p>{texts::NONE_WITH_THIS_ID}</p> }.into_any());
                    }
                    Err(_) => id.to_string(),
                }
            } else {
                jobs.loaded(|job| job.id == id).first().map(|job| words::entry_title(job))?
            };
            let href = Page::Job(&project, &id).to_string();
            Some(view! { <p>{texts::WITH_THIS_ID} <a href=href dir="auto">{title}</a></p> }.into_any())
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
