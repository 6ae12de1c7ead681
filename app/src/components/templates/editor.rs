//! The form of a template. What is typed is stored in the browser until it is saved.

use docket_wire::{ProjectId, TemplateId, variables};
use leptos::html::Button;
use leptos::prelude::*;

use super::conflict::EditConflict;
use crate::api::ApiError;
use crate::browser::focus;
use crate::browser::keyboard::submit_or_leave;
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::count;
use crate::format::prompt::length::PromptLength;
use crate::state::question::Question;
use crate::state::templates::editing::{EditFailure, EditingCallbacks, TemplateEditing};
use crate::state::templates::form::TemplateForm;
use crate::texts::templates as texts;

const DISCARD: Question =
    Question { text: texts::CHANGES_WILL_BE_GONE, yes: texts::DISCARD_THEM, no: texts::KEEP_EDITING };

/// Name, text, and the variables of the text.
#[component]
pub(crate) fn TemplateEditor(
    project: ProjectId,
    /// The template to edit, or `None` to create one.
    id: Option<TemplateId>,
    /// What the form holds at first.
    form: TemplateForm,
    /// Where the browser stores the form.
    key: String,
    /// Receives a sentence about what was saved.
    on_saved: Callback<String>,
    /// Closes the form. What it holds is gone.
    on_close: Callback<()>,
    /// Learns that there is a newer version than the one that is edited.
    #[prop(optional, into)]
    on_outdated: Option<Callback<()>>,
    /// Receives the state of the form.
    #[prop(optional, into)]
    on_open: Option<Callback<TemplateEditing>>,
) -> impl IntoView {
    let label = if id.is_none() { texts::NEW_TEMPLATE } else { texts::EDIT_TEMPLATE };
    // Several forms can be open.
    let suffix = id.as_ref().map_or("new", TemplateId::as_str).to_owned();
    let name_field = format!("template-name-{suffix}");
    let callbacks = EditingCallbacks { on_saved, on_close, on_outdated };
    let editing = TemplateEditing::new(project, id, form, key, callbacks);
    if let Some(on_open) = on_open {
        on_open.run(editing);
    }
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        editing.save();
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        submit_or_leave(&event, || editing.save(), || editing.leave())
    };
    view! {
        <form class="template-form" aria-label=label on:submit=on_submit on:keydown=on_key>
            <TemplateNameField id=name_field.clone() editing=editing/>
            <TemplateTextField hint=format!("template-variables-{suffix}") editing=editing/>
            <EditNotice editing=editing name_field=name_field/>
            <EditorButtons editing=editing/>
        </form>
    }
}

#[component]
fn TemplateNameField(id: String, editing: TemplateEditing) -> impl IntoView {
    let described_by = problem_id(&id);
    view! {
        <label class="field">
            <span class="field__label">{texts::NAME}</span>
            <input
                id=id
                name="name"
                autocomplete="off"
                aria-invalid=move || editing.is_invalid("name").then_some("true")
                aria-describedby=move || editing.is_invalid("name").then(|| described_by.clone())
                readonly=move || editing.is_pending()
                prop:value=move || editing.form.with(|form| form.name.clone())
                on:input=move |event| editing.set_name(event_target_value(&event))
            />
        </label>
    }
}

/// The text, and below it how long it is and which variables it has.
#[component]
fn TemplateTextField(
    /// The id of what stands below it.
    hint: String,
    editing: TemplateEditing,
) -> impl IntoView {
    let length = Memo::new(move |_| editing.form.with(|form| PromptLength::of(&form.text)));
    let names = Memo::new(move |_| editing.form.with(|form| variables(&form.text)));
    view! {
        <label class="field">
            <span class="field__label">{texts::PROMPT}</span>
            <textarea
                class="composer__text"
                dir="auto"
                rows="8"
                aria-describedby=hint.clone()
                aria-invalid=move || editing.is_invalid("text").then_some("true")
                readonly=move || editing.is_pending()
                prop:value=move || editing.form.with(|form| form.text.clone())
                on:input=move |event| editing.set_text(event_target_value(&event))
            ></textarea>
        </label>
        <p id=hint class="template-form__hint">
            {move || names.with(|names| texts::variables(names.len(), &count(names.len() as u64), &names.join(", ")))}
            " " {texts::WHAT_VARIABLES_ARE} " "
            <span class:composer__error=move || length.get().is_too_long()>{move || length.get().sentence()}</span>
        </p>
    }
}

/// Why the form was not saved, and the ways on.
#[component]
fn EditNotice(
    editing: TemplateEditing,
    /// The id of the field for the name.
    name_field: String,
) -> impl IntoView {
    let id = problem_id(&name_field);
    let name_field = StoredValue::new(format!("#{name_field}"));
    // The button that takes the newest version goes away with the notice.
    let on_taken = Callback::new(move |()| focus::move_soon(name_field.get_value()));
    let notice = move || {
        Some(match editing.failure()? {
            EditFailure::Conflict(id, error) => {
                view! { <EditConflict editing=editing id=id error=error on_taken=on_taken/> }.into_any()
            }
            EditFailure::Deleted(error) => view! {
                <ErrorNotice error=ApiError { message: texts::TEMPLATE_IS_GONE.to_owned(), ..error }/>
                <p>
                    <button type="button" class="button" on:click=move |_| editing.save_as_new()>
                        {texts::SAVE_AS_NEW}
                    </button>
                </p>
            }
            .into_any(),
            EditFailure::Other(error) => {
                if untrack(|| editing.is_invalid("name")) {
                    focus::move_soon(name_field.get_value());
                }
                view! { <ErrorNotice error=error/> }.into_any()
            }
        })
    };
    view! { <div id=id>{notice}</div> }
}

/// The id of what says what is wrong with a name.
fn problem_id(name_field: &str) -> String {
    format!("{name_field}-problem")
}

/// The buttons that save and discard, and whether the browser has what is typed.
#[component]
fn EditorButtons(editing: TemplateEditing) -> impl IntoView {
    let is_disabled = move || editing.is_pending().then_some("true");
    let save = move || if editing.is_pending() { texts::SAVING } else { texts::SAVE_TEMPLATE };
    let is_stored = move || {
        let is_stored = editing.is_stored()?;
        Some(if is_stored { texts::SAVED_IN_BROWSER } else { texts::STORAGE_IS_FULL })
    };
    let button = NodeRef::<Button>::new();
    let keep = Callback::new(move |()| {
        editing.is_asking.set(false);
        if let Some(button) = button.get_untracked() {
            // Fails for no element of the page.
            let _ = button.focus();
        }
    });
    view! {
        <p class="template-form__end">
            <button type="submit" class="button button--primary" aria-disabled=is_disabled>{save}</button>
            " "
            <button type="button" class="button" node_ref=button aria-disabled=is_disabled on:click=move |_| editing.leave()>
                {texts::DISCARD_CHANGES}
            </button>
            " "
            <span class="template-form__hint" role="status">{is_stored}</span>
        </p>
        <Show when=move || editing.is_asking.get()>
            <Confirmation question=DISCARD on_yes=Callback::new(move |()| editing.close()) on_no=keep/>
        </Show>
    }
}
