//! The jobs of the project in view: the mirror as signals, and the line that feeds it.

use std::sync::Arc;

use docket_wire::{
    EventKind, JobDetail, JobEntry, JobFilter, JobId, LiveMessage, ProjectId, Submission, SubmissionKind,
};
use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::line::{self, Line};
use super::mirror::{Gap, Mirror};
use crate::api::{Api, ApiError, Deed};
use crate::browser::page;
use crate::format;

/// A handle to the jobs of the project in view.
#[derive(Clone, Copy)]
pub(crate) struct Ledger {
    api: Api,
    voice: RwSignal<String>,
    mirror: RwSignal<Mirror>,
    line: RwSignal<Line>,
    /// Why nothing could be loaded.
    error: RwSignal<Option<ApiError>>,
    older: RwSignal<Older>,
    watching: StoredValue<Option<Watching>>,
}

/// How loading older jobs goes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Older {
    /// Nobody asked.
    #[default]
    Idle,
    /// On the way.
    Loading,
    /// Failed.
    Failed(ApiError),
}

struct Watching {
    project: ProjectId,
    wake: UnboundedSender<()>,
    stop: AbortHandle,
}

/// What the line may do with the ledger: one project's, for as long as it is watched.
#[derive(Clone)]
pub(crate) struct Feed {
    ledger: Ledger,
    project: ProjectId,
}

impl Ledger {
    /// An empty one. What happens to jobs is told to `voice`.
    pub(crate) fn new(api: Api, voice: RwSignal<String>) -> Self {
        let ledger = Self {
            api,
            voice,
            mirror: RwSignal::default(),
            line: RwSignal::new(Line::Connecting),
            error: RwSignal::new(None),
            older: RwSignal::default(),
            watching: StoredValue::new(None),
        };
        page::on_window("online", move || ledger.wake());
        page::on_window("offline", move || ledger.wake());
        page::on_document("visibilitychange", move || {
            if page::is_visible() {
                ledger.wake();
            }
        });
        ledger
    }

    /// Watches a project from now on, and no other.
    pub(crate) fn watch(self, project: &ProjectId) {
        if self.is_watching(project) {
            return;
        }
        self.stop();
        let (wake, wakes) = unbounded();
        let feed = Feed { ledger: self, project: project.clone() };
        let (line, stop) = abortable(line::keep(feed, wakes));
        self.watching.set_value(Some(Watching { project: project.clone(), wake, stop }));
        spawn_local(async move {
            // Stopped is how it ends.
            let _ = line.await;
        });
    }

    /// Watches nothing any more, and forgets what was seen.
    pub(crate) fn stop(self) {
        let watching = self.watching.try_update_value(Option::take).flatten();
        if let Some(watching) = watching {
            watching.stop.abort();
        }
        self.mirror.set(Mirror::default());
        self.line.set(Line::Connecting);
        self.error.set(None);
        self.older.set(Older::Idle);
    }

    /// Tries the line at once.
    pub(crate) fn wake(self) {
        self.watching.with_value(|watching| {
            if let Some(watching) = watching {
                // A line that has ended needs no waking.
                let _ = watching.wake.unbounded_send(());
            }
        });
    }

    /// How the line is.
    pub(crate) fn line(self) -> ReadSignal<Line> {
        self.line.read_only()
    }

    /// Why nothing could be loaded; nothing as long as something is there to be shown.
    pub(crate) fn error(self) -> Option<ApiError> {
        if self.is_loaded() { None } else { self.error.get() }
    }

    /// Whether a first snapshot has come.
    pub(crate) fn is_loaded(self) -> bool {
        self.mirror.with(|mirror| mirror.revision().is_some())
    }

    /// The jobs of the list that is shown, in their order.
    pub(crate) fn order(self) -> Memo<Vec<JobId>> {
        Memo::new(move |_| {
            self.mirror.with(|mirror| mirror.jobs().iter().map(|job| job.id.clone()).collect())
        })
    }

    /// One row; told only when it is another one.
    pub(crate) fn row(self, id: JobId) -> Memo<Option<Arc<JobEntry>>> {
        Memo::new_with_compare(move |_| self.mirror.with(|mirror| mirror.job(&id).cloned()), is_another)
    }

    /// Creates without a job, newest first.
    pub(crate) fn submissions(self) -> Memo<Vec<Arc<Submission>>> {
        Memo::new(move |_| self.mirror.with(|mirror| mirror.submissions().to_vec()))
    }

