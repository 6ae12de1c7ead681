//! What a person prepares: pages, template, values, and the prompt of every page.

use docket_wire::ProjectId;
use leptos::prelude::*;

use super::budget::BudgetForecast;
use super::preview::PromptList;
use super::template_choice::TemplateChoice;
use crate::browser::focus;
use crate::browser::keyboard::is_submit;
use crate::components::jobs::labels::field::LabelField;
use crate::format::number;
use crate::state::batch::preparation::{BatchPreparation, BegunBy};
use crate::state::batch::setup::Setup;
use crate::state::batch::storage::BatchStorage;
use crate::texts::{batch as texts, general, templates};

/// The id of what says why there is no batch.
const BATCH_PROBLEM: &str = "batch-problem";

/// The form that begins a batch.
#[component]
pub(crate) fn BatchSetup(
    storage: BatchStorage,
    project: ProjectId,
    /// There is a batch now.
    on_begin: Callback<BegunBy>,
) -> impl IntoView {
    let preparation = BatchPreparation::new(storage, project);
    let count = Memo::new(move |_| preparation.setup().with(|setup| setup.pages.len()));
    let begin = Callback::new(move |()| {
        if let Some(begun_by) = preparation.begin() {
            on_begin.run(begun_by);
            focus::move_soon("h1");
        } else {
            focus::move_soon(".template-form [aria-invalid]");
        }
    });
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            begin.run(());
        }
    };
    // Enter in a field of one line must not start all jobs.
    let on_submit = |event: leptos::ev::SubmitEvent| event.prevent_default();
    view! {
        <form class="template-form" aria-label=general::JOBS_FOR_MANY_PAGES on:submit=on_submit on:keydown=on_key>
            <PageListField preparation=preparation/>
            <TemplateChoice preparation=preparation/>
            <FreeVariableFields preparation=preparation/>
            <BatchLabels preparation=preparation/>
            <PromptList preparation=preparation/>
            <BudgetForecast budget=preparation.budget count=count/>
            <SetupNotices preparation=preparation/>
            <StartButton preparation=preparation count=count begin=begin/>
        </form>
    }
}

/// The pages, one path per line.
#[component]
fn PageListField(preparation: BatchPreparation) -> impl IntoView {
    let is_wrong = move || {
        preparation.problem().is_some() && preparation.setup().with(|setup| setup.check_pages().is_err())
    };
    let lacks_figures = Memo::new(move |_| preparation.setup().with(Setup::lacks_figures));
    view! {
        <label class="field">
            <span class="field__label">{texts::PAGES}</span>
            <textarea
                class="composer__text batch__pages"
                rows="4"
                dir="auto"
                spellcheck="false"
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=format!("batch-pages {BATCH_PROBLEM}")
                aria-keyshortcuts="l"
                title=general::shortcut("l")
                prop:value=preparation.list()
                on:input=move |event| preparation.set_list(event_target_value(&event))
            ></textarea>
        </label>
        <p id="batch-pages" class="template-form__hint">{texts::ONE_PATH_PER_LINE} " " {move || lacks_figures.get().then_some(texts::DATA_COMES_FROM_VISITORS)}</p>
    }
}

/// A field for each variable of the template that is the same for all pages.
#[component]
fn FreeVariableFields(preparation: BatchPreparation) -> impl IntoView {
    let names = Memo::new(move |_| preparation.free_variables().unwrap_or_default());
    let field = move |name: String| view! { <FreeVariableField name=name preparation=preparation/> };
    view! {
        <Show when=move || names.with(|names| !names.is_empty())>
            <div class="variables"><For each=move || names.get() key=String::clone children=field/></div>
        </Show>
    }
}

#[component]
fn FreeVariableField(name: String, preparation: BatchPreparation) -> impl IntoView {
    let label = templates::variable(&name);
    let value = {
        let name = name.clone();
        move || preparation.setup().with(|setup| setup.value(&name))
    };
    let is_missing = {
        let value = value.clone();
        move || preparation.problem().is_some() && value().trim().is_empty()
    };
    let on_input = move |event| preparation.set_value(&name, event_target_value(&event));
    view! {
        <label class="field">
            <span class="field__label">{label}</span>
            <input
                autocomplete="off"
                aria-invalid=move || is_missing().then_some("true")
                aria-describedby=BATCH_PROBLEM
                prop:value=value
                on:input=on_input
            />
        </label>
    }
}

/// The labels by which all jobs of the batch are found later.
#[component]
fn BatchLabels(preparation: BatchPreparation) -> impl IntoView {
    let text = Signal::derive(move || preparation.setup().with(|setup| setup.labels.clone()));
    let change = Callback::new(move |labels| preparation.set_labels(labels));
    let problem = Signal::derive(move || label_problem(preparation));
    view! {
        <LabelField id="batch-labels" label=texts::LABELS_OF_ALL_JOBS text=text on_text=change problem=problem/>
    }
}

/// What is wrong with the labels, once it was said why there is no batch.
fn label_problem(preparation: BatchPreparation) -> Option<String> {
    preparation.problem()?;
    preparation.setup().with(|setup| setup.labels().err())
}

/// That the browser does not store the setup, and why there is no batch.
#[component]
fn SetupNotices(preparation: BatchPreparation) -> impl IntoView {
    // The field for labels says itself what is wrong with them.
    let problem =
        move || preparation.problem().filter(|problem| label_problem(preparation).as_ref() != Some(problem));
    view! {
        <div role="status">{move || (!preparation.is_stored()).then_some(texts::LIST_IS_NOT_STORED)}</div>
        {move || problem().map(|problem| view! { <p class="composer__error" id=BATCH_PROBLEM role="alert">{problem}</p> })}
    }
}

#[component]
fn StartButton(preparation: BatchPreparation, count: Memo<usize>, begin: Callback<()>) -> impl IntoView {
    let is_loading = Memo::new(move |_| preparation.is_loading());
    let is_disabled = move || (count.get() == 0 || is_loading.get()).then_some("true");
    let label = move || texts::start_jobs(count.get(), &number::count(count.get() as u64));
    view! {
        <p>
            <button
                type="button"
                class="button button--primary"
                aria-disabled=is_disabled
                aria-keyshortcuts="Control+Enter"
                title=general::shortcut("Ctrl Enter")
                on:click=move |_| begin.run(())
            >
                {label}
            </button>
        </p>
    }
}
