//! The prompt templates of a project: the list, the form, and the versions of each.

use docket_wire::{ProjectId, TemplateEntry};
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::allowed::MayChangeJobs;
use crate::components::error_notice::ErrorNotice;
use crate::components::templates::editor::TemplateEditor;
use crate::components::templates::list::TemplateList;
use crate::components::templates::starters::StarterList;
use crate::paths::Page;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::state::stored_form;
use crate::state::templates::form::{self, TemplateForm};
use crate::texts::{general, templates as texts};
use crate::ui::{Heading, Skeleton};

/// The templates of one project.
#[component]
pub(crate) fn PromptTemplatesPage(project: ProjectId) -> impl IntoView {
    let Console { api, auth, live_region, .. } = use_console();
    let stored_project = StoredValue::new(project.clone());
    let templates = Fetched::once(move || {
        let project = stored_project.get_value();
        async move { api.templates(&project).await }
    });
    let person = auth.person_untracked();
    let new_key = form::storage_key(&person, &project, None);
    // A new template that was not saved is continued.
    let new = RwSignal::new(stored_form::load(&new_key));
    let on_change = Callback::new(move |announcement: String| {
        live_region.set(announcement);
        templates.refetch();
    });
    let on_saved = Callback::new(move |announcement: String| {
        new.set(None);
        on_change.run(announcement);
    });
    let begin = Callback::new(move |form: TemplateForm| {
        new.set(Some(form));
        focus::move_soon("#template-name-new");
    });
    let editor_key = new_key.clone();
    let editor = {
        let project = project.clone();
        move || {
            let form = new.get()?;
            let close = Callback::new(move |()| new.set(None));
            let (project, key) = (project.clone(), editor_key.clone());
            Some(
                view! { <TemplateEditor project=project id=None form=form key=key on_saved=on_saved on_close=close/> },
            )
        }
    };
    let loaded = Memo::new(move |_| templates.get().map(|(_, page)| page.map(|page| page.templates)));
    // A list that could not be loaded again stays, and with it what is open in it.
    let entries = Memo::new(move |before: Option<&Vec<TemplateEntry>>| {
        loaded.get().and_then(Result::ok).or_else(|| before.cloned()).unwrap_or_default()
    });
    // What was typed into a template that somebody has deleted can be saved as a new one.
    Effect::new(move |is_checked: Option<bool>| {
        if is_checked == Some(true) {
            return true;
        }
        let Some(Ok(entries)) = loaded.get() else { return false };
        let take = |project: &ProjectId| form::take_orphan(&person, project, &entries);
        if new.with_untracked(Option::is_none)
            && let Some(form) = stored_project.with_value(take)
        {
            stored_form::save(&new_key, &form);
            new.set(Some(form));
        }
        true
    });
    let failure = move || {
        let error = loaded.get()?.err()?;
        Some(view! { <ErrorNotice error=error on_retry=Callback::new(move |()| templates.refetch())/> })
    };
    let is_shown = Memo::new(move |_| entries.with(|entries| !entries.is_empty()));
    let list = {
        let project = project.clone();
        move || {
            if is_shown.get() {
                return view! { <TemplateList project=project.clone() templates=entries on_change=on_change/> }.into_any();
            }
            loaded
                .get()
                .is_none()
                .then(|| view! { <Skeleton rows=4 label=texts::LOADING_TEMPLATES/> })
                .into_any()
        }
    };
    // Also after the first template, until each starter is used.
    let has_starters = Memo::new(move |before: Option<&bool>| {
        before.is_some_and(|before| *before) || loaded.with(|loaded| matches!(loaded, Some(Ok(_))))
    });
    let starters = {
        let project = project.clone();
        move || {
            let is_open = Signal::derive(move || new.with(Option::is_some));
            view! { <StarterList project=project.clone() templates=entries begin=begin is_open=is_open/> }
        }
    };
    let batch = Page::Batch(&project).to_string();
    view! {
        <div class="templates-head">
            <Heading name=general::TEMPLATES/>
            <MayChangeJobs project=project.clone()>
                <a href=batch.clone() aria-keyshortcuts="f" title=general::shortcut("f")>{general::JOBS_FOR_MANY_PAGES}</a>
                <Show when=move || new.with(Option::is_none)>
                    <button type="button" class="button" id="new-template" aria-keyshortcuts="n" title=general::shortcut("n") on:click=move |_| begin.run(TemplateForm::default())>
                        {texts::NEW_TEMPLATE}
                    </button>
                </Show>
            </MayChangeJobs>
        </div>
        <p class="templates-intro">{texts::PROMPTS_WITH_VARIABLES}</p>
        <MayChangeJobs project=project>{editor.clone()}</MayChangeJobs>
        {failure}
        {list}
        <Show when=move || has_starters.get()>{starters.clone()}</Show>
    }
}
