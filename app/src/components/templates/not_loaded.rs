//! What is shown instead of templates that are not loaded.

use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::state::templates::entries::ProjectTemplates;
use crate::texts::templates as texts;
use crate::ui::Skeleton;

/// Rows until they are loaded, or why they could not be, with a button to retry.
#[component]
pub(crate) fn TemplatesNotLoaded(templates: ProjectTemplates, rows: usize) -> impl IntoView {
    move || match templates.response() {
        Some(Err(error)) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| templates.refetch())/> }
                .into_any()
        }
        _ => view! { <Skeleton rows=rows label=texts::LOADING_TEMPLATES/> }.into_any(),
    }
}
