//! The jobs that resemble the prompt of a composer: those of the list, and those that the edge finds.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, JobStatus, ProjectId, Snapshot};
use leptos::prelude::*;

use super::Topic;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::jobs::drafts::Composer;

/// Similar jobs that are shown.
const SHOWN_MAX: usize = 3;
/// Jobs of a search among which are those to show.
const SEARCHED: u32 = 20;

/// The jobs like a draft. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct SimilarSearch {
    console: Console,
    composer: StoredValue<Composer>,
    similar: Memo<Vec<JobEntry>>,
}

impl SimilarSearch {
    /// Follows what is typed into `composer`.
    pub(crate) fn new(console: Console, composer: Composer) -> Self {
        let Console { api, jobs, now_ms, .. } = console;
        let (draft, typed) = (composer.state(), composer.state());
        // While a prompt is sent, its own job may appear.
        let topic = Memo::new(move |_| {
            draft.with(|composing| match composing.is_sending {
                true => Topic::default(),
                false => Topic::of(&composing.draft.text),
            })
        });
        // The words of a page's path may be in prompts of jobs that are not loaded, and beyond the title.
        // A path that is being typed is not searched for at every key.
        let path = Memo::new(move |_| {
            typed.with(|composing| {
                let text = &composing.draft.text;
                let whole =
                    text.rfind(char::is_whitespace).and_then(|end| text.get(..end)).unwrap_or_default();
                Topic::of(whole).path().map(str::to_owned)
            })
        });
        let project = composer.project().clone();
        let found = Fetched::new(path, move |path: String| {
            let project = project.clone();
            let text = Some(path).filter(|path| path.len() <= JobFilter::TEXT_BYTES_MAX);
            async move {
                let status = Some(JobStatus::Active);
                let filter = JobFilter { status, text, limit: Some(SEARCHED), ..JobFilter::default() };
                api.jobs(&project, &filter).await
            }
        });
        let similar = Memo::new(move |_| {
            let now_ms = now_ms.get_untracked();
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
        Self { console, composer: StoredValue::new(composer), similar }
    }

    /// The jobs to show, those of the list first.
    pub(crate) fn found(self) -> Memo<Vec<JobEntry>> {
        self.similar
    }

    /// The project of the draft and of the jobs.
    pub(crate) fn project(self) -> ProjectId {
        self.composer.with_value(|composer| composer.project().clone())
    }

    /// Moves the text of the draft to the follow-up of a job.
    pub(crate) fn move_text_to(self, job: &JobId) {
        self.composer.with_value(|composer| {
            let text = composer.state().with_untracked(|composing| composing.draft.text.clone());
            self.console.composer(composer.project(), Some(job.clone())).restore(&text);
            composer.replace(String::new());
        });
    }
}
