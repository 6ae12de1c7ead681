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

/// In place of the page of visitors: its heading, the totals and the chart.
#[component]
pub(crate) fn VisitorsSkeleton(
    /// The label for screen readers.
    label: &'static str,
) -> impl IntoView {
    view! {
        <div class="skeleton-visitors" role="status" aria-label=label>
            <span class="skeleton-visitors__heading"></span>
            {totals()}
            <div class="skeleton-visitors__chart"></div>
        </div>
    }
}

/// In place of the totals.
#[component]
pub(crate) fn TotalsSkeleton(label: &'static str) -> impl IntoView {
    view! { <div class="skeleton-visitors" role="status" aria-label=label>{totals()}</div> }
}

/// In place of the chart.
#[component]
pub(crate) fn ChartSkeleton(label: &'static str) -> impl IntoView {
    view! {
        <div class="skeleton-visitors" role="status" aria-label=label>
            <div class="skeleton-visitors__chart skeleton-visitors__chart--alone"></div>
        </div>
    }
}

fn totals() -> impl IntoView {
    view! {
        <div class="skeleton-visitors__totals">
            {(0..5).map(|_| view! { <div><span></span><span></span></div> }).collect_view()}
        </div>
    }
}
