//! What completes the text of a field for labels, and the list that shows it.

use leptos::prelude::*;

use crate::state::jobs::Jobs;
use crate::state::jobs::labels::completions;

/// Completes labels by those of the loaded jobs. The list that a browser shows does not change while nothing is typed.
pub(crate) fn label_completions(jobs: Jobs) -> Callback<String, Vec<String>> {
    Callback::new(move |typed: String| {
        jobs.with_untracked(|store| completions(&typed, store.all_jobs().iter().flat_map(|job| &job.labels)))
    })
}

/// The completions of what is typed in a field, for its attribute `list`.
#[component]
pub(crate) fn CompletionList(
    id: String,
    #[prop(into)] typed: Signal<String>,
    completions: Callback<String, Vec<String>>,
) -> impl IntoView {
    let option = |value: String| view! { <option value=value></option> };
    view! { <datalist id=id>{move || completions.run(typed.get()).into_iter().map(option).collect_view()}</datalist> }
}
