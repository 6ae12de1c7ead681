//! The template of a batch.

use docket_wire::{TemplateEntry, TemplateId};
use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::components::templates::not_loaded::TemplatesNotLoaded;
use crate::paths::Page;
use crate::state::batch::preparation::BatchPreparation;
use crate::state::templates::entries::{ProjectTemplates, is_about_page};
use crate::texts::{batch as texts, general, templates as template_texts};

/// The templates about a page, to choose one of.
#[component]
pub(super) fn TemplateChoice(preparation: BatchPreparation) -> impl IntoView {
    let href = Page::Templates(&preparation.project()).to_string();
    let chosen = preparation.chosen;
    let is_chosen =
        move |id: &TemplateId| chosen.try_with_untracked(|chosen| chosen.as_ref() == Some(id)) == Some(true);
    let templates = ProjectTemplates::new(preparation.project(), is_chosen);
    let about_pages = Memo::new(move |_| {
        templates
            .entries
            .with(|entries| entries.iter().filter(|entry| is_about_page(entry)).cloned().collect::<Vec<_>>())
    });
    let has_some = Memo::new(move |_| about_pages.with(|about_pages| !about_pages.is_empty()));
    let has_loaded = templates.has_loaded();
    let list = move || {
        if has_some.get() {
            return view! { <TemplateSelect about_pages=about_pages preparation=preparation/> }.into_any();
        }
        if has_loaded.get() {
            return view! { <p>{texts::NO_TEMPLATE_ABOUT_PAGES} <a href=href.clone()>{template_texts::CREATE_ONE}</a></p> }
                .into_any();
        }
        view! { <TemplatesNotLoaded templates=templates rows=1/> }.into_any()
    };
    let template = preparation.response;
    let failure = move || match template.get() {
        Some((_, Err(error))) => {
            Some(view! { <ErrorNotice error=error on_retry=Callback::new(move |()| template.refetch())/> })
        }
        _ => None,
    };
    view! {
        {list}
        {failure}
    }
}

/// The list to choose from. It stays while templates come and go.
#[component]
fn TemplateSelect(about_pages: Memo<Vec<TemplateEntry>>, preparation: BatchPreparation) -> impl IntoView {
    let chosen = preparation.chosen;
    let on_change = move |event| preparation.choose(event_target_value(&event).parse().ok());
    let key = |TemplateEntry { id, name, .. }: &TemplateEntry| (id.clone(), name.clone());
    let option = move |TemplateEntry { id, name, .. }| {
        let value = id.to_string();
        let is_selected = move || chosen.get().as_ref() == Some(&id);
        view! { <option value=value prop:selected=is_selected>{name}</option> }
    };
    view! {
        <label class="field">
            <span class="field__label">{texts::TEMPLATE}</span>
            <select class="project__select" aria-keyshortcuts="t" title=general::shortcut("t") on:change=on_change>
                <option value="" prop:selected=move || chosen.with(Option::is_none)>{texts::CHOOSE_A_TEMPLATE}</option>
                <For each=move || about_pages.get() key=key children=option/>
            </select>
        </label>
    }
}
