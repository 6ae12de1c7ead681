//! A field for labels: chips, and a text field behind them that suggests the labels of other jobs.

use docket_wire::Label;
use leptos::html;
use leptos::prelude::*;

use super::change::ChipChange;
use super::input::LabelInput;
use super::suggestions::{SuggestionList, Suggestions};
use crate::browser::focus::{self, FocusLoss};
use crate::state::console::use_console;
use crate::state::jobs::labels::chips::LabelChips;
use crate::texts::general;
use crate::texts::labels as texts;

/// Labels as chips, each with a button that removes it. A comma or Enter makes a chip of what is typed, and Backspace types on in the
/// last chip.
#[component]
pub(crate) fn LabelField(
    id: &'static str,
    /// The name of the field.
    label: &'static str,
    /// The labels, separated by commas.
    text: Signal<String>,
    /// Replaces the text.
    on_text: Callback<String>,
    #[prop(optional_no_strip)] shortcut: Option<&'static str>,
    /// What is wrong with the text that was sent.
    #[prop(into)]
    problem: Signal<Option<String>>,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let chips = Memo::new(move |_| text.with(|text| LabelChips::read(text)));
    let typed = Memo::new(move |_| chips.with(|chips| chips.typed.clone()));
    let has_labels = Memo::new(move |_| chips.with(|chips| !chips.labels.is_empty()));
    let problem = Memo::new(move |_| {
        let rule = || chips.with(|chips| chips.broken_rule());
        problem.get().or_else(|| rule().map(|rule| texts::not_added(&rule)))
    });
    let change = ChipChange::new(chips, on_text);
    let suggestions = Suggestions::new(id);
    let field = LabelInput { input, chips, change, suggestions, jobs: use_console().jobs };
    // Somebody else may remove the label whose button has the focus.
    let on_focus_out = move |event| {
        focus::when_lost(&event, move |loss| {
            if loss == FocusLoss::Removed {
                field.focus();
            }
        });
    };
    let remove = Callback::new(move |label| field.remove(&label));
    let choose = Callback::new(move |label: String| field.choose(&label));
    let problem_id = format!("{id}-problem");
    let described_by = problem_id.clone();
    view! {
        <div class="labels">
            <label class="text-form__label" for=id>{label}</label>
            <div class="labels__box">
                <Show when=move || has_labels.get()>
                    <ul class="labels__chips" aria-label=texts::CHOSEN_LABELS on:focusout=on_focus_out>
                        <For
                            each=move || chips.with(|chips| chips.labels.clone())
                            key=Label::clone
                            children=move |label| chip(label, remove)
                        />
                    </ul>
                </Show>
                <input
                    node_ref=input
                    class="labels__input"
                    id=id
                    role="combobox"
                    aria-autocomplete="list"
                    aria-expanded=move || suggestions.is_open().to_string()
                    aria-controls=move || suggestions.is_open().then(|| suggestions.list_id())
                    aria-activedescendant=move || suggestions.active_id()
                    aria-keyshortcuts=shortcut
                    title=shortcut.map(general::shortcut)
                    aria-invalid=move || problem.with(Option::is_some).then_some("true")
                    aria-describedby=move || problem.with(Option::is_some).then(|| described_by.clone())
                    autocomplete="off"
                    autocapitalize="none"
                    dir="auto"
                    prop:value=typed
                    on:input=move |event| field.change_text(&event_target_value(&event))
                    on:keydown=move |event| field.press(&event)
                    on:click=move |_| field.suggest()
                />
                <SuggestionList suggestions=suggestions on_choose=choose/>
            </div>
            {move || problem.get().map(|problem| view! { <p class="labels__problem" role="alert" id=problem_id.clone()>{problem}</p> })}
            <p class="labels__hint" role="status" class:visually-hidden=move || !change.is_repeated.get()>{change.announced}</p>
        </div>
    }
}

/// A label, with the button that removes it.
fn chip(label: Label, remove: Callback<Label>) -> impl IntoView {
    let text = label.to_string();
    view! {
        <li class="labels__chip">
            <span dir="auto">{text.clone()}</span>
            <button
                type="button"
                class="icon-button labels__remove"
                aria-label=texts::remove(&text)
                on:click=move |_| remove.run(label.clone())
            >
                "×"
            </button>
        </li>
    }
}
