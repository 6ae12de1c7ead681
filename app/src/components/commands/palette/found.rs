//! The jobs that the edge finds for what a person types.

use docket_wire::{JobFilter, ProjectId, Snapshot};
use leptos::prelude::*;

use crate::state::console::Console;
use crate::state::fetched::Fetched;

/// The palette asks the edge from this length of the text on.
const SEARCHED_BYTES_MIN: usize = 2;
/// The number of jobs that the palette asks the edge for.
const FOUND_MAX: u32 = 8;

/// What the edge finds in the whole prompts of all jobs.
pub(super) fn found_jobs(
    console: Console,
    project: Memo<Option<ProjectId>>,
    searched: RwSignal<String>,
) -> Fetched<(ProjectId, String), Snapshot> {
    let key = Memo::new(move |_| {
        let is_searched =
            |text: &String| (SEARCHED_BYTES_MIN..=JobFilter::TEXT_BYTES_MAX).contains(&text.len());
        project.get().zip(Some(searched.get()).filter(is_searched))
    });
    Fetched::new(key, move |(project, text): (ProjectId, String)| async move {
        let filter = JobFilter { text: Some(text), limit: Some(FOUND_MAX), ..JobFilter::default() };
        console.api.jobs(&project, &filter).await
    })
}
