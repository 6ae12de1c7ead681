//! The prompt templates of a project: the list, the form, and the versions of each.

use docket_wire::{ProjectId, TemplateEntry, TemplateId};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::components::templates::editor::TemplateEditor;
use crate::components::templates::list::TemplateList;
use crate::components::templates::starters::StarterList;
use crate::paths::Page;
use crate::state::console::{Console, use_console};
use crate::state::templates::entries::ProjectTemplates;
use crate::state::templates::form::TemplateForm;
use crate::state::templates::listed::element_id;
use crate::state::templates::new::NewTemplateForm;
use crate::texts::{general, templates as texts};
use crate::ui::{Heading, Skeleton};

/// The templates of one project.
#[component]
pub(crate) fn PromptTemplatesPage(project: ProjectId) -> impl IntoView {
    let Console { auth, live_region, .. } = use_console();
    let person = auth.person_untracked();
    let new = NewTemplateForm::new(&person, &project);
    let project = StoredValue::new(project);
    let templates = ProjectTemplates::new(project.get_value(), |id| page::exists(&in_use(id)));
    let on_change = Callback::new(move |announcement: String| {
        live_region.set(announcement);
        templates.refetch();
    });
    let loaded = Memo::new(move |_| templates.response());
    let entries = templates.entries;
    Effect::new(move |is_checked: Option<bool>| {
        is_checked == Some(true)
            || loaded.with(|loaded| {
                let Some(Ok(())) = loaded else { return false };
                project.with_value(|project| {
                    entries.with_untracked(|entries| new.take_orphan(&person, project, entries));
                });
                true
            })
    });
    let failure = move || {
        let error = loaded.get()?.err()?;
        Some(view! { <ErrorNotice error=error on_retry=Callback::new(move |()| templates.refetch())/> })
    };
    // Also after the first template, until each starter is used.
    let has_starters = templates.has_loaded();
    let starters = move || {
        let is_open = Signal::derive(move || new.is_open());
        let begin = Callback::new(move |form: TemplateForm| new.open(form));
        view! { <StarterList project=project.get_value() templates=entries begin=begin is_open=is_open/> }
    };
    view! {
        <TemplatesHead project=project.get_value() new=new/>
        <p class="templates-intro">{texts::PROMPTS_WITH_VARIABLES}</p>
        <MayChangeJobs project=project.get_value()>
            <NewTemplateEditor project=project.get_value() new=new on_change=on_change/>
        </MayChangeJobs>
        {failure}
        <LoadedTemplates project=project.get_value() loaded=loaded entries=entries on_change=on_change/>
        <Show when=move || has_starters.get()>{starters}</Show>
    }
}

/// The selector of a template in the list that a person is on, or has something open in.
fn in_use(id: &TemplateId) -> String {
    format!("#{}:is(:focus-within, :has(form, .actions__question))", element_id(id))
}

/// The title, and what a person can begin.
#[component]
fn TemplatesHead(project: ProjectId, new: NewTemplateForm) -> impl IntoView {
    let batch = Page::Batch(&project).to_string();
    view! {
        <div class="templates-head">
            <Heading name=general::TEMPLATES/>
            <MayChangeJobs project=project>
                <a href=batch.clone() aria-keyshortcuts="f" title=general::shortcut("f")>{general::JOBS_FOR_MANY_PAGES}</a>
                <Show when=move || !new.is_open()>
                    <button type="button" class="button" id="new-template" aria-keyshortcuts="n" title=general::shortcut("n") on:click=move |_| new.open(TemplateForm::default())>
                        {texts::NEW_TEMPLATE}
                    </button>
                </Show>
            </MayChangeJobs>
        </div>
    }
}

/// The form of a new template, while it is open.
#[component]
fn NewTemplateEditor(project: ProjectId, new: NewTemplateForm, on_change: Callback<String>) -> impl IntoView {
    let on_saved = Callback::new(move |announcement: String| {
        new.close();
        on_change.run(announcement);
    });
    let close = Callback::new(move |()| new.close());
    move || {
        let form = new.form().get()?;
        Some(
            view! { <TemplateEditor project=project.clone() id=None form=form key=new.key() on_saved=on_saved on_close=close/> },
        )
    }
}

/// The list, or a placeholder until it is loaded.
#[component]
fn LoadedTemplates(
    project: ProjectId,
    loaded: Memo<Option<Result<(), ApiError>>>,
    entries: Memo<Vec<TemplateEntry>>,
    on_change: Callback<String>,
) -> impl IntoView {
    let has_entries = Memo::new(move |_| entries.with(|entries| !entries.is_empty()));
    move || match has_entries.get() {
        true => {
            view! { <TemplateList project=project.clone() templates=entries on_change=on_change/> }.into_any()
        }
        false => {
            let is_loading = loaded.with(Option::is_none);
            is_loading.then(|| view! { <Skeleton rows=4 label=texts::LOADING_TEMPLATES/> }).into_any()
        }
    }
}
