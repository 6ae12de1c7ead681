//! Finds a job by the id in the search field if the list lacks it, because it is hidden or another filter leaves it out.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;

use crate::format;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::texts::jobs::list as texts;

/// A link to the job, or that there is none.
#[component]
pub(crate) fn JobWithId(project: ProjectId, id: Memo<Option<JobId>>) -> impl IntoView {
    let api = use_console().api;
    let stored_project = StoredValue::new(project.clone());
    let found = Fetched::new(id, move |id: JobId| {
        let project = stored_project.get_value();
        // A read of the history would make a poll of an ended job due.
        async move { api.job(&project, &id, Some(0)).await }
    });
    let link = move || {
        let id = id.get()?;
        let title = match found.get().filter(|(of, _)| *of == id)?.1 {
            Ok(detail) => format::job::entry_title(&detail.job),
            Err(error) if error.is_not_found() => {
                return Some(view! { <p>{texts::NONE_WITH_THIS_ID}</p> }.into_any());
            }
            Err(_) => id.to_string(),
        };
        let href = Page::Job(&project, &id).to_string();
        Some(view! { <p>{texts::WITH_THIS_ID} <a href=href dir="auto">{title}</a></p> }.into_any())
    };
    view! { <div class="filters" role="status">{link}</div> }
}
