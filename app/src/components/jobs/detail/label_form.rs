//! The form for the labels of a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobPatch};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::Console;
use crate::state::jobs::labels::{labels, labels_text, merged};
use crate::texts::general;
use crate::texts::jobs::details as texts;

/// The labels as text. The form follows what is stored, unless a person has typed something else.
#[component]
pub(super) fn LabelForm(
    job: Memo<Option<Arc<JobEntry>>>,
    /// Sends the labels, and has the error.
    pending: PendingMutation,
) -> impl IntoView {
    // A poll changes the job, but must not rebuild the form that a person is typing in.
    let stored = Memo::new(move |_| {
        job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
    });
    let (text, shown) = (StoredValue::new(String::new()), Trigger::new());
    // What the form showed before the person changed it.
    let before = StoredValue::new(String::new());
    let show = move |labels: String| {
        let is_shown = text.get_value() == labels;
        before.set_value(labels.clone());
        if !is_shown {
            text.set_value(labels);
            shown.notify();
        }
    };
    Effect::new(move || {
        let stored = stored.get();
        let typed = text.get_value();
        if stored == typed || labels(&before.get_value()).ok() == labels(&typed).ok() {
            show(stored);
        }
    });
    let save = Callback::new(move |sent: String| match labels(&sent) {
        Ok(typed) => {
            if let Some(job) = job.get_untracked() {
                let known = labels(&before.get_value()).unwrap_or_default();
                let merged = merged(&job.labels, &known, &typed);
                let saved = labels_text(&merged);
                let patch = JobPatch { labels: Some(merged), ..JobPatch::default() };
                pending.start(Mutation::Patch(job.id.clone(), patch), move || {
                    // The person may have left the page, or typed on.
                    if text.try_get_value().is_some_and(|now| now == sent) {
                        show(saved);
                        focus::move_if_on("body", vec!["#labels".to_owned()]);
                    } else {
                        before.try_set_value(sent);
                    }
                });
            }
        }
        Err(invalid) => pending.reject(texts::labels_not_saved(invalid)),
    });
    let completions = label_completions(Console::here().jobs);
    move || {
        shown.track();
        let id = "labels".to_owned();
        view! { <TextForm id=id label=texts::LABELS_WITH_COMMAS text=text button=general::SAVE shortcut="l" completions=completions on_send=save/> }
    }
}
