//! Where the choices of the palette come from: the page, the project, and what the edge finds for what a person types.

use docket_wire::{JobFilter, ProjectId, Right, Snapshot, TemplatesPage};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::components::commands::choices;
use crate::paths::PageMatch;
use crate::state::commands::palette::{PaletteChoice, matching};
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::texts::commands::palette as texts;

/// The palette asks the edge from this length of the text on.
const SEARCHED_BYTES_MIN: usize = 2;
/// The number of jobs that the palette asks the edge for.
const FOUND_MAX: u32 = 8;

/// The choices before they are matched with what is typed. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct PaletteSources {
    console: Console,
    project: Memo<Option<ProjectId>>,
    /// What is typed.
    query: RwSignal<String>,
    /// What the edge searches for.
    searched: RwSignal<String>,
    /// What the edge finds in the whole prompts of all jobs.
    found: Fetched<(ProjectId, String), Snapshot>,
    templates: Fetched<ProjectId, TemplatesPage>,
    /// The choices that nothing has to be loaded for.
    fixed: Memo<Vec<PaletteChoice>>,
}

impl PaletteSources {
    /// The choices on the page that is open.
    pub(super) fn new(project: Memo<Option<ProjectId>>, query: RwSignal<String>) -> Self {
        let console = use_console();
        let here = use_location().pathname.with_untracked(|path| PageMatch::from_path(path));
        let searched = RwSignal::new(String::new());
        let found = found_jobs(console, project, searched);
        let templates = Fetched::new(
            Memo::new(move |_| project.get().filter(|project| console.auth.may(Right::JobsWrite, project))),
            move |project: ProjectId| async move { console.api.templates(&project).await },
        );
        let fixed = Memo::new(move |_| {
            // What the page offers may have changed since the last key.
            query.track();
            project.with(|project| choices::fixed(console, project.as_ref(), &here))
        });
        Self { console, project, query, searched, found, templates, fixed }
    }

    /// Lets the edge search for what is typed.
    pub(super) fn search(self) {
        if let Some(text) = self.query.try_get_untracked() {
            self.searched.try_set(text.trim().to_owned());
        }
    }

    /// The choices that match what is typed.
    pub(super) fn matching(self) -> Vec<PaletteChoice> {
        let Some(project) = self.project.get() else {
            return self.query.with(|query| matching(query, self.fixed.get(), Vec::new()));
        };
        let jobs = self.console.jobs;
        let mut offered = self.fixed.get();
        if jobs.project().as_ref() == Some(&project) {
            jobs.with(|store| {
                offered.extend(store.all_jobs().iter().map(|job| choices::job(&project, job)));
            });
        }
        if let Some((_, page)) = self.templates.current() {
            offered.extend(page.templates.into_iter().map(choices::template));
        }
        let is_typed = |text: &str| self.query.with(|query| query.trim() == text);
        let found = self.found.current().filter(|((_, text), _)| is_typed(text));
        let found = found.map(|(_, page)| page.jobs).unwrap_or_default();
        let found = found.iter().map(|job| choices::job(&project, job)).collect();
        self.query.with(|query| matching(query, offered, found))
    }

    /// Whether the edge has not answered yet what it finds for what is typed.
    pub(super) fn is_searching(self) -> bool {
        let query = self.query.with(|query| query.trim().to_owned());
        let is_found = || self.found.get().is_some_and(|((_, text), _)| text == query);
        is_searched(&query) && self.project.with(Option::is_some) && !is_found()
    }

    /// What could not be loaded, in a sentence.
    pub(super) fn failure(self) -> Option<String> {
        let jobs = self.found.get().and_then(|(_, result)| result.err());
        let templates = self.templates.get().and_then(|(_, result)| result.err());
        let jobs = jobs.map(|error| texts::only_loaded_jobs(&error.message));
        jobs.or_else(|| templates.map(|error| texts::no_templates(&error.message)))
    }
}

/// Whether the edge is asked for a text.
fn is_searched(text: &str) -> bool {
    (SEARCHED_BYTES_MIN..=JobFilter::TEXT_BYTES_MAX).contains(&text.len())
}

fn found_jobs(
    console: Console,
    project: Memo<Option<ProjectId>>,
    searched: RwSignal<String>,
) -> Fetched<(ProjectId, String), Snapshot> {
    let key = Memo::new(move |_| project.get().zip(Some(searched.get()).filter(|text| is_searched(text))));
    Fetched::new(key, move |(project, text): (ProjectId, String)| async move {
        let filter = JobFilter { text: Some(text), limit: Some(FOUND_MAX), ..JobFilter::default() };
        console.api.jobs(&project, &filter).await
    })
}
