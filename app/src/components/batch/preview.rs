//! The prompt of every page, to read, change or take out before anything is sent.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId};
use leptos::html::Summary;
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::confirmation::Confirmation;
use crate::format::job::entry_title;
use crate::paths::Page;
use crate::state::batch::preparation::BatchPreparation;
use crate::state::console::{Console, use_console};
use crate::state::jobs::similar::Topic;
use crate::state::question::Question;
use crate::texts::{batch as texts, general};
use crate::ui::opened_once;

/// The prompts, one for each page.
#[component]
pub(super) fn PromptList(preparation: BatchPreparation) -> impl IntoView {
    let (setup, template) = (preparation.setup(), preparation.template);
    let paths = move || {
        let is_chosen = template.with(Option::is_some);
        setup.with(|setup| {
            let paths = setup.pages.iter().map(|page| page.path.clone());
            if is_chosen { paths.collect::<Vec<_>>() } else { Vec::new() }
        })
    };
    // Polls change jobs all the time, and seldom their topics: each prompt compares itself with these only then.
    let Console { jobs, now_ms, .. } = use_console();
    let open_jobs = Memo::new(move |_| {
        let now_ms = now_ms.get_untracked();
        let topic = |job: &Arc<JobEntry>| {
            Some(JobTopic {
                topic: Topic::of_open(job, now_ms)?,
                id: job.id.clone(),
                title: entry_title(job),
            })
        };
        jobs.with(|store| store.all_jobs().iter().filter_map(topic).collect::<Vec<_>>())
    });
    let is_shown =
        Memo::new(move |_| template.with(Option::is_some) && setup.with(|setup| !setup.pages.is_empty()));
    view! {
        <Show when=move || is_shown.get()>
            <section aria-labelledby="prompts-title">
                <h2 id="prompts-title" class="section-title">{texts::PROMPTS}</h2>
                <ol>
                    <For each=paths key=Clone::clone let:path>
                        <PagePrompt path=path preparation=preparation open_jobs=open_jobs/>
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

/// What loses the prompt that a person wrote in place of the template's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PromptLoss {
    /// The template makes the prompt again.
    UseTemplate,
    /// The page leaves the list.
    RemovePage,
}

impl PromptLoss {
    /// Asked first, because nothing brings the prompt back.
    fn question(self) -> Question {
        let (yes, no) = match self {
            Self::UseTemplate => (texts::DISCARD_THEM, texts::KEEP_THEM),
            Self::RemovePage => (texts::REMOVE_IT, general::KEEP_IT),
        };
        Question { text: texts::CHANGES_WILL_BE_LOST, yes, no }
    }
}

/// The page with its prompt, which opens to be read or changed.
#[component]
fn PagePrompt(path: String, preparation: BatchPreparation, open_jobs: Memo<Vec<JobTopic>>) -> impl IntoView {
    let own_path = StoredValue::new(path.clone());
    let prompt = Memo::new(move |_| own_path.with_value(|path| preparation.prompt_of(path)));
    let (has_field, open) = opened_once(false);
    let label = texts::prompt_for(&path);
    let is_edited = Memo::new(move |_| {
        own_path.with_value(|path| preparation.setup().with(|setup| setup.is_edited(path)))
    });
    let edit = move |prompt| own_path.with_value(|path| preparation.edit_prompt(path, prompt));
    let summary = NodeRef::<Summary>::new();
    // The buttons of the question go away, and one of those before it may.
    let focus_summary = move || {
        if let Some(summary) = summary.get_untracked() {
            // Fails for no element of the page.
            let _ = summary.focus();
        }
    };
    let use_template_label = texts::use_template_again(&path);
    let remove = move || {
        own_path.with_value(|path| preparation.remove_page(path));
        focus::move_if_on("body", vec![".batch__summary".to_owned(), ".batch__pages".to_owned()]);
    };
    let asked = RwSignal::new(None::<PromptLoss>);
    let remove_or_ask = move |_| {
        if is_edited.get_untracked() {
            asked.set(Some(PromptLoss::RemovePage));
        } else {
            remove();
        }
    };
    let keep = Callback::new(move |()| {
        asked.set(None);
        focus_summary();
    });
    let question = move |loss: PromptLoss| {
        let lose = Callback::new(move |()| {
            asked.set(None);
            match loss {
                PromptLoss::UseTemplate => {
                    edit(None);
                    focus_summary();
                }
                PromptLoss::RemovePage => remove(),
            }
        });
        view! { <Confirmation question=loss.question() on_yes=lose on_no=keep/> }
    };
    view! {
        <li class="batch__item list-row">
            <details on:toggle=move |_| open()>
                <summary class="batch__summary list-stop" node_ref=summary><span class="batch__path" dir="auto">{path.clone()}</span></summary>
                {move || has_field.get().then(|| view! {
                    <textarea class="composer__text" rows="6" dir="auto" aria-label=label.clone()
                        prop:value=move || prompt.get().unwrap_or_default() on:input=move |event| edit(Some(event_target_value(&event)))></textarea>
                })}
            </details>
            {move || is_edited.get().then(|| view! {
                <p class="template-form__hint">
                    {texts::CHANGED_BY_YOU} " "
                    <button type="button" class="button button--small" aria-keyshortcuts="r" title=general::shortcut("r") aria-label=use_template_label.clone() on:click=move |_| asked.set(Some(PromptLoss::UseTemplate))>{texts::USE_THE_TEMPLATE_AGAIN}</button>
                </p>
            })}
            <SimilarJobLink prompt=prompt open_jobs=open_jobs/>
            <button type="button" class="button button--small" aria-keyshortcuts="x" title=general::shortcut("x") aria-label=texts::remove(&path) on:click=remove_or_ask>{texts::REMOVE}</button>
            {move || asked.get().map(question)}
        </li>
    }
}

/// An open job that a prompt may repeat.
#[component]
fn SimilarJobLink(prompt: Memo<Option<String>>, open_jobs: Memo<Vec<JobTopic>>) -> impl IntoView {
    let jobs = use_console().jobs;
    let topic = Memo::new(move |_| prompt.with(|prompt| prompt.as_deref().map(Topic::of)));
    let like = Memo::new(move |_| {
        let topic = topic.get()?;
        // The words are those of the template, and so the same for every page.
        let found = |open: &Vec<JobTopic>| open.iter().find(|job| topic.shares_path(&job.topic)).cloned();
        open_jobs.with(found).map(|job| (job.id, job.title))
    });
    move || {
        let (id, title) = like.get()?;
        let href = jobs.project().map(|project| Page::Job(&project, &id).to_string())?;
        Some(
            view! { <p class="template-form__hint">{texts::SIMILAR_JOB} <a href=href dir="auto">{title}</a></p> },
        )
    }
}
