//! The form that imports a job which was created outside Docket.

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::api::Mutation;
use crate::browser::page;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::paths::Page;
use crate::state::jobs::actions::job_id;
use crate::texts::jobs::list as texts;

/// Imports a job by its id, and opens its page.
#[component]
pub(crate) fn ImportJob(project: ProjectId) -> impl IntoView {
    let navigate = use_navigate();
    let pending = PendingMutation::new();
    let send = Callback::new(move |text: String| match job_id(&text) {
        Ok(job) => {
            let path = Page::Job(&project, &job).to_string();
            let (navigate, is_here) = (navigate.clone(), page::stays_open());
            pending.start(Mutation::Import(job), move || {
                if is_here() {
                    navigate(&path, Default::default());
                }
            });
        }
        Err(message) => pending.reject(message),
    });
    let close = Callback::new(|()| page::close(".import-job"));
    let text = StoredValue::new(String::new());
    view! {
        <TextForm id="import-job".to_owned() label=texts::JOB_ID text=text button=texts::IMPORT on_send=send on_escape=close/>
        {pending.error()}
    }
}
