//! The templates that the menu of a composer offers.

use docket_wire::{ProjectId, TemplateEntry, TemplateId};
use leptos::prelude::*;

use crate::browser::focus;
use crate::paths::Page;
use crate::state::templates::choice::MenuChoice;
use crate::state::templates::entries::is_about_page;
use crate::texts::{general, templates as texts};

/// The templates; only those about pages, if the person came from `page`.
#[component]
pub(super) fn Choices(
    project: ProjectId,
    templates: Memo<Vec<TemplateEntry>>,
    page: Option<String>,
    choice: MenuChoice,
) -> impl IntoView {
    let is_of_page = page.is_some();
    let fitting = Memo::new(move |_| {
        let fits = |entry: &TemplateEntry| !is_of_page || is_about_page(entry);
        templates.with(|templates| templates.iter().filter(|entry| fits(entry)).cloned().collect::<Vec<_>>())
    });
    let is_empty = Memo::new(move |_| fitting.with(Vec::is_empty));
    let nothing = move || {
        let href = Page::Templates(&project).to_string();
        is_empty
            .get()
            .then(|| view! { <p>{texts::NONE_TO_CHOOSE_FROM} <a href=href>{texts::CREATE_ONE}</a></p> })
    };
    // One that was renamed has another button.
    let key = |TemplateEntry { id, name, .. }: &TemplateEntry| (id.clone(), name.clone());
    let button = move |TemplateEntry { name, id, .. }| {
        let button = button_id(&id);
        view! {
            <li class="list-row">
                <button type="button" class="button list-stop" dir="auto" id=button on:click=move |_| choice.choose(id.clone())>{name}</button>
            </li>
        }
    };
    view! {
        {page.map(|page| view! { <p>{texts::FOR_THE_PAGE} <strong dir="auto">{page}</strong></p> })}
        <ul class="template-menu__list" aria-label=general::TEMPLATES>
            <For each=focus::preserve_over_moves(move || fitting.get()) key=key children=button/>
        </ul>
        {nothing}
    }
}

/// The id of the button that chooses a template.
pub(super) fn button_id(id: &TemplateId) -> String {
    format!("choose-template-{id}")
}
