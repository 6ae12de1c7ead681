//! The list of templates.

use docket_wire::{ProjectId, TemplateEntry};
use leptos::prelude::*;

use super::editor::TemplateEditor;
use super::versions::Versions;
use crate::browser::focus;
use crate::components::allowed::MayChangeJobs;
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::RequestError;
use crate::state::console::Console;
use crate::state::jobs::actions::Question;
use crate::state::pending_request::PendingRequest;
use crate::state::stored_form;
use crate::state::templates::form::{self, TemplateForm};
use crate::texts::{general, templates as texts};
use crate::ui::Age;

const DELETE: Question =
    Question { text: texts::CANNOT_GET_IT_BACK, yes: texts::DELETE_IT, no: texts::KEEP_IT };

/// What is open below a template.
#[derive(Clone, PartialEq, Eq)]
enum OpenPart {
    Nothing,
    Editor(TemplateForm),
    Versions,
    Deletion,
}

/// The templates by name.
#[component]
pub(crate) fn TemplateList(
    project: ProjectId,
    templates: Memo<Vec<TemplateEntry>>,
    /// Receives a sentence about what changed.
    on_change: Callback<String>,
) -> impl IntoView {
    // An item stays while others change, and with it what is open below it.
    view! {
        <ul class="templates" aria-label=general::TEMPLATES>
            <For each=move || templates.get() key=|template| template.id.clone() let:template>
                <TemplateItem project=project.clone() template=template templates=templates on_change=on_change/>
            </For>
        </ul>
    }
}

#[component]
fn TemplateItem(
    project: ProjectId,
    /// The template as it was at first.
    template: TemplateEntry,
    templates: Memo<Vec<TemplateEntry>>,
    on_change: Callback<String>,
) -> impl IntoView {
    let Console { api, auth, live_region, .. } = Console::here();
    let person = auth.person_now();
    let key = form::storage_key(&person, &project, Some(&template.id));
    // An edit that was not saved is continued.
    let stored = stored_form::load(&key).map_or(OpenPart::Nothing, OpenPart::Editor);
    let (open, request) = (RwSignal::new(stored), PendingRequest::new());
    let (of_project, id) = (StoredValue::new(project.clone()), StoredValue::new(template.id.clone()));
    let stored_key = StoredValue::new(key.clone());
    let item = format!("template-{}", template.id);
    let template = Memo::new(move |before: Option<&TemplateEntry>| {
        let of_id = |entry: &&TemplateEntry| id.with_value(|id| entry.id == *id);
        let now = templates.with(|templates| templates.iter().find(of_id).cloned());
        now.or_else(|| before.cloned()).unwrap_or_else(|| template.clone())
    });
    let edit = move |_| {
        // What was typed and not saved is continued, not replaced by what is stored.
        if let Some(form) = stored_key.with_value(|key| stored_form::load(key)) {
            if !matches!(open.get_untracked(), OpenPart::Editor(_)) {
                open.set(OpenPart::Editor(form));
            }
            focus::move_soon(format!("#template-name-{}", id.get_value()));
            return;
        }
        let (project, id) = (of_project.get_value(), id.get_value());
        request.run(async move {
            let newest = api.template(&project, &id, None).await?;
            // A second press of the button must not replace what was typed since the first.
            if !matches!(open.try_get_untracked(), Some(OpenPart::Editor(_))) {
                open.try_set(OpenPart::Editor(newest.into()));
            }
            focus::move_soon(format!("#template-name-{id}"));
            Ok(())
        });
    };
    let delete = Callback::new(move |()| {
        let (project, id) = (of_project.get_value(), id.get_value());
        let seen = template.with_untracked(|template| template.version);
        request.run(async move {
            // The same words twice would be announced once.
            live_region.set(String::new());
            if let Err(error) = api.delete_template(&project, &id, seen).await {
                // Another person may have edited it: the list shows the version that the next try deletes.
                on_change.try_run(String::new());
                return Err(error);
            }
            if on_change.try_run(texts::TEMPLATE_DELETED.to_owned()).is_some() {
                open.try_set(OpenPart::Nothing);
                focus::move_if_on("body", vec!["h1".to_owned()]);
            }
            Ok(())
        });
    });
    let close = {
        let item = format!("#{item}");
        Callback::new(move |()| {
            open.set(OpenPart::Nothing);
            focus::move_if_on("body", vec![item.clone()]);
        })
    };
    // What the person has opened meanwhile stays open.
    let on_saved = Callback::new(move |said: String| {
        if matches!(open.get_untracked(), OpenPart::Editor(_)) {
            close.run(());
        }
        on_change.run(said);
    });
    let on_outdated = Callback::new(move |()| on_change.run(String::new()));
    let on_restored = Callback::new(move |said: String| {
        if open.get_untracked() == OpenPart::Versions {
            close.run(());
        }
        on_change.run(said);
    });
    let toggle = move |part: OpenPart| {
        move |_| {
            open.update(|open| *open = if *open == part { OpenPart::Nothing } else { part.clone() });
        }
    };
    let part = move || {
        let (project, id) = (of_project.get_value(), id.get_value());
        match open.get() {
            OpenPart::Nothing => ().into_any(),
            OpenPart::Editor(form) => {
                view! { <TemplateEditor project=project id=Some(id) form=form key=key.clone() on_saved=on_saved on_close=close on_outdated=on_outdated/> }
                    .into_any()
            }
            OpenPart::Versions => view! { <Versions project=project id=id on_restored=on_restored/> }.into_any(),
            OpenPart::Deletion => view! { <Confirmation question=DELETE on_yes=delete on_no=close/> }.into_any(),
        }
    };
    let name = move || template.with(|template| template.name.clone());
    let label = move |label: fn(&str) -> String| move || template.with(|template| label(&template.name));
    let facts = move || {
        template.with(|template| {
            let variables = template.variables.join(", ");
            view! {
                {texts::version_by(template.version, &template.author.0)} <Age at=template.at/>
                {(!variables.is_empty()).then(|| view! { " · " <span>{variables}</span> })}
            }
        })
    };
    view! {
        <li class="template list-row list-stop" id=item tabindex="-1" aria-label=name>
            <div class="template__head">
                <h2 class="template__name">{name}</h2>
                <p class="template__facts">{facts}</p>
                <p class="template__actions">
                    <MayChangeJobs project=project>
                        <button type="button" class="button button--small" aria-label=label(texts::edit) aria-keyshortcuts="e" title=general::shortcut("e") aria-disabled=move || request.is_pending().then_some("true") on:click=edit>{texts::EDIT}</button>
                        " "
                        <button type="button" class="button button--small" aria-label=label(texts::delete) aria-keyshortcuts="d" title=general::shortcut("d") on:click=toggle(OpenPart::Deletion)>{texts::DELETE}</button>
                    </MayChangeJobs>
                    " "
                    <button
                        type="button"
                        class="button button--small"
                        aria-label=label(texts::versions_of)
                        aria-keyshortcuts="v"
                        title=general::shortcut("v")
                        aria-expanded=move || (open.get() == OpenPart::Versions).to_string()
                        on:click=toggle(OpenPart::Versions)
                    >
                        {texts::VERSIONS}
                    </button>
                </p>
            </div>
            <RequestError request=request/>
            {part}
        </li>
    }
}