    /// Whether there are older jobs to be loaded.
    pub(crate) fn has_more(self) -> bool {
        self.mirror.with(Mirror::has_more)
    }

    /// How loading older jobs goes.
    pub(crate) fn older(self) -> ReadSignal<Older> {
        self.older.read_only()
    }

    /// Whether the first page of what the filter finds is not there (any more).
    pub(crate) fn is_list_missing(self) -> bool {
        self.mirror.with(Mirror::is_list_missing)
    }

    /// Whether the list that is shown is that of the filter.
    pub(crate) fn is_finding(self, filter: &JobFilter) -> bool {
        self.mirror.with(|mirror| mirror.is_finding(filter))
    }

    /// Shows the jobs that match, and asks for them if they are not there; a plain filter shows everything.
    pub(crate) fn find(self, filter: JobFilter) {
        self.older.set(Older::Idle);
        self.mirror.update(|mirror| mirror.find(filter));
        if self.mirror.with_untracked(Mirror::is_list_missing) {
            self.load_older();
        }
    }

    /// Loads the next page of the list that is shown.
    pub(crate) fn load_older(self) {
        let Some(project) = self.project().filter(|_| self.older.get_untracked() != Older::Loading) else {
            return;
        };
        let asked = self.mirror.with_untracked(Mirror::next_page);
        self.older.set(Older::Loading);
        spawn_local(async move {
            let page = self.api.jobs(&project, &asked).await;
            // By now the project may have been left, or something else asked for.
            if !self.is_watching(&project) || self.mirror.with_untracked(Mirror::next_page) != asked {
                self.older.update(|older| {
                    if *older == Older::Loading {
                        *older = Older::Idle;
                    }
                });
                return;
            }
            self.older.set(match page {
                Ok(page) => {
                    self.mirror.update(|mirror| mirror.append(&asked, page));
                    Older::Idle
                }
                Err(error) => Older::Failed(error),
            });
        });
    }

    /// The project in view.
    pub(crate) fn project(self) -> Option<ProjectId> {
        self.watching.with_value(|watching| watching.as_ref().map(|watching| watching.project.clone()))
    }

    /// Does what a person said in the project in view. What it changed comes by the line.
    ///
    /// # Errors
    /// Whatever the edge says.
    pub(crate) async fn carry_out(self, deed: Deed) -> Result<(), ApiError> {
        match self.project() {
            Some(project) => self.api.carry_out(&project, &deed).await,
            None => Err(ApiError::local("The project was left in the meantime.")),
        }
    }

    /// What a new job has to know to go on where a follow-up of the open job was refused.
    pub(crate) fn context_of(self, follow_up: &Submission) -> String {
        self.mirror.with_untracked(|mirror| {
            let detail = follow_up.job.as_ref().and_then(|id| mirror.detail(id));
            detail.map_or_else(|| follow_up.prompt.clone(), |detail| context(detail, &follow_up.prompt))
        })
    }

    /// The history of the job whose page is open.
    pub(crate) fn detail(self, id: JobId) -> Memo<Option<Arc<JobDetail>>> {
        Memo::new_with_compare(move |_| self.mirror.with(|mirror| mirror.detail(&id).cloned()), is_another)
    }

    /// Whether the history of the open job has to be fetched (again).
    pub(crate) fn needs_detail(self, id: JobId) -> Memo<bool> {
        Memo::new(move |_| {
            self.mirror.with(|mirror| mirror.detail(&id).is_none() || mirror.is_detail_stale(&id))
        })
    }

    /// Fetches the history of a job and opens it, if its project is still in view.
    ///
    /// # Errors
    /// Whatever the edge says.
    pub(crate) async fn open(self, project: &ProjectId, id: &JobId) -> Result<(), ApiError> {
        // The stream may run ahead of an answer on its way; a project so busy that it does so three times in a row
        // is fetched again with its next snapshot.
        for _ in 0..3 {
            let detail = self.api.job(project, id).await?;
            if !self.is_watching(project) {
                break;
            }
            self.mirror.update(|mirror| mirror.open(detail));
            if !self.mirror.with_untracked(|mirror| mirror.is_detail_stale(id)) {
                break;
            }
        }
        Ok(())
    }

    /// Asks for the newest jobs again, and tries the line.
    pub(crate) fn retry(self) {
        self.error.set(None);
        self.wake();
    }

