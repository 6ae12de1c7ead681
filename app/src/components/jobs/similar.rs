//! Jobs that a prompt may repeat, before it is sent.

use docket_wire::JobEntry;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::browser::focus;
use crate::format;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::jobs::drafts::Composer;
use crate::state::jobs::similar::search::SimilarSearch;
use crate::texts::general;
use crate::texts::jobs::composer as texts;

/// The jobs like the draft, each with the way to follow it up instead.
#[component]
pub(crate) fn SimilarJobs(composer: Composer) -> impl IntoView {
    let search = SimilarSearch::new(use_console(), composer);
    let similar = search.found();
    let project = StoredValue::new(search.project());
    let navigate = use_navigate();
    let follow_up = Callback::new(move |job: JobEntry| {
        search.move_text_to(&job.id);
        let path = project.with_value(|project| Page::Job(project, &job.id).to_string());
        navigate(&path, Default::default());
        focus::move_when_there("#prompt", path);
    });
    let item = move |job: JobEntry| {
        let title = format::job::entry_title(&job);
        let href = project.with_value(|project| Page::Job(project, &job.id).to_string());
        let id = job.id.clone();
        let status = move || {
            let find = |similar: &Vec<JobEntry>| {
                similar.iter().find(|job| job.id == id).map(|job| format::job::entry_status(job).1)
            };
            similar.with(find)
        };
        let label = texts::follow_up_instead(&title);
        view! {
            <li>
                {status} ": " <a href=href dir="auto">{title}</a> " "
                <button type="button" class="button button--small" aria-label=label aria-keyshortcuts="n" title=general::shortcut("n") on:click=move |_| follow_up.run(job.clone())>
                    {texts::FOLLOW_UP_INSTEAD}
                </button>
            </li>
        }
    };
    view! {
        <div role="status" class="prompt-notes">
            <Show when=move || similar.with(|similar| !similar.is_empty())>
                <p>{texts::SIMILAR_JOBS}</p>
                // A job keeps its item, so that no other one takes the place of a button that has the focus.
                <ul class="similar__list">
                    <For each=move || similar.get() key=|job| job.id.clone() children=item/>
                </ul>
            </Show>
        </div>
    }
}
