//! The templates to begin with, and what an empty list says.

use docket_wire::{ProjectId, Right, TemplateEntry};
use leptos::prelude::*;

use crate::components::may_change_jobs::MayChangeJobs;
use crate::state::console::use_console;
use crate::state::templates::form::TemplateForm;
use crate::state::templates::starters::{STARTERS, Starter};
use crate::texts::templates as texts;

/// The templates to begin with whose names no template has yet. Each opens in the form, where a person changes it before saving.
#[component]
pub(crate) fn StarterList(
    project: ProjectId,
    templates: Memo<Vec<TemplateEntry>>,
    begin: Callback<TemplateForm>,
    /// Whether the form is open, which a starter must not replace.
    is_open: Signal<bool>,
) -> impl IntoView {
    let auth = use_console().auth;
    let of_list = project.clone();
    let starter = move |starter: Starter| {
        let Starter { name, text } = starter;
        let open = move |_| {
            if !is_open.get_untracked() {
                begin.run(starter.into());
            }
        };
        let is_disabled = move || is_open.get().then_some("true");
        view! {
            <li class="starter list-row">
                <h3 class="starter__name">{name}</h3>
                <p class="starter__text">{text}</p>
                <button type="button" class="button list-stop" aria-label=texts::begin_with(name) aria-disabled=is_disabled on:click=open>
                    {texts::START_WITH_THIS}
                </button>
            </li>
        }
    };
    let unused = Memo::new(move |_| {
        let is_unused = |starter: &Starter| {
            templates.with(|templates| !templates.iter().any(|template| template.name == starter.name))
        };
        STARTERS.into_iter().filter(is_unused).collect::<Vec<_>>()
    });
    let is_empty = Memo::new(move |_| templates.with(Vec::is_empty));
    let empty = move || {
        let of_list = of_list.clone();
        view! {
            <div class="empty">
                <p>{texts::NO_TEMPLATES_YET}</p>
                <p>{texts::WHAT_A_TEMPLATE_IS}</p>
                <Show when=move || !auth.may(Right::JobsWrite, &of_list)>
                    <p>{texts::OPERATORS_CREATE_TEMPLATES}</p>
                </Show>
            </div>
        }
    };
    view! {
        <Show when=move || is_empty.get()>{empty.clone()}</Show>
        <MayChangeJobs project=project>
            <Show when=move || unused.with(|unused| !unused.is_empty())>
                <section aria-labelledby="starters-title">
                    <h2 id="starters-title" class="section-title">{texts::STARTERS}</h2>
                    <ul>
                        <For each=move || unused.get() key=|starter| starter.name children=starter/>
                    </ul>
                </section>
            </Show>
        </MayChangeJobs>
    }
}
