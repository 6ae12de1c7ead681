//! What a person prepares: pages, template, values, and the prompt of every page.

use docket_wire::{ProjectId, TemplateId};
use leptos::prelude::*;

use super::budget::BudgetForecast;
use super::preview::PromptList;
use super::template_choice::TemplateChoice;
use crate::browser::keyboard::is_submit;
use crate::browser::{clock, focus, storage};
use crate::format::number;
use crate::state::batch::open::open_run;
use crate::state::batch::setup::Setup;
use crate::state::batch::stored::BatchKey;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::texts::{batch as texts, general, templates};

/// The form that begins a batch.
#[component]
pub(crate) fn BatchSetup(
    place: BatchKey,
    project: ProjectId,
    /// There is a batch now.
    on_begin: Callback<()>,
) -> impl IntoView {
    let console = Console::here();
    let setup = RwSignal::new(place.setup());
    let list = RwSignal::new(setup.with_untracked(Setup::paths));
    let (place, of_project) = (StoredValue::new(place), StoredValue::new(project.clone()));
    let problem = RwSignal::new(None::<String>);
    let is_stored = RwSignal::new(true);
    // What this tab knows of what the browser stores.
    let seen = StoredValue::new(setup.get_untracked());
    let change = move |change: &dyn Fn(&mut Setup)| {
        // A tab that was asleep may not know the pages that another one added.
        let stored = place.with_value(BatchKey::setup);
        let unseen = seen.with_value(|seen| stored.pages_beyond(seen));
        setup.update(|setup| {
            change(setup);
            if !unseen.is_empty() {
                setup.add(unseen);
            }
        });
        problem.set(None);
        let is_saved = place.with_value(|place| setup.with_untracked(|setup| place.save_setup(setup)));
        if is_saved {
            seen.set_value(setup.get_untracked());
        }
        is_stored.set(is_saved);
    };
    // The setup is that of the browser: another tab may change it, or add pages on the page Visitors.
    storage::on_change_elsewhere_here(move |key| {
        if !is_stored.get_untracked() || !place.with_value(|place| place.has_setup_key(&key)) {
            return;
        }
        let stored = place.with_value(BatchKey::setup);
        if stored.paths() != setup.with_untracked(Setup::paths) {
            list.set(stored.paths());
        }
        seen.set_value(stored.clone());
        setup.set(stored);
    });
    let on_list = move |event| {
        let text = event_target_value(&event);
        change(&|setup| setup.set_paths(&text));
        list.set(text);
    };
    let on_change = Callback::new(move |changed: Setup| {
        list.set(changed.paths());
        change(&|setup| setup.clone_from(&changed));
    });
    let on_choose =
        Callback::new(move |chosen: Option<_>| change(&|setup| setup.template.clone_from(&chosen)));
    let chosen = Memo::new(move |_| setup.with(|setup| setup.template.clone()));
    let fetched = Fetched::new(chosen, move |id: TemplateId| {
        let project = of_project.get_value();
        async move { console.api.template(&project, &id, None).await }
    });
    let template = Memo::new(move |_| fetched.current().map(|(_, template)| template));
    let free = Memo::new(move |_| {
        let text = template.with(|template| template.as_ref().map(|template| template.text.clone()))?;
        Some(setup.with(|setup| setup.free_variables(&text)))
    });
    let field = move |name: String| {
        let (read, written) = (name.clone(), name.clone());
        let value = move || setup.with(|setup| setup.value(&read));
        let on_input = move |event| {
            let value = event_target_value(&event);
            change(&|setup| setup.set_value(&written, value.clone()));
        };
        view! {
            <label class="field">
                <span class="field__label">{templates::variable(&name)}</span>
                <input autocomplete="off" prop:value=value on:input=on_input/>
            </label>
        }
    };
    Effect::new(move || {
        template.track();
        problem.set(None);
    });
    let fields = move || {
        let names = free.get().filter(|names| !names.is_empty())?;
        Some(view! { <div class="variables">{names.into_iter().map(field).collect_view()}</div> })
    };
    let count = Memo::new(move |_| setup.with(|setup| setup.pages.len()));
    let is_paused = Memo::new(move |_| Some(console.are_prompts_paused()));
    let budget = Fetched::new(is_paused, move |_| {
        let project = of_project.get_value();
        async move { console.api.prompt_budget(&project).await }
    });
    let is_loading = Memo::new(move |_| chosen.with(Option::is_some) && template.with(Option::is_none));
    let begin = move || {
        let Some(template) = template.get_untracked() else {
            let missing = if is_loading.get_untracked() {
                texts::TEMPLATE_IS_LOADING
            } else {
                texts::TEMPLATE_IS_MISSING
            };
            return problem.set(Some(missing.to_owned()));
        };
        let batch = setup.with_untracked(|setup| setup.finish(clock::uuid(), &template.name, &template.text));
        let batch = match batch {
            Ok(batch) => batch,
            Err(missing) => return problem.set(Some(missing)),
        };
        // If another tab has begun a batch meanwhile, this page shows that batch, and the setup stays for the next one.
        let is_taken = place.with_value(BatchKey::is_taken);
        if !is_taken && !place.with_value(|place| place.begin(&batch)) {
            return problem.set(Some(texts::NOTHING_WAS_SENT.to_owned()));
        }
        let known_budget = untrack(|| budget.current()).and_then(|(_, budget)| budget);
        place.with_value(|place| {
            if !is_taken {
                place.save_setup(&Setup::default());
            }
            if let Some(run) = of_project.with_value(|project| open_run(place, project))
                && run.batch.id == batch.id
            {
                // One that is used up may have been renewed since: the run reads it again.
                if let Some(budget) = known_budget.filter(|budget| budget.remaining > 0) {
                    run.note_budget(budget);
                }
                run.resume(console);
            }
        });
        on_begin.run(());
        focus::move_soon("h1");
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            begin();
        }
    };
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        begin();
    };
    let cannot_start = move || (count.get() == 0 || is_loading.get()).then_some("true");
    let button = move || texts::start_jobs(count.get(), &number::count(count.get() as u64));
    view! {
        <form class="template-form" aria-label=general::JOBS_FOR_MANY_PAGES on:submit=on_submit on:keydown=on_key>
            <label class="field">
                <span class="field__label">{texts::PAGES}</span>
                <textarea class="composer__text batch__pages" rows="4" dir="auto" spellcheck="false" aria-describedby="batch-pages" aria-keyshortcuts="l" title=general::shortcut("l") prop:value=list on:input=on_list></textarea>
            </label>
            <p id="batch-pages" class="template-form__hint">{texts::ONE_PATH_PER_LINE}</p>
            <TemplateChoice project=project.clone() chosen=chosen on_choose=on_choose template=fetched/>
            {fields}
            <PromptList setup=setup template=template on_change=on_change/>
            <BudgetForecast budget=budget count=count/>
            <div role="status">
                {move || (!is_stored.get()).then_some(texts::LIST_IS_NOT_STORED)}
            </div>
            {move || problem.get().map(|problem| view! { <p class="composer__error" role="alert">{problem}</p> })}
            <p><button type="submit" class="button button--primary" aria-disabled=cannot_start aria-keyshortcuts="Control+Enter" title=general::shortcut("Ctrl Enter")>{button}</button></p>
        </form>
    }
}
