//! The fields of a template's variables.

use docket_wire::FIGURES_VARIABLE;
use leptos::prelude::*;

use crate::state::templates::filling::Filling;
use crate::texts::templates as texts;

/// A labelled field for each variable, and what the prompt becomes.
#[component]
pub(super) fn VariableFields(filling: RwSignal<Filling>) -> impl IntoView {
    let names = filling.with_untracked(Filling::names);
    let field = move |name: String| {
        let (read, written) = (name.clone(), name.clone());
        let value = move || filling.with(|filling| filling.value(&read));
        let on_input =
            move |event| filling.update(|filling| filling.set(&written, event_target_value(&event)));
        let input = if name == FIGURES_VARIABLE {
            view! { <textarea class="composer__text" rows="2" dir="auto" prop:value=value on:input=on_input></textarea> }.into_any()
        } else {
            view! { <input autocomplete="off" prop:value=value on:input=on_input/> }.into_any()
        };
        view! { <label class="field"><span class="field__label">{texts::variable(&name)}</span>{input}</label> }
    };
    view! {
        <div class="variables" id="template-values">{names.into_iter().map(field).collect_view()}</div>
        <pre class="template-text" dir="auto" tabindex="0" role="region" aria-label=texts::PROMPT>
            {move || filling.with(Filling::preview)}
        </pre>
    }
}
