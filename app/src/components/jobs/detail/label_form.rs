//! The form for the labels of a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobPatch};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::Console;
use crate::state::jobs::labels::{labels, labels_text};
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
    Effect::new(move |before: Option<String>| {
        let stored = stored.get();
        let typed = text.get_value();
        let is_typed = before.is_some_and(|before| labels(&before).ok() != labels(&typed).ok());
        if !is_typed && stored != typed {
            text.set_value(stored.clone());
            shown.notify();
        }
        stored
    });
    let save = Callback::new(move |text: String| match labels(&text) {
        Ok(labels) => {
            if let Some(job) = job.get_untracked() {
                let patch = JobPatch { labels: Some(labels), ..JobPatch::default() };
                pending.start(Mutation::Patch(job.id.clone(), patch), || {});
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
