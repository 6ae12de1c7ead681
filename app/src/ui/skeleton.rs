//! Placeholders for content that is loading.

use leptos::prelude::*;

/// Rows of the same height as the real ones.
#[component]
pub(crate) fn Skeleton(
    rows: usize,
    label: &'static str,
    /// Whether the rows have the height of the table of paths.
    #[prop(optional)]
    is_paths: bool,
) -> impl IntoView {
    view! {
        <div class="skeleton" class:skeleton--paths=is_paths role="status" aria-label=label>
            {(0..rows).map(|_| view! { <div class="skeleton__row"><span></span><span></span></div> }).collect_view()}
        </div>
    }
}
