//! The page "Settings", for everybody: the state of the deployment, and of each project that the person sees.

use docket_wire::Project;
use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::components::settings::deployment::Deployment;
use crate::components::settings::project::ProjectSection;
use crate::components::settings::reads::{ReadAgain, Reads};
use crate::state::console::use_console;
use crate::texts::{general, settings as texts};
use crate::ui::{Heading, Skeleton};

/// The deployment, then the projects.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let projects = use_console().projects;
    let reads = Reads::new();
    // Another page loads the list again: the parts stay as they are if it has not changed.
    let list = Memo::new(move |_| projects.list().get());
    let section = move |project: Project| view! { <ProjectSection project=project reads=reads/> };
    let sections = move || match list.get() {
        None => view! { <Skeleton rows=8 label=general::LOADING_PROJECTS/> }.into_any(),
        Some(Err(error)) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| projects.load())/> }.into_any()
        }
        Some(Ok(projects)) if projects.is_empty() => view! {
            <p class="empty">{texts::NO_PROJECT_YET}</p>
        }
        .into_any(),
        Some(Ok(projects)) => projects.into_iter().map(section).collect_view().into_any(),
    };
    view! {
        <Heading name=general::SETTINGS/>
        <p class="settings-intro">{texts::HOW_DOCKET_IS_SET_UP}</p>
        <ReadAgain reads=reads/>
        <div class="settings-page">
            <Deployment reads=reads/>
            {sections}
        </div>
    }
}
