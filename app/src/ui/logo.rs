//! Docket's logo.

use leptos::prelude::*;

/// The logo: a docket, a slip of paper with entries.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    view! {
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
                fill-rule="evenodd"
                fill="currentColor"
                d="M3 1h14v18l-3.5-2.5l-3.5 2.5l-3.5-2.5l-3.5 2.5Zm3 4v1.5h8v-1.5Zm0 3.5v1.5h8v-1.5Zm0 3.5v1.5h5v-1.5Z"
            ></path>
        </svg>
    }
}
