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
        // Jobs that are not loaded may be about the same page.
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
            async move {
                let (status, text) = (Some(JobStatus::Active), Some(path));
                let filter = JobFilter { status, text, limit: Some(SEARCHED), ..JobFilter::default() };
                api.jobs(&project, &filter).await
            }
        });
        let similar = Memo::new(move |_| {
            let now_ms = now_ms.get_untracked();
            topic.with(|topic| {
                let found = found.current().map(|(_, Snapshot { jobs, .. })| jobs).unwrap_or_default();
                jobs.with(|store| shown(topic, store.all_jobs(), &found, now_ms))
            })
        });
        Self { console, composer: StoredValue::new(composer), similar }
    }

    /// The jobs to show.
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

/// The open jobs like a topic, those of the list first. Of a job that the list has, what a search found may be out of date.
fn shown(topic: &Topic, loaded: &[Arc<JobEntry>], found: &[JobEntry], now_ms: i64) -> Vec<JobEntry> {
    let is_new = |job: &&JobEntry| loaded.iter().all(|known| known.id != job.id);
    let of_list = loaded.iter().map(Arc::as_ref).filter(|job| topic.is_open_as(job, now_ms));
    let of_search = found.iter().filter(is_new).filter(|job| topic.is_found_as(job, now_ms));
    of_list.chain(of_search).take(SHOWN_MAX).cloned().collect()
}

#[cfg(test)]
mod tests {
    use docket_wire::UnixMs;

    use super::*;
    use crate::sample;

    fn job(id: &str, title: &str) -> JobEntry {
        JobEntry { title: Some(title.to_owned()), ..sample::job(id, 1) }
    }

    fn ids(topic: &str, loaded: &[JobEntry], found: &[JobEntry]) -> Vec<String> {
        let loaded: Vec<_> = loaded.iter().cloned().map(Arc::new).collect();
        let shown = shown(&Topic::of(topic), &loaded, found, i64::MAX);
        shown.into_iter().map(|job| job.id.to_string()).collect()
    }

    #[test]
    fn what_a_search_found_is_shown_only_if_it_is_about_the_same() {
        let loaded = [job("a", "Rewrite /sdk for release 4")];
        let found = [job("a", "Rewrite /sdk"), job("b", "List the SDKs"), job("c", "Shorten /sdk")];
        assert_eq!(ids("Improve /sdk", &loaded, &found), ["a", "c"]);
    }

    #[test]
    fn a_job_that_names_a_long_path_below_its_title_is_shown() {
        let found = [job("a", "Add examples"), job("b", "Rewrite /guides/api")];
        assert_eq!(ids("Improve /guides/sdk", &[], &found), ["a"]);
        assert_eq!(ids("Improve /sdk", &[], &found), Vec::<String>::new());
    }

    #[test]
    fn what_ended_since_the_search_is_not_shown() {
        let found = [job("a", "Rewrite /sdk")];
        assert_eq!(ids("Improve /sdk", &[], &found), ["a"]);
        let ended = JobEntry { status: JobStatus::Completed, ended_at: Some(UnixMs(0)), ..found[0].clone() };
        assert_eq!(ids("Improve /sdk", &[ended], &found), Vec::<String>::new());
    }
}
