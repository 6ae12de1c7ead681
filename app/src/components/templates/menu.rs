//! The menu of a composer that fills it with a template.

use docket_wire::Template;
use leptos::prelude::*;

use super::choices::{Choices, button_id};
use super::fill::Fill;
use super::not_loaded::TemplatesNotLoaded;
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::{Console, use_console};
use crate::state::jobs::drafts::Composer;
use crate::state::stored_form::{self, FormStorage};
use crate::state::templates::choice::MenuChoice;
use crate::state::templates::entries::ProjectTemplates;
use crate::state::templates::filling::{Filling, VariableValues};
use crate::state::templates::page_context::PageContext;

/// The templates to choose from, and then the fields of the one that is chosen.
#[component]
pub(super) fn TemplateMenu(composer: Composer) -> impl IntoView {
    let Console { api, auth, for_page, wanted_template, .. } = use_console();
    let project = composer.project().clone();
    // The page that the person came from: its templates are offered.
    let for_page = for_page.try_update_value(Option::take).flatten().filter(|page| page.project == project);
    let choice = MenuChoice::new(api, project.clone());
    if !composer.is_follow_up() {
        Effect::new(move || {
            if let Some(id) = wanted_template.get() {
                wanted_template.set(None);
                choice.choose(id);
            }
        });
    }
    let (project, for_page) = (StoredValue::new(project), StoredValue::new(for_page));
    let composer = StoredValue::new(composer);
    let templates =
        ProjectTemplates::new(project.get_value(), |id| page::exists(&format!("#{}:focus", button_id(id))));
    refresh_at_opening(templates);
    let fill = move |template: Template| {
        let (page, figures, draft) = match for_page.get_value() {
            Some(PageContext { page, figures, draft, .. }) => (page, figures, Some(draft)),
            None => <(String, String, Option<String>)>::default(),
        };
        let key = project.with_value(|project| {
            stored_form::key::<VariableValues>(&auth.person_untracked(), project, template.id.as_str())
        });
        let typed = stored_form::load(&key).unwrap_or_default();
        let filling = Filling::new(template.text, &page, &figures, &typed);
        let storage = FormStorage::new(key, &typed);
        view! { <Fill name=template.name filling=filling storage=storage composer=composer draft=draft choice=choice/> }
    };
    let has_loaded = templates.has_loaded();
    let choices = move || {
        if has_loaded.get() {
            let page = for_page.with_value(|page| page.as_ref().map(|page| page.page.clone()));
            return view! { <Choices project=project.get_value() templates=templates.entries page=page choice=choice/> }.into_any();
        }
        view! { <TemplatesNotLoaded templates=templates rows=2/> }.into_any()
    };
    let content = move || match choice.chosen().get() {
        None => choices.into_any(),
        Some(template) => fill(template).into_any(),
    };
    view! {
        {content}
        {move || choice.error().get().map(|error| view! { <ErrorNotice error=error/> })}
    }
}

/// Loads the templates again when the menu is opened, in which they stay while it is closed.
fn refresh_at_opening(templates: ProjectTemplates) {
    let listener = window_event_listener(leptos::ev::click, move |event| {
        // The click comes before the menu opens.
        if page::closest(&event, ".template-menu:not([open]) > summary").is_some() {
            templates.refresh();
        }
    });
    on_cleanup(move || listener.remove());
}