    fn is_watching(self, project: &ProjectId) -> bool {
        self.watching
            .with_value(|watching| watching.as_ref().is_some_and(|watching| watching.project == *project))
    }
}

impl Feed {
    /// Whose jobs they are.
    pub(crate) fn project(&self) -> &ProjectId {
        &self.project
    }

    /// The revision that is shown.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.ledger.mirror.with_untracked(Mirror::revision)
    }

    /// Shows how the line is.
    pub(crate) fn set_line(&self, line: Line) {
        if self.ledger.line.get_untracked() != line {
            self.ledger.line.set(line);
        }
    }

    /// Takes in a message of the live stream.
    ///
    /// # Errors
    /// If something was missed.
    pub(crate) fn take_in(&self, message: LiveMessage) -> Result<(), Gap> {
        if let Some(news) = news(&message) {
            self.ledger.voice.set(news);
        }
        self.ledger.error.set(None);
        let mut taken = Ok(());
        self.ledger.mirror.update(|mirror| taken = mirror.apply(message));
        taken
    }

    /// Loads the newest jobs by a plain request.
    pub(crate) async fn refresh(&self) {
        match self.ledger.api.jobs(&self.project, &JobFilter::default()).await {
            Ok(snapshot) => {
                if self.revision() != Some(snapshot.revision) {
                    self.ledger.mirror.update(|mirror| mirror.reset(snapshot));
                }
                self.ledger.error.set(None);
            }
            Err(error) => self.ledger.error.set(Some(error)),
        }
    }
}

/// Whether a shared value is not the one it was. `before` is absent the first time.
fn is_another<T>(before: Option<&Option<Arc<T>>>, after: Option<&Option<Arc<T>>>) -> bool {
    match (before.and_then(Option::as_ref), after.and_then(Option::as_ref)) {
        (Some(before), Some(after)) => !Arc::ptr_eq(before, after),
        (None, None) => before.is_none(),
        _ => true,
    }
}

/// A prompt for a new job: the one that the job began with, what came of it, and what was to follow.
fn context(detail: &JobDetail, follow_up: &str) -> String {
    let first = detail.submissions.iter().find(|submission| submission.kind == SubmissionKind::Create);
    let first = first.map(|submission| submission.prompt.as_str()).or(detail.job.title.as_deref());
    let made = detail.job.pr_link.as_ref().map(|url| format!("An earlier job made {url}"));
    let parts = [first, made.as_deref(), Some(follow_up)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// What is worth saying aloud: the changes of status in a message.
fn news(message: &LiveMessage) -> Option<String> {
    let LiveMessage::Changes { events, jobs, .. } = message else { return None };
    let said = events.iter().filter_map(|event| {
        let EventKind::StatusChanged { to, .. } = &event.what else { return None };
        let id = event.job.as_ref()?;
        let title = jobs.iter().find(|job| job.id == *id).map(format::job::entry_title);
        let title = title.unwrap_or_else(|| format::job::title(None, id));
        Some(format!("{title}: {to}."))
    });
    Some(said.collect::<Vec<_>>().join(" ")).filter(|said| !said.is_empty())
}

#[cfg(test)]
mod tests {
    use docket_wire::JobStatus;

    use super::*;
    use crate::state::sample;

    #[test]
    fn a_new_job_is_told_what_the_earlier_one_was_about() {
        let mut detail =
            JobDetail { revision: 1, job: sample::job("a", 1), submissions: vec![], events: vec![] };
        assert_eq!(context(&detail, "And the tutorial."), "Prompt of a\n\nAnd the tutorial.");
        detail.submissions.push(sample::create("s", docket_wire::SubmissionState::Accepted, 1));
        detail.job.pr_link = Some("https://github.com/acme/docs/pull/42".into());
        assert_eq!(
            context(&detail, "And the tutorial."),
            "Hi\n\nAn earlier job made https://github.com/acme/docs/pull/42\n\nAnd the tutorial."
        );
    }

    #[test]
    fn a_change_of_status_is_said_aloud() {
        let changed = EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Completed };
        let message = LiveMessage::Changes {
            since: 1,
            revision: 3,
            events: vec![sample::event(2, "a", EventKind::Accepted), sample::event(3, "a", changed)],
            jobs: vec![sample::job("a", 1)],
            submissions: vec![],
        };
        assert_eq!(news(&message).as_deref(), Some("Prompt of a: completed."));
    }
}
