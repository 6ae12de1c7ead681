//! A path without a page.

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use crate::paths::{self, Page};
use crate::texts::shell as texts;
use crate::ui::Heading;

/// Says so, and links to the jobs. The path of a project alone redirects to its jobs.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    let (navigate, path) = (use_navigate(), use_location().pathname);
    Effect::new(move || {
        let project =
            path.with(|path| path.strip_prefix("/p/")?.trim_end_matches('/').parse::<ProjectId>().ok());
        if let Some(project) = project {
            navigate(&Page::Jobs(&project).to_string(), paths::redirect());
        }
    });
    view! {
        <div class="standalone">
            <Heading name=texts::PAGE_NOT_FOUND/>
            <p>{texts::CHECK_THE_ADDRESS}</p>
            <p><a href=Page::Home.to_string()>{texts::GO_TO_YOUR_JOBS}</a></p>
        </div>
    }
}
