//! A form with a field for labels.

use leptos::prelude::*;

use super::field::LabelField;
use crate::browser::keyboard::{is_escape, is_submit};

/// The field and one button.
#[component]
pub(crate) fn LabelsForm(
    id: &'static str,
    /// The name of the field.
    label: &'static str,
    /// The labels, separated by commas.
    text: Signal<String>,
    /// Replaces the text.
    on_text: Callback<String>,
    button: &'static str,
    on_send: Callback<String>,
    #[prop(optional, into)] shortcut: Option<&'static str>,
    /// Closes the form, when a person presses Escape.
    #[prop(optional, into)]
    on_escape: Option<Callback<()>>,
    /// What is wrong with the text that was sent.
    #[prop(into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let send = move || on_send.run(text.get_untracked());
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send();
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            send();
        } else if let Some(escape) = on_escape.filter(|_| is_escape(&event)) {
            escape.run(());
        }
    };
    view! {
        <form class="text-form" on:submit=on_submit on:keydown=on_key>
            <LabelField id=id label=label text=text on_text=on_text shortcut=shortcut problem=problem/>
            <button type="submit" class="button">{button}</button>
        </form>
    }
}
