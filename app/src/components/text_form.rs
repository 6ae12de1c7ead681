//! One text and one button.

use leptos::prelude::*;

/// A form that asks for one text.
#[component]
pub(crate) fn TextForm(
    /// The field's id.
    id: String,
    /// What the field is called.
    label: &'static str,
    /// What is in it to begin with, and then what is written.
    text: StoredValue<String>,
    /// On the button.
    button: &'static str,
    /// Whether the text has more than one line.
    #[prop(optional)]
    is_long: bool,
    /// Takes the text.
    on_send: Callback<String>,
) -> impl IntoView {
    let value = text.get_value();
    let on_input = move |event| text.set_value(event_target_value(&event));
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        on_send.run(text.get_value());
    };
    let field = if is_long {
        view! { <textarea class="composer__text" id=id.clone() rows="3" prop:value=value on:input=on_input></textarea> }
            .into_any()
    } else {
        view! { <input class="text-form__field" id=id.clone() autocomplete="off" prop:value=value on:input=on_input/> }
            .into_any()
    };
    view! {
        <form class="text-form" on:submit=on_submit>
            <label class="text-form__label" for=id>{label}</label>
            {field}
            <button type="submit" class="button">{button}</button>
        </form>
    }
}
