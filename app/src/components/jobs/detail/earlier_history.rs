//! The button that loads earlier pages of a job's history.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::components::load_more::LoadMoreButton;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::texts::general;

/// Loads the page before the loaded history. `has_more` says whether there is one.
#[component]
pub(crate) fn EarlierHistory(project: ProjectId, id: JobId, has_more: Memo<bool>) -> impl IntoView {
    let jobs = use_console().jobs;
    let request = PendingRequest::new();
    let load = Callback::new(move |()| {
        let (project, id) = (project.clone(), id.clone());
        request.run(async move { jobs.load_earlier(&project, &id).await });
    });
    let error = request.error();
    Effect::new(move |before: Option<bool>| {
        let has_more = has_more.get();
        if before == Some(true) && !has_more {
            focus::move_if_on("body", vec!["h1".to_owned()]);
        }
        has_more
    });
    let is_loading = Signal::derive(move || request.is_pending());
    view! {
        <div class="job__earlier">
            {move || error.get().map(|error| view! { <ErrorNotice error=error on_retry=load/> })}
            <Show when=move || has_more.get() && error.with(Option::is_none)>
                <LoadMoreButton label=general::LOAD_EARLIER is_loading=is_loading on_load=load/>
            </Show>
        </div>
    }
}
