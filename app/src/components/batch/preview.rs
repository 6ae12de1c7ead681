//! The prompt of every page, to read, change or take out before anything is sent.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, Template};
use leptos::prelude::*;

use crate::browser::focus;
use crate::format::job::entry_title;
use crate::paths::Page;
use crate::state::batch::setup::Setup;
use crate::state::console::Console;
use crate::state::jobs::similar::Topic;
use crate::texts::{batch as texts, general};

/// The prompts, one for each page.
#[component]
pub(super) fn PromptList(
    setup: RwSignal<Setup>,
    template: Memo<Option<Template>>,
    /// Receives the setup after a prompt was changed or a page taken out.
    on_change: Callback<Setup>,
) -> impl IntoView {
    let paths = move || {
        let is_chosen = template.with(Option::is_some);
        setup.with(|setup| {
            let paths = setup.pages.iter().map(|page| page.path.clone());
            if is_chosen { paths.collect::<Vec<_>>() } else { Vec::new() }
        })
    };
    // Polls change jobs all the time, and seldom their topics: each prompt compares itself with these only then.
    let Console { jobs, now_ms, .. } = Console::here();
    let open_jobs = Memo::new(move |_| {
        let now_ms = now_ms.get_untracked();
        let topic = |job: &Arc<JobEntry>| {
            Some(JobTopic {
                topic: Topic::of_open(job, now_ms)?,
                id: job.id.clone(),
                title: entry_title(job),
            })
        };
        jobs.loaded(|_| true).iter().filter_map(topic).collect::<Vec<_>>()
    });
    let is_shown =
        Memo::new(move |_| template.with(Option::is_some) && setup.with(|setup| !setup.pages.is_empty()));
    view! {
        <Show when=move || is_shown.get()>
            <section aria-labelledby="prompts-title">
                <h2 id="prompts-title" class="section-title">{texts::PROMPTS}</h2>
                <ol class="batch__items">
                    <For each=paths key=Clone::clone let:path>
                        <PagePrompt path=path setup=setup template=template open_jobs=open_jobs on_change=on_change/>
                    </For>
                </ol>
            </section>
        </Show>
    }
}

/// An open job, and what its prompt is about.
#[derive(Debug, Clone, PartialEq, Eq)]
struct JobTopic {
    topic: Topic,
    id: JobId,
    title: String,
}

#[component]
fn PagePrompt(
    path: String,
    setup: RwSignal<Setup>,
    template: Memo<Option<Template>>,
    open_jobs: Memo<Vec<JobTopic>>,
    on_change: Callback<Setup>,
) -> impl IntoView {
    let own_path = StoredValue::new(path.clone());
    let prompt = Memo::new(move |_| {
        let text = template.with(|template| template.as_ref().map(|template| template.text.clone()))?;
        setup.with(|setup| {
            let page = setup.pages.iter().find(|page| own_path.with_value(|path| page.path == *path))?;
            Some(setup.preview(&text, page))
        })
    });
    let is_shown = RwSignal::new(false);
    let has_field = Memo::new(move |_| is_shown.get());
    let edit = move |event| {
        let mut changed = setup.get_untracked();
        if let Some(page) =
            changed.pages.iter_mut().find(|page| own_path.with_value(|path| page.path == *path))
        {
            page.edited = Some(event_target_value(&event));
        }
        on_change.run(changed);
    };
    let remove = move |_| {
        let mut changed = setup.get_untracked();
        own_path.with_value(|path| changed.remove(path));
        on_change.run(changed);
        focus::move_if_on("body", vec![".batch__summary".to_owned(), ".batch__pages".to_owned()]);
    };
    let label = texts::prompt_for(&path);
    let jobs = Console::here().jobs;
    let topic = Memo::new(move |_| prompt.with(|prompt| prompt.as_deref().map(Topic::of)));
    let like = Memo::new(move |_| {
        let topic = topic.get()?;
        let found = |open: &Vec<JobTopic>| open.iter().find(|job| topic.is_like(&job.topic)).cloned();
        open_jobs.with(found).map(|job| (job.id, job.title))
    });
    let already = move || {
        let (id, title) = like.get()?;
        let href = jobs.project().map(|project| Page::Job(&project, &id).to_string())?;
        Some(
            view! { <p class="template-form__hint">{texts::SIMILAR_JOB} <a href=href dir="auto">{title}</a></p> },
        )
    };
    view! {
        <li class="batch__item list-row">
            <details on:toggle=move |_| is_shown.set(true)>
                <summary class="batch__summary list-stop"><span class="batch__path" dir="auto">{path.clone()}</span></summary>
                {move || has_field.get().then(|| view! {
                    <textarea class="composer__text" rows="6" dir="auto" aria-label=label.clone()
                        prop:value=move || prompt.get().unwrap_or_default() on:input=edit></textarea>
                })}
            </details>
            {already}
            <button type="button" class="button button--small" aria-keyshortcuts="x" title=general::shortcut("x") aria-label=texts::remove(&path) on:click=remove>{texts::REMOVE}</button>
        </li>
    }
}
