//! What a person can change about how a job is kept. The service hears nothing of it.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, JobPatch};
use leptos::prelude::*;

use super::doing::Doing;
use super::text_form::TextForm;
use crate::api::Deed;
use crate::state::offers::{labels, labels_text, watch_offer};
use crate::ui::{given, part, text};

/// Watching, hiding and labels.
#[component]
pub(crate) fn JobActions(id: JobId, job: Memo<Option<Arc<JobEntry>>>) -> impl IntoView {
    let doing = Doing::new();
    let patch = {
        let id = id.clone();
        Callback::new(move |patch: JobPatch| doing.start(Deed::Patch(id.clone(), patch), || {}))
    };
    // Looks at the job must not disturb what is being written here.
    let kept = Memo::new(move |_| {
        job.with(|job| job.as_ref().map(|job| (watch_offer(job), job.hidden, labels_text(&job.labels))))
    });
    let is_hidden = Memo::new(move |_| kept.with(|kept| kept.as_ref().is_some_and(|kept| kept.1)));
    let busy = move || given("true", move || doing.is_busy());
    let watch = part(move || {
        kept.get().and_then(|kept| kept.0).map(|is_wanted| {
            let name = if is_wanted { "Watch again" } else { "Stop watching" };
            let change = move |_| patch.run(JobPatch { watch: Some(is_wanted), ..JobPatch::default() });
            view! { <button type="button" class="button" aria-disabled=busy() on:click=change>{name}</button> }
        })
    });
    let hide = move |_| {
        patch.run(JobPatch { hidden: Some(!is_hidden.get_untracked()), ..JobPatch::default() });
    };
    let labelled = Memo::new(move |_| kept.with(|kept| kept.as_ref().map(|kept| kept.2.clone())));
    let save = Callback::new(move |text: String| match labels(&text) {
        Ok(labels) => patch.run(JobPatch { labels: Some(labels), ..JobPatch::default() }),
        Err(invalid) => doing.object(format!("Not saved: {invalid}.")),
    });
    view! {
        <div class="actions job-actions">
            {part(move || view! {
                <TextForm
                    id="labels".to_owned()
                    label="Labels, separated by commas"
                    value=labelled.get().unwrap_or_default()
                    button="Save"
                    on_send=save
                />
            })}
            <div class="actions__buttons">
                {watch}
                <button type="button" class="button" aria-disabled=busy() on:click=hide>
                    {text(move || if is_hidden.get() { "Bring back" } else { "Hide" })}
                </button>
            </div>
            {doing.error()}
        </div>
    }
}
