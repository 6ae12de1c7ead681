//! The job whose id is in the search field. It may be hidden, or not in the list for another reason.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;

use crate::format::job as words;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::texts::jobs::list as texts;

/// A link to the job.
#[component]
pub(crate) fn JobWithId(project: ProjectId, id: Memo<Option<JobId>>) -> impl IntoView {
    let Console { api, jobs, .. } = Console::here();
    let absent = Memo::new(move |_| {
        let id = id.get()?;
        jobs.loaded(|job| job.id == id).is_empty().then_some(id)
    });
    let in_project = StoredValue::new(project.clone());
    let found = Fetched::new(absent, move |id: JobId| {
        let project = in_project.get_value();
        async move { api.job(&project, &id, None).await }
    });
    let link = move || {
        let id = id.get()?;
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
    };
    view! { <div class="filters named" role="status">{link}</div> }
}
