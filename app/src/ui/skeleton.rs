//! The place of what is still to come.

use leptos::prelude::*;

/// Rows of the height that the real ones will have.
#[component]
pub(crate) fn Skeleton(
    /// How many.
    rows: usize,
    /// What is being waited for.
    label: &'static str,
    /// Whether they are those of the paths.
    #[prop(optional)]
    is_paths: bool,
) -> impl IntoView {
    view! {
        <div class="skeleton" class:skeleton--paths=is_paths role="status" aria-label=label>
            {(0..rows).map(|_| view! { <div class="skeleton__row"><span></span><span></span></div> }).collect_view()}
        </div>
    }
}
