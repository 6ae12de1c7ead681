//! What was fetched for a part of a page.

use leptos::prelude::*;

use super::error_notice::ErrorNotice;
use crate::browser::focus;
use crate::state::fetched::Fetched;

/// Shows what was fetched. Before the first response it shows `fallback`, and after a failure the error with a button to retry.
#[component]
pub(crate) fn Loaded<K, T, F, V>(
    fetched: Fetched<K, T>,
    #[prop(into)] fallback: ViewFn,
    children: F,
) -> impl IntoView
where
    K: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    F: Fn(T) -> V + Send + 'static,
    V: IntoView + 'static,
{
    move || {
        // What is fetched again is built again. The focus stays on the same link.
        on_cleanup(|| focus::keep_on_link("main"));
        match fetched.get() {
            None => fallback.run(),
            Some((_, Err(error))) => {
                view! { <ErrorNotice error=error on_retry=Callback::new(move |()| fetched.refetch())/> }
                    .into_any()
            }
            Some((_, Ok(value))) => children(value).into_any(),
        }
    }
}
