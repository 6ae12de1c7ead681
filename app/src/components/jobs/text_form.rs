//! A form with one text field.

use leptos::prelude::*;

use super::label_completions::CompletionList;
use crate::browser::keyboard::{is_escape, is_submit};
use crate::texts::general;

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
    #[prop(optional)] shortcut: Option<&'static str>,
    /// Texts of a field of one line that complete what is typed in it.
    #[prop(optional, into)]
    completions: Option<Callback<String, Vec<String>>>,
    /// Closes the form, when a person presses Escape.
    #[prop(optional, into)]
    on_escape: Option<Callback<()>>,
    /// What is wrong with the text that was sent.
    #[prop(optional, into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let value = text.get_value();
    let typed = RwSignal::new(value.clone());
    let on_input = move |event| {
        text.set_value(event_target_value(&event));
        typed.set(text.get_value());
    };
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
    let title = shortcut.map(general::shortcut);
    let list = completions.map(|_| format!("{id}-completions"));
    let options = completions.zip(list.clone()).map(|(completions, list)| {
        view! { <CompletionList id=list typed=typed completions=completions/> }
    });
    let problem_id = format!("{id}-problem");
    let described_by = problem_id.clone();
    let is_invalid = move || problem.with(Option::is_some).then_some("true");
    let described_by = move || problem.with(Option::is_some).then(|| described_by.clone());
    let field = if is_multiline {
        view! { <textarea class="composer__text" dir="auto" id=id.clone() rows="3" aria-invalid=is_invalid aria-describedby=described_by prop:value=value on:input=on_input></textarea> }
            .into_any()
    } else {
        view! { <input class="text-form__field" id=id.clone() list=list aria-keyshortcuts=shortcut title=title autocomplete="off" aria-invalid=is_invalid aria-describedby=described_by prop:value=value on:input=on_input/> }
            .into_any()
    };
    view! {
        <form class="text-form" on:submit=on_submit on:keydown=on_key>
            <label class="text-form__label" for=id>{label}</label>
            {field}
            {options}
            <button type="submit" class="button">{button}</button>
        </form>
        {move || problem.get().map(|problem| view! { <p role="alert" id=problem_id.clone()>{problem}</p> })}
    }
}
