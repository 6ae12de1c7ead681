//! The form that adds labels to the selected jobs.

use leptos::prelude::*;

use crate::browser::focus;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::text_form::TextForm;
use crate::state::bulk::action::BulkAction;
use crate::state::console::use_console;
use crate::state::jobs::labels::labels;
use crate::texts::general;
use crate::texts::jobs::{bulk as texts, details};

/// A button, and the form that it opens.
#[component]
pub(super) fn BulkLabels(on_labels: Callback<BulkAction>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let close = Callback::new(move |()| {
        is_open.set(false);
        problem.set(None);
        focus::move_soon("#bulk-label");
    });
    let open = move |_| {
        if is_open.get_untracked() {
            close.run(());
        } else {
            is_open.set(true);
            focus::move_soon("#bulk-labels");
        }
    };
    let add = Callback::new(move |text: String| match labels(&text) {
        Ok(added) if added.is_empty() => problem.set(Some(texts::TYPE_A_LABEL.to_owned())),
        Ok(added) => {
            close.run(());
            on_labels.run(BulkAction::Label(added));
        }
        Err(invalid) => problem.set(Some(details::labels_not_added(invalid))),
    });
    let completions = label_completions(use_console().jobs);
    view! {
        <button
            type="button"
            class="button"
            id="bulk-label"
            aria-expanded=move || is_open.get().to_string()
            aria-keyshortcuts="l"
            title=general::shortcut("l")
            on:click=open
        >
            {texts::ADD_LABELS}
        </button>
        <Show when=move || is_open.get()>
            <TextForm
                id="bulk-labels".to_owned()
                label=texts::LABELS_TO_ADD
                text=StoredValue::new(String::new())
                button=texts::ADD
                completions=completions
                on_send=add
                on_escape=close
                problem=problem
            />
        </Show>
    }
}
