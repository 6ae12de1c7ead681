//! The template of a batch.

use docket_wire::{PAGE_VARIABLE, TemplateEntry, TemplatesPage};
use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::components::loaded::Loaded;
use crate::paths::Page;
use crate::state::batch::preparation::BatchPreparation;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::texts::{batch as texts, general, templates};
use crate::ui::Skeleton;

/// The templates about a page, to choose one of.
#[component]
pub(super) fn TemplateChoice(preparation: BatchPreparation) -> impl IntoView {
    let api = use_console().api;
    let href = Page::Templates(&preparation.project()).to_string();
    let templates = Fetched::once(move || {
        let project = preparation.project();
        async move { api.templates(&project).await }
    });
    let on_change = move |event| preparation.choose(event_target_value(&event).parse().ok());
    let chosen = preparation.chosen;
    let list = move |TemplatesPage { templates, .. }| {
        let about_pages: Vec<_> = templates
            .into_iter()
            .filter(|template| template.variables.iter().any(|variable| variable == PAGE_VARIABLE))
            .collect();
        if about_pages.is_empty() {
            return view! { <p>{texts::NO_TEMPLATE_ABOUT_PAGES} <a href=href.clone()>{templates::CREATE_ONE}</a></p> }
                .into_any();
        }
        let option = |TemplateEntry { id, name, .. }| {
            let value = id.to_string();
            let is_selected = move || chosen.get().as_ref() == Some(&id);
            view! { <option value=value prop:selected=is_selected>{name}</option> }
        };
        view! {
            <label class="field">
                <span class="field__label">{texts::TEMPLATE}</span>
                <select class="project__select" aria-keyshortcuts="t" title=general::shortcut("t") on:change=on_change>
                    <option value="" prop:selected=move || chosen.with(Option::is_none)>{texts::CHOOSE_A_TEMPLATE}</option>
                    {about_pages.into_iter().map(option).collect_view()}
                </select>
            </label>
        }
        .into_any()
    };
    let template = preparation.response;
    let failure = move || match template.get() {
        Some((_, Err(error))) => {
            Some(view! { <ErrorNotice error=error on_retry=Callback::new(move |()| template.refetch())/> })
        }
        _ => None,
    };
    view! {
        <Loaded fetched=templates fallback=|| view! { <Skeleton rows=1 label=templates::LOADING_TEMPLATES/> } children=list/>
        {failure}
    }
}
