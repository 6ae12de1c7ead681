//! What completes the text of a field for labels.

use leptos::prelude::*;

use crate::state::jobs::Jobs;
use crate::state::jobs::labels::completions;

/// Completes labels by those of the loaded jobs. The list that a browser shows does not change while nothing is typed.
pub(crate) fn label_completions(jobs: Jobs) -> Callback<String, Vec<String>> {
    Callback::new(move |typed: String| {
        let labelled = untrack(|| jobs.loaded(|job| !job.labels.is_empty()));
        completions(&typed, labelled.iter().flat_map(|job| &job.labels))
    })
}
