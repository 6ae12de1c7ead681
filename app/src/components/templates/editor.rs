//! The form of a template. What is typed is stored in the browser until it is saved.

use docket_wire::{NewTemplate, ProblemCode, ProjectId, Template, TemplateEdit, TemplateId, variables};
use leptos::prelude::*;

use super::conflict::EditConflict;
use crate::browser::keyboard::is_submit;
use crate::browser::{focus, storage};
use crate::components::error_notice::ErrorNotice;
use crate::format::number::count;
use crate::format::prompt::length::PromptLength;
use crate::state::console::Console;
use crate::state::pending_request::PendingRequest;
use crate::state::stored_form::StoredForm;
use crate::state::templates::form::TemplateForm;
use crate::texts::templates as texts;

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
) -> impl IntoView {
    let api = Console::here().api;
    // None until something is typed.
    let is_stored = RwSignal::new(None::<bool>);
    let stored = StoredValue::new(StoredForm::new(key, &form));
    let form = RwSignal::new(form);
    let (project, id) = (StoredValue::new(project), StoredValue::new(id));
    let request = PendingRequest::new();
    let store = move || {
        is_stored.set(stored.try_update_value(|stored| form.with_untracked(|form| stored.save(form))));
    };
    storage::on_change_elsewhere_here(move |_| stored.with_value(StoredForm::reclaim));
    let save = Callback::new(move |()| {
        if request.is_pending_untracked() {
            return;
        }
        let edit = match form.with_untracked(TemplateForm::finish) {
            Ok(edit) => edit,
            Err(problem) => return request.reject(problem),
        };
        let (project, id) = (project.get_value(), id.get_value());
        let sent = stored.get_value();
        request.run(async move {
            let saved = match id {
                None => {
                    let TemplateEdit { name, text, .. } = edit;
                    api.create_template(&project, &NewTemplate { name, text }).await?
                }
                Some(id) => api.edit_template(&project, &id, &edit).await.inspect_err(|error| {
                    let is_conflict = error.code == Some(ProblemCode::TemplateConflict);
                    if let Some(on_outdated) = on_outdated.filter(|_| is_conflict) {
                        on_outdated.try_run(());
                    }
                })?,
            };
            // The form has taken no text meanwhile.
            sent.forget();
            on_saved.try_run(texts::template_saved(&saved.name, saved.version));
            focus::move_if_on("body", vec!["h1".to_owned()]);
            Ok(())
        });
    });
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        save.run(());
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            save.run(());
        }
    };
    let close = move |_| {
        // The response decides whether there is anything to discard.
        if request.is_pending_untracked() {
            return;
        }
        stored.with_value(StoredForm::forget);
        on_close.run(());
        focus::move_if_on("body", vec!["h1".to_owned()]);
    };
    let change = move |change: &dyn Fn(&mut TemplateForm)| {
        form.update(change);
        store();
    };
    let on_name = move |event| {
        let name = event_target_value(&event);
        change(&|form| form.name.clone_from(&name));
    };
    let on_text = move |event| {
        let text = event_target_value(&event);
        change(&|form| form.text.clone_from(&text));
    };
    let length = Memo::new(move |_| form.with(|form| PromptLength::of(&form.text)));
    let names = Memo::new(move |_| form.with(|form| variables(&form.text)));
    // Several forms can be open.
    let suffix = id.with_value(|id| id.as_ref().map_or("new", TemplateId::as_str).to_owned());
    let name_field = format!("template-name-{suffix}");
    let on_take = {
        let name_field = format!("#{name_field}");
        Callback::new(move |newest: Template| {
            stored.update_value(StoredForm::clear);
            is_stored.set(None);
            form.set(newest.into());
            request.dismiss();
            // The button goes away with the notice.
            focus::move_soon(name_field.clone());
        })
    };
    let error = request.error();
    let save_as_new = move |_| {
        id.set_value(None);
        save.run(());
    };
    let notice = move || {
        let error = error.get()?;
        if error.code == Some(ProblemCode::UnknownTemplate) && id.with_value(Option::is_some) {
            return Some(
                view! {
                    <ErrorNotice error=error/>
                    <p><button type="button" class="button" on:click=save_as_new>{texts::SAVE_AS_NEW}</button></p>
                }
                .into_any(),
            );
        }
        let id = id.get_value().filter(|_| error.code == Some(ProblemCode::TemplateConflict));
        Some(match id {
            Some(id) => {
                let on_newest = Callback::new(move |()| {
                    store();
                    save.run(());
                });
                view! { <EditConflict project=project.get_value() id=id error=error form=form on_newest=on_newest on_take=on_take/> }
                    .into_any()
            }
            None => view! { <ErrorNotice error=error/> }.into_any(),
        })
    };
    let is_new = id.with_value(Option::is_none);
    let fault = move |field: &str| {
        let is_invalid =
            error.with(|error| error.as_ref().is_some_and(|error| error.field.as_deref() == Some(field)));
        is_invalid.then_some("true")
    };
    let hint = format!("template-variables-{suffix}");
    view! {
        <form class="template-form" aria-label=if is_new { texts::NEW_TEMPLATE } else { texts::EDIT_TEMPLATE } on:submit=on_submit on:keydown=on_key>
            <label class="field">
                <span class="field__label">{texts::NAME}</span>
                <input id=name_field name="name" autocomplete="off" aria-invalid=move || fault("name") readonly=move || request.is_pending()
                    prop:value=move || form.with(|form| form.name.clone()) on:input=on_name/>
            </label>
            <label class="field">
                <span class="field__label">{texts::PROMPT}</span>
                <textarea class="composer__text" dir="auto" rows="8" aria-describedby=hint.clone() aria-invalid=move || fault("text") readonly=move || request.is_pending()
                    prop:value=move || form.with(|form| form.text.clone()) on:input=on_text></textarea>
            </label>
            <p id=hint class="template-form__hint">
                {move || names.with(|names| texts::variables(names.len(), &count(names.len() as u64), &names.join(", ")))}
                " " {texts::WHAT_VARIABLES_ARE} " "
                <span class:composer__error=move || length.get().is_too_long()>{move || length.get().sentence()}</span>
            </p>
            {notice}
            <p class="template-form__end">
                <button type="submit" class="button button--primary" aria-disabled=move || request.is_pending().then_some("true")>
                    {move || if request.is_pending() { texts::SAVING } else { texts::SAVE_TEMPLATE }}
                </button>
                " "
                <button type="button" class="button" aria-disabled=move || request.is_pending().then_some("true") on:click=close>{texts::DISCARD_CHANGES}</button>
                " "
                <span class="template-form__hint" role="status">
                    {move || is_stored.get().map(|is_stored| if is_stored { texts::KEPT_IN_THIS_BROWSER } else { texts::STORAGE_IS_FULL })}
                </span>
            </p>
        </form>
    }
}
