//! The page of jobs for many pages: the setup or, while there is a batch, its progress.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;

use crate::components::batch::progress::BatchProgress;
use crate::components::batch::setup::BatchSetup;
use crate::paths::Page;
use crate::state::batch::open::open_runner;
use crate::state::batch::preparation::BegunBy;
use crate::state::batch::storage::BatchStorage;
use crate::state::console::use_console;
use crate::texts::{batch as texts, general};
use crate::ui::Heading;

/// The batch of a person in a project, or the setup of one.
#[component]
pub(crate) fn BatchPage(project: ProjectId) -> impl IntoView {
    let auth = use_console().auth;
    let person = auth.person_untracked();
    let storage = StoredValue::new(BatchStorage::new(&person, &project));
    let stored_project = StoredValue::new(project.clone());
    let at_place = move || {
        storage.with_value(|storage| stored_project.with_value(|project| open_runner(storage, project)))
    };
    let run = RwSignal::new(at_place());
    let is_instead = RwSignal::new(false);
    let change = move |begun_by| {
        is_instead.set(begun_by == BegunBy::OtherTab);
        run.set(at_place());
    };
    let (on_begin, on_end) = (Callback::new(change), Callback::new(move |()| change(BegunBy::ThisTab)));
    let content = move || {
        let project = stored_project.get_value();
        match run.get() {
            Some(run) => view! { <BatchProgress run=run project=project is_instead=is_instead.get_untracked() on_end=on_end/> }.into_any(),
            None => {
                view! { <BatchSetup storage=storage.get_value() project=project on_begin=on_begin/> }.into_any()
            }
        }
    };
    let templates = Page::Templates(&project).to_string();
    let refused = || {
        view! { <p class="empty">{texts::ONLY_FOR_OPERATORS}</p> }
    };
    view! {
        <p class="back"><a href=templates>{general::TEMPLATES}</a></p>
        <Heading name=general::JOBS_FOR_MANY_PAGES/>
        <Show when=move || auth.may(Right::JobsWrite, &project) fallback=refused>{content}</Show>
    }
}
