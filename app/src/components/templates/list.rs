//! The list of templates.

use docket_wire::{ProjectId, TemplateEntry};
use leptos::prelude::*;

use super::editor::TemplateEditor;
use super::versions::Versions;
use crate::browser::focus;
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::RequestError;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::state::question::Question;
use crate::state::templates::listed::{ListedTemplate, OpenPart};
use crate::texts::{general, templates as texts};
use crate::ui::Age;

const DELETE: Question =
    Question { text: texts::CANNOT_GET_IT_BACK, yes: texts::DELETE_IT, no: general::KEEP_IT };

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
        <ul aria-label=general::TEMPLATES>
            <For each=focus::preserve_over_moves(move || templates.get()) key=|template| template.id.clone() let:template>
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
    let listed = ListedTemplate::new(project, template, templates, on_change);
    let name = move || listed.entry.with(|entry| entry.name.clone());
    view! {
        <li class="template list-row list-stop" id=listed.element_id() tabindex="-1" aria-label=name>
            <div class="template__head">
                <h2 class="template__name" dir="auto">{name}</h2>
                <p class="template__facts"><TemplateFacts entry=listed.entry/></p>
                <p class="template__actions"><TemplateButtons listed=listed/></p>
            </div>
            <RequestError request=listed.request/>
            <OpenTemplatePart listed=listed/>
        </li>
    }
}

/// The version with its author and age, and the variables.
#[component]
fn TemplateFacts(entry: Memo<TemplateEntry>) -> impl IntoView {
    move || {
        entry.with(|entry| {
            let variables = entry.variables.join(", ");
            view! {
                {texts::version_by(entry.version)} <bdi>{entry.author.0.clone()}</bdi> ", " <Age at=entry.at/>
                {(!variables.is_empty()).then(|| view! { " · " <span>{variables}</span> })}
            }
        })
    }
}

#[component]
fn TemplateButtons(listed: ListedTemplate) -> impl IntoView {
    let label = move |label: fn(&str) -> String| move || listed.entry.with(|entry| label(&entry.name));
    view! {
        <MayChangeJobs project=listed.project()>
            <button
                type="button"
                class="button button--small"
                aria-label=label(texts::edit)
                aria-keyshortcuts="e"
                title=general::shortcut("e")
                aria-disabled=move || listed.request.is_pending().then_some("true")
                on:click=move |_| listed.edit()
            >
                {texts::EDIT}
            </button>
            " "
            <button
                type="button"
                class="button button--small"
                aria-label=label(texts::delete)
                aria-keyshortcuts="d"
                title=general::shortcut("d")
                on:click=move |_| listed.toggle(OpenPart::Deletion)
            >
                {texts::DELETE}
            </button>
        </MayChangeJobs>
        " "
        <button
            type="button"
            class="button button--small"
            aria-label=label(texts::versions_of)
            aria-keyshortcuts="v"
            title=general::shortcut("v")
            aria-expanded=move || (listed.open().get() == OpenPart::Versions).to_string()
            on:click=move |_| listed.toggle(OpenPart::Versions)
        >
            {texts::VERSIONS}
        </button>
    }
}

/// The form, the versions, or the question before a deletion.
#[component]
fn OpenTemplatePart(listed: ListedTemplate) -> impl IntoView {
    let on_saved = Callback::new(move |announcement| listed.end_edit(announcement));
    let on_outdated = Callback::new(move |()| listed.mark_outdated());
    let on_open = Callback::new(move |editing| listed.follow(editing));
    let on_restored = Callback::new(move |announcement| listed.end_restore(announcement));
    let delete = Callback::new(move |()| listed.delete());
    let close = Callback::new(move |()| listed.close());
    let open = listed.open();
    move || {
        let (project, id) = (listed.project(), listed.id());
        match open.get() {
            OpenPart::Nothing => ().into_any(),
            OpenPart::Editor(form) => view! {
                <TemplateEditor
                    project=project
                    id=Some(id)
                    form=form
                    key=listed.key()
                    on_saved=on_saved
                    on_close=close
                    on_outdated=on_outdated
                    on_open=on_open
                />
            }
            .into_any(),
            OpenPart::Versions => {
                view! { <Versions project=project id=id on_restored=on_restored/> }.into_any()
            }
            OpenPart::Deletion => {
                view! { <Confirmation question=DELETE on_yes=delete on_no=close/> }.into_any()
            }
        }
    }
}
