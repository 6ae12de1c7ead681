//! A batch that a person prepares: its setup, its template, what the budget allows, and the step to a batch that is sent.

use docket_wire::{ProjectId, Template, TemplateId};
use leptos::prelude::*;

use super::open::open_runner;
use super::prompts::Batch;
use super::setup::Setup;
use super::shared_setup::SharedSetup;
use super::storage::BatchStorage;
use crate::browser::clock;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::state::prompt_budget::FetchedBudget;
use crate::texts::batch as texts;

/// Which tab has begun the batch that there is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BegunBy {
    ThisTab,
    /// Another tab, meanwhile: nothing of what is prepared was sent.
    OtherTab,
}

/// A batch that is being prepared. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct BatchPreparation {
    console: Console,
    project: StoredValue<ProjectId>,
    storage: StoredValue<BatchStorage>,
    shared: SharedSetup,
    /// The template that is chosen.
    pub chosen: Memo<Option<TemplateId>>,
    /// The response with the chosen template.
    pub response: Fetched<TemplateId, Template>,
    /// The chosen template, once it is loaded.
    pub template: Memo<Option<Template>>,
    /// The budget for prompts.
    pub budget: FetchedBudget,
    /// Why the batch was not begun, and the template that was loaded then.
    problem: RwSignal<Option<(Option<TemplateId>, String)>>,
}

impl BatchPreparation {
    /// Continues what is stored.
    pub(crate) fn new(storage: BatchStorage, project: ProjectId) -> Self {
        let console = use_console();
        let (storage, project) = (StoredValue::new(storage), StoredValue::new(project));
        let shared = SharedSetup::new(storage);
        let setup = shared.setup();
        let chosen = Memo::new(move |_| setup.with(|setup| setup.template.clone()));
        let response = Fetched::new(chosen, move |id: TemplateId| {
            let project = project.get_value();
            async move { console.api.template(&project, &id, None).await }
        });
        let template = Memo::new(move |_| response.current().map(|(_, template)| template));
        let budget = FetchedBudget::new(
            move || {
                setup.track();
                None
            },
            move || {
                let project = project.get_value();
                async move { console.api.prompt_budget(&project).await }
            },
        );
        Self {
            console,
            project,
            storage,
            shared,
            chosen,
            response,
            template,
            budget,
            problem: RwSignal::new(None),
        }
    }

    pub(crate) fn project(self) -> ProjectId {
        self.project.get_value()
    }

    pub(crate) fn setup(self) -> ReadSignal<Setup> {
        self.shared.setup()
    }

    /// The list of pages as it is typed.
    pub(crate) fn list(self) -> ReadSignal<String> {
        self.shared.list()
    }

    /// Whether the browser has the setup.
    pub(crate) fn is_stored(self) -> bool {
        self.shared.is_stored()
    }

    /// Why the batch was not begun, unless another template is loaded by now.
    pub(crate) fn problem(self) -> Option<String> {
        let (template, problem) = self.problem.get()?;
        (template == self.loaded_id()).then_some(problem)
    }

    fn loaded_id(self) -> Option<TemplateId> {
        self.template.with(|template| template.as_ref().map(|template| template.id.clone()))
    }

    /// Whether the chosen template is still being loaded.
    pub(crate) fn is_loading(self) -> bool {
        self.chosen.with(Option::is_some) && self.template.with(Option::is_none)
    }

    /// The variables that are the same for all pages, once the template is loaded.
    pub(crate) fn free_variables(self) -> Option<Vec<String>> {
        let text = self.template.with(|template| template.as_ref().map(|template| template.text.clone()))?;
        Some(self.setup().with(|setup| setup.free_variables(&text)))
    }

    /// The prompt of a page as far as it is filled in, once the template is loaded.
    pub(crate) fn prompt_of(self, path: &str) -> Option<String> {
        let text = self.template.with(|template| template.as_ref().map(|template| template.text.clone()))?;
        self.setup().with(|setup| setup.preview_of(&text, path))
    }

    /// Replaces the pages by those of the list.
    pub(crate) fn set_list(self, list: String) {
        self.change(|shared| shared.set_list(list));
    }

    pub(crate) fn choose(self, template: Option<TemplateId>) {
        self.change(|shared| shared.change(|setup| setup.template = template));
    }

    pub(crate) fn set_value(self, variable: &str, value: String) {
        self.change(|shared| shared.change(|setup| setup.set_value(variable, value)));
    }

    /// Replaces the labels of all jobs as they are typed.
    pub(crate) fn set_labels(self, labels: String) {
        self.change(|shared| shared.change(|setup| setup.labels = labels));
    }

    /// Replaces the prompt of a page, or lets the template make it again.
    pub(crate) fn edit_prompt(self, path: &str, prompt: Option<String>) {
        self.change(|shared| shared.change_pages(|setup| setup.edit(path, prompt)));
    }

    pub(crate) fn remove_page(self, path: &str) {
        self.change(|shared| shared.change_pages(|setup| setup.remove(path)));
    }

    fn change(self, change: impl FnOnce(SharedSetup)) {
        change(self.shared);
        self.problem.set(None);
    }

    /// Begins the batch. Returns whose batch there is now; if there is none, [`BatchPreparation::problem`] says why.
    pub(crate) fn begin(self) -> Option<BegunBy> {
        match self.try_begin() {
            Ok(begun_by) => Some(begun_by),
            Err(problem) => {
                self.problem.set(Some((untrack(|| self.loaded_id()), problem)));
                None
            }
        }
    }

    fn try_begin(self) -> Result<BegunBy, String> {
        let batch = self.finish()?;
        self.storage.with_value(|storage| {
            // The setup stays for the next batch.
            if storage.has_batch() {
                return Ok(BegunBy::OtherTab);
            }
            if !storage.begin(&batch) {
                return Err(texts::NOTHING_WAS_SENT.to_owned());
            }
            storage.save_setup(&Setup::default());
            self.send(storage, &batch);
            Ok(BegunBy::ThisTab)
        })
    }

    /// The batch as it is prepared, or a sentence about what is missing.
    fn finish(self) -> Result<Batch, String> {
        let Some(template) = self.template.get_untracked() else {
            let is_loading = untrack(|| self.is_loading());
            let missing = if is_loading { texts::TEMPLATE_IS_LOADING } else { texts::TEMPLATE_IS_MISSING };
            return Err(missing.to_owned());
        };
        self.setup().with_untracked(|setup| setup.finish(clock::uuid(), &template.name, &template.text))
    }

    /// Sends a batch that the browser stores.
    fn send(self, storage: &BatchStorage, batch: &Batch) {
        let run = self.project.with_value(|project| open_runner(storage, project));
        let Some(run) = run.filter(|run| run.batch.id == batch.id) else { return };
        // One that is used up may have been renewed since: the run reads it again.
        if let Some((budget, _)) =
            untrack(|| self.budget.current()).filter(|(budget, _)| budget.remaining > 0)
        {
            run.record_budget(budget);
        }
        run.resume(self.console);
    }
}
