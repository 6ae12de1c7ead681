//! The place of what is still to come.

use leptos::prelude::*;

/// Rows of the height that the real ones will have.
#[component]
pub(crate) fn Skeleton(
    /// How many.
    rows: usize,
    /// What is being waited for.
    label: &'static str,
) -> impl IntoView {
    view! {
        <div class="skeleton" role="status" aria-label=label>
            {(0..rows).map(|_| view! { <div class="skeleton__row"><span></span><span></span></div> }).collect_view()}
        </div>
    }
}
