//! The menu of a composer that fills it with a template.

use docket_wire::{ProjectId, Template, TemplateEntry, TemplateId};
use leptos::prelude::*;

use super::fields::VariableFields;
use super::not_loaded::TemplatesNotLoaded;
use crate::browser::keyboard::is_submit;
use crate::browser::{focus, page};
use crate::components::confirmation::Confirmation;
use crate::components::error_notice::ErrorNotice;
use crate::paths::Page;
use crate::state::console::{Console, use_console};
use crate::state::jobs::drafts::Composer;
use crate::state::question::Question;
use crate::state::stored_form::{self, FormStorage};
use crate::state::templates::choice::MenuChoice;
use crate::state::templates::entries::{ProjectTemplates, is_about_page};
use crate::state::templates::filling::{Filling, VariableValues};
use crate::state::templates::page_context::PageContext;
use crate::texts::{general, templates as texts};

const REPLACE: Question =
    Question { text: texts::PROMPT_IS_NOT_EMPTY, yes: texts::REPLACE_ITS_TEXT, no: texts::ADD_BELOW_IT };

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

/// The templates; only those about pages, if the person came from `page`.
#[component]
fn Choices(
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
                <button type="button" class="button list-stop" id=button on:click=move |_| choice.choose(id.clone())>{name}</button>
            </li>
        }
    };
    view! {
        {page.map(|page| view! { <p>{texts::FOR_THE_PAGE} <strong>{page}</strong></p> })}
        <ul class="template-menu__list" aria-label=general::TEMPLATES>
            <For each=focus::kept_over_moves(move || fitting.get()) key=key children=button/>
        </ul>
        {nothing}
    }
}

/// The id of the button that chooses a template.
fn button_id(id: &TemplateId) -> String {
    format!("choose-template-{id}")
}

/// The fields of the chosen template, and the button that fills the prompt.
#[component]
fn Fill(
    name: String,
    filling: Filling,
    /// What the browser has of the values.
    storage: FormStorage<VariableValues>,
    composer: StoredValue<Composer>,
    /// A draft that was begun for a page: it is replaced without a question as long as nobody changed it.
    draft: Option<String>,
    /// The choice of this template, which ends here.
    choice: MenuChoice,
) -> impl IntoView {
    let filling = RwSignal::new(filling);
    Effect::new(move |is_typed: Option<bool>| {
        filling.with(|filling| {
            if is_typed.is_some() {
                storage.save(filling.values());
            }
        });
        true
    });
    let (problem, is_asking) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let finish = move |is_replaced: bool| {
        if let Ok(prompt) = filling.with_untracked(Filling::finish) {
            composer.with_value(|composer| {
                if is_replaced { composer.replace(prompt) } else { composer.restore(&prompt) }
            });
            storage.forget();
            choice.clear();
            page::close(".template-menu");
            focus::move_soon("#prompt");
        }
    };
    let fill = Callback::new(move |()| {
        problem.set(filling.with_untracked(Filling::finish).err());
        if problem.with_untracked(Option::is_some) {
            return;
        }
        let is_untouched = composer.with_value(|composer| {
            composer.is_empty() || draft.as_deref().is_some_and(|draft| composer.is_text(draft))
        });
        if is_untouched {
            finish(true);
        } else {
            is_asking.set(true);
        }
    });
    let go_back = move |_| {
        if let Some(template) = choice.clear() {
            let places = vec![format!("#{}", button_id(&template.id)), ".template-menu summary".to_owned()];
            focus::move_if_on("body", places);
        }
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            fill.run(());
        }
    };
    view! {
        <h3 class="template-menu__name">{name}</h3>
        <div on:keydown=on_key><VariableFields filling=filling/></div>
        <div role="status">{move || (storage.is_stored() == Some(false)).then_some(texts::VALUES_ARE_NOT_STORED)}</div>
        {move || problem.get().map(|problem| view! { <p class="composer__error" role="alert">{problem}</p> })}
        <Show when=move || is_asking.get()>
            <Confirmation
                question=REPLACE
                on_yes=Callback::new(move |()| finish(true))
                on_no=Callback::new(move |()| finish(false))
                on_cancel=Callback::new(move |()| {
                    is_asking.set(false);
                    focus::move_soon("#fill-prompt");
                })
            />
        </Show>
        <p>
            <button type="button" class="button button--primary" id="fill-prompt" on:click=move |_| fill.run(())>{texts::FILL_IN_THE_PROMPT}</button>
            " "
            <button type="button" class="button" on:click=go_back>{texts::OTHER_TEMPLATES}</button>
        </p>
    }
}
