//! The form that adds labels to the selected jobs.

use leptos::prelude::*;

use crate::browser::focus;
use crate::components::jobs::labels::form::LabelsForm;
use crate::state::bulk::action::BulkAction;
use crate::state::jobs::labels::labels_of_job;
use crate::texts::general;
use crate::texts::jobs::bulk as texts;
use crate::texts::labels::not_added;

/// A button, and the form that it opens.
#[component]
pub(super) fn BulkLabels(on_labels: Callback<BulkAction>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let (text, problem) = (RwSignal::new(String::new()), RwSignal::new(None::<String>));
    let change = Callback::new(move |typed: String| {
        problem.set(None);
        text.set(typed);
    });
    // What was typed and not added is there again when the form is opened again.
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
    let add = Callback::new(move |sent: String| match labels_of_job(&sent) {
        Ok(added) if added.is_empty() => problem.set(Some(texts::TYPE_A_LABEL.to_owned())),
        Ok(added) => {
            close.run(());
            text.set(String::new());
            on_labels.run(BulkAction::Label(added));
        }
        Err(rule) => problem.set(Some(not_added(&rule))),
    });
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
            <LabelsForm
                id="bulk-labels"
                label=texts::LABELS_TO_ADD
                text=text.into()
                on_text=change
                button=texts::ADD
                on_send=add
                on_escape=close
                problem=problem
            />
        </Show>
    }
}
