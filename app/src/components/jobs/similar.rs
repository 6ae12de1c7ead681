//! Jobs that a prompt may repeat, before it is sent.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobStatus, Snapshot};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::browser::focus;
use crate::format;
use crate::paths::Page;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::state::jobs::drafts::Composer;
use crate::state::jobs::similar::Topic;
use crate::texts::general;
use crate::texts::jobs::composer as texts;

/// Similar jobs that are shown.
const SHOWN_MAX: usize = 3;

/// The jobs like the draft, each with the way to follow it up instead.
#[component]
pub(crate) fn SimilarJobs(composer: Composer) -> impl IntoView {
    let console = use_console();
    let Console { api, jobs, .. } = console;
    let draft = composer.state();
    // While a prompt is sent, its own job may appear.
    let topic = Memo::new(move |_| {
        draft.with(
            |composing| {
                if composing.is_sending { Topic::default() } else { Topic::of(&composing.draft.text) }
            },
        )
    });
    // The words of a page's path may be in prompts of jobs that are not loaded, and beyond the title.
    // A path that is being typed is not searched for at every key.
    let typed = composer.state();
    let path = Memo::new(move |_| {
        typed.with(|composing| {
            let text = &composing.draft.text;
            let whole = text.rfind(char::is_whitespace).and_then(|end| text.get(..end)).unwrap_or_default();
            Topic::of(whole).path().map(str::to_owned)
        })
    });
    let project = StoredValue::new(composer.project().clone());
    let composer = StoredValue::new(composer);
    let found = Fetched::new(path, move |path: String| {
        let project = project.get_value();
        let text = Some(path).filter(|path| path.len() <= JobFilter::TEXT_BYTES_MAX);
        async move {
            let filter =
                JobFilter { status: Some(JobStatus::Active), text, limit: Some(20), ..JobFilter::default() };
            api.jobs(&project, &filter).await
        }
    });
    let similar = Memo::new(move |_| {
        let now_ms = console.now_ms.get_untracked();
        topic.with(|topic| {
            let is_like = |job: &JobEntry| topic.is_open_as(job, now_ms);
            let mut similar: Vec<JobEntry> =
                jobs.loaded(is_like).iter().map(|job: &Arc<JobEntry>| (**job).clone()).collect();
            // What the search found has all words of the path, though perhaps not in its order.
            if let Some((_, Snapshot { jobs, .. })) = found.current() {
                let is_new = |job: &JobEntry| !similar.iter().any(|known| known.id == job.id);
                let more: Vec<_> = jobs.into_iter().filter(is_new).collect();
                similar.extend(more);
            }
            similar.truncate(SHOWN_MAX);
            similar
        })
    });
    let navigate = use_navigate();
    let follow_up = Callback::new(move |job: JobEntry| {
        let text = composer
            .with_value(|composer| composer.state().with_untracked(|composing| composing.draft.text.clone()));
        let project = project.get_value();
        console.composer(&project, Some(job.id.clone())).restore(&text);
        composer.with_value(|composer| composer.replace(String::new()));
        let path = Page::Job(&project, &job.id).to_string();
        navigate(&path, Default::default());
        focus::move_when_there("#prompt", path);
    });
    let item = move |job: JobEntry| {
        let (title, href) = (
            format::job::entry_title(&job),
            project.with_value(|project| Page::Job(project, &job.id).to_string()),
        );
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
