//! A form with one text field.

use leptos::prelude::*;

use crate::browser::keyboard::{is_escape, is_submit};

/// One field and one button.
#[component]
pub(crate) fn TextForm(
    id: String,
    label: &'static str,
    /// The text of the field; follows what the person types.
    text: StoredValue<String>,
    button: &'static str,
    /// Whether the field has several lines.
    #[prop(optional)]
    is_multiline: bool,
    on_send: Callback<String>,
    /// Closes the form, when a person presses Escape.
    #[prop(optional, into)]
    on_escape: Option<Callback<()>>,
) -> impl IntoView {
    let value = text.get_value();
    let on_input = move |event| text.set_value(event_target_value(&event));
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        on_send.run(text.get_value());
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            on_send.run(text.get_value());
        } else if let Some(escape) = on_escape.filter(|_| is_escape(&event)) {
            escape.run(());
        }
    };
    let field = if is_multiline {
        view! { <textarea class="composer__text" dir="auto" id=id.clone() rows="3" prop:value=value on:input=on_input></textarea> }
            .into_any()
    } else {
        view! { <input class="text-form__field" id=id.clone() autocomplete="off" prop:value=value on:input=on_input/> }
            .into_any()
    };
    view! {
        <form class="text-form" on:submit=on_submit on:keydown=on_key>
            <label class="text-form__label" for=id>{label}</label>
            {field}
            <button type="submit" class="button">{button}</button>
        </form>
    }
}
