//! The form for the labels of a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, JobPatch, ProjectId};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::{Console, use_console};
use crate::state::jobs::label_draft::{LabelDraft, storage_key};
use crate::state::jobs::labels::{labels, labels_text, merged};
use crate::state::stored_form::{self, FormStorage};
use crate::texts::general;
use crate::texts::jobs::details as texts;

/// The labels as text. The form shows the stored labels until a person types something else. The browser keeps that text until it
/// is saved.
#[component]
pub(super) fn LabelForm(
    project: ProjectId,
    id: JobId,
    job: Memo<Option<Arc<JobEntry>>>,
    /// Sends the labels, and has the error.
    pending: PendingMutation,
) -> impl IntoView {
    let Console { auth, jobs, .. } = use_console();
    // A poll changes the job, but must not rebuild the form that a person is typing in.
    let labels_of_job = Memo::new(move |_| {
        job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
    });
    let key = storage_key(&auth.person_untracked(), &project, &id);
    let draft: LabelDraft = stored_form::load(&key).unwrap_or_default();
    let storage = FormStorage::new(key, &draft);
    // `before` is what the form showed before the person changed it.
    let (text, before) = (StoredValue::new(draft.text), StoredValue::new(draft.before));
    let shown = Trigger::new();
    let store = move || {
        storage.save(&LabelDraft { text: text.get_value(), before: before.get_value() });
    };
    let show = move |labels: String| {
        let is_shown = text.get_value() == labels;
        storage.clear();
        before.set_value(labels.clone());
        if !is_shown {
            text.set_value(labels);
            shown.notify();
        }
    };
    Effect::new(move || {
        let current = labels_of_job.get();
        let typed = text.get_value();
        if current == typed || labels(&before.get_value()).ok() == labels(&typed).ok() {
            show(current);
        }
    });
    let save = Callback::new(move |sent: String| match labels(&sent) {
        Ok(typed) => {
            if let Some(job) = job.get_untracked() {
                let known = labels(&before.get_value()).unwrap_or_default();
                let merged = merged(&job.labels, &known, &typed);
                let saved = labels_text(&merged);
                let patch = JobPatch { labels: Some(merged), ..JobPatch::default() };
                let sent_draft = storage.stored();
                pending.start(Mutation::Patch(job.id.clone(), patch), move || {
                    sent_draft.forget();
                    // The person may have left the page, or typed on.
                    match text.try_get_value() {
                        None => {}
                        Some(now) if now == sent => {
                            show(saved);
                            focus::move_if_on("body", vec!["#labels".to_owned()]);
                        }
                        Some(_) => {
                            before.set_value(sent);
                            store();
                        }
                    }
                });
            }
        }
        Err(invalid) => pending.reject(texts::labels_not_saved(invalid)),
    });
    let completions = label_completions(jobs);
    let form = move || {
        shown.track();
        let id = "labels".to_owned();
        view! { <TextForm id=id label=texts::LABELS_WITH_COMMAS text=text button=general::SAVE shortcut="l" completions=completions on_send=save/> }
    };
    let hint = move || {
        let text = |is_stored| if is_stored { texts::LABELS_ARE_KEPT } else { texts::LABELS_ARE_NOT_KEPT };
        storage.is_stored().map(text)
    };
    view! {
        <div on:input=move |_| store()>
            {form}
            <p class="composer__hint" role="status">{hint}</p>
        </div>
    }
}
