//! What a person can change about how a job is kept. The service hears nothing of it.

use std::sync::Arc;

use docket_wire::{JobEntry, JobPatch};
use leptos::prelude::*;

use super::doing::Doing;
use super::text_form::TextForm;
use crate::api::Deed;
use crate::state::offers::{labels, labels_text, watch_offer};
use crate::ui::{button, given, never, part, text};

/// Watching, hiding and labels.
#[component]
pub(crate) fn JobActions(job: Memo<Option<Arc<JobEntry>>>) -> impl IntoView {
    let doing = Doing::new();
    let patch = move |patch: JobPatch| {
        if let Some(job) = job.get_untracked() {
            doing.start(Deed::Patch(job.id.clone(), patch), || {});
        }
    };
    // Looks at the job must not disturb what is being written here.
    let is = move |what: fn(&JobEntry) -> bool| {
        Memo::new(move |_| job.with(|job| job.as_deref().is_some_and(what)))
    };
    let is_watched = is(|job| watch_offer(job) == Some(false));
    let has_ended = is(|job| watch_offer(job).is_none());
    let is_hidden = is(|job| job.hidden);
    let labelled = Memo::new(move |_| {
        job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
    });
    let busy = move || given("true", move || doing.is_busy());
    let watch = part(move || {
        (!has_ended.get()).then(|| {
            let name = text(move || if is_watched.get() { "Stop watching" } else { "Watch again" });
            button(name, busy(), never(), move || {
                patch(JobPatch { polling: Some(!is_watched.get_untracked()), ..JobPatch::default() });
            })
        })
    });
    let hide = text(move || if is_hidden.get() { "Bring back" } else { "Hide" });
    let hide = button(hide, busy(), never(), move || {
        patch(JobPatch { hidden: Some(!is_hidden.get_untracked()), ..JobPatch::default() });
    });
    let save = Callback::new(move |text: String| match labels(&text) {
        Ok(labels) => patch(JobPatch { labels: Some(labels), ..JobPatch::default() }),
        Err(invalid) => doing.object(format!("Not saved: {invalid}.")),
    });
    let form = part(move || {
        let (id, value) = ("labels".to_owned(), StoredValue::new(labelled.get()));
        view! { <TextForm id=id label="Labels, separated by commas" text=value button="Save" on_send=save/> }
    });
    view! {
        <div class="actions job-actions">
            {form} <div class="actions__buttons">{watch} {hide}</div> {doing.error()}
        </div>
    }
}
