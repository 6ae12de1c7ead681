//! The jobs of the project in view: the store as signals, and the live stream that feeds it.

use std::sync::Arc;

use docket_wire::{
    JobDetail, JobEntry, JobFilter, JobId, JobPauses, JobSort, ProjectId, Submission, SubmissionId,
};
use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::future::{AbortHandle, abortable};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::connection::ConnectionState;
use self::feed::Feed;
use self::store::JobStore;
use super::inbox::UnreadCount;
use crate::api::{Api, ApiError, Mutation};
use crate::browser::listen;
use crate::texts::jobs::submissions as texts;

pub(crate) mod actions;
mod backoff;
pub(crate) mod connection;
pub(crate) mod drafts;
mod feed;
pub(crate) mod filter;
pub(crate) mod labels;
mod list;
mod live;
pub(crate) mod similar;
mod store;
pub(crate) mod timeline;
pub(crate) mod turns;

/// How often the stream may overtake the history of a job before the next attempt waits.
const OVERTAKEN_MAX: u32 = 3;
const OVERTAKEN_WAIT_MS: u32 = 1_000;

/// A handle to the jobs of the project in view.
#[derive(Clone, Copy)]
pub(crate) struct Jobs {
    api: Api,
    live_region: RwSignal<String>,
    inbox: UnreadCount,
    store: RwSignal<JobStore>,
    order: Memo<Vec<JobId>>,
    connection: RwSignal<ConnectionState>,
    /// Why no jobs could be loaded.
    error: RwSignal<Option<ApiError>>,
    older: RwSignal<LoadState>,
    pauses: RwSignal<JobPauses>,
    /// The job whose page was opened last. The store ignores late responses for other jobs.
    opened: StoredValue<Option<JobId>>,
    subscription: StoredValue<Option<Subscription>>,
}

/// The state of the request for the next page.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum LoadState {
    /// No request.
    #[default]
    Idle,
    /// The request is under way.
    Loading,
    /// The last request failed.
    Failed(ApiError),
}

/// The live stream of one project.
struct Subscription {
    project: ProjectId,
    wake: UnboundedSender<()>,
    abort: AbortHandle,
}

impl Jobs {
    /// A handle without a project. `live_region` announces changes of status, and `inbox` follows them.
    pub(crate) fn new(api: Api, live_region: RwSignal<String>, inbox: UnreadCount) -> Self {
        let store = RwSignal::<JobStore>::default();
        let jobs = Self {
            api,
            live_region,
            inbox,
            store,
            order: Memo::new(move |_| {
                store.with(|store| store.jobs().iter().map(|job| job.id.clone()).collect())
            }),
            connection: RwSignal::new(ConnectionState::Connecting),
            error: RwSignal::new(None),
            older: RwSignal::default(),
            pauses: RwSignal::default(),
            opened: StoredValue::new(None),
            subscription: StoredValue::new(None),
        };
        listen::on_window("online", move || jobs.wake());
        listen::on_window("offline", move || jobs.wake());
        listen::on_visible(move || {
            // The person may have read something on another device.
            inbox.changed();
            jobs.wake();
        });
        jobs
    }

    /// Subscribes to a project in place of the one before.
    pub(crate) fn subscribe(self, project: &ProjectId) {
        if self.is_subscribed(project) {
            return;
        }
        self.unsubscribe();
        let (wake, wakes) = unbounded();
        let feed = Feed {
            api: self.api,
            project: project.clone(),
            live_region: self.live_region,
            inbox: self.inbox,
            store: self.store,
            connection: self.connection,
            error: self.error,
            pauses: self.pauses,
        };
        let (stream, abort) = abortable(live::run(feed, wakes));
        self.subscription.set_value(Some(Subscription { project: project.clone(), wake, abort }));
        spawn_local(async move {
            // The stream ends only by being aborted.
            let _ = stream.await;
        });
    }

    /// Ends the subscription and empties the store.
    pub(crate) fn unsubscribe(self) {
        let subscription = self.subscription.try_update_value(Option::take).flatten();
        if let Some(subscription) = subscription {
            subscription.abort.abort();
        }
        self.store.set(JobStore::default());
        self.connection.set(ConnectionState::Connecting);
        self.error.set(None);
        self.older.set(LoadState::Idle);
        self.pauses.set(JobPauses::default());
    }

    /// Asks for the newest jobs again after an error.
    pub(crate) fn retry(self) {
        self.error.set(None);
        self.wake();
    }

    /// The state of the live connection.
    pub(crate) fn connection(self) -> ReadSignal<ConnectionState> {
        self.connection.read_only()
    }

    /// Why no jobs could be loaded; absent once there are jobs to show.
    pub(crate) fn error(self) -> Option<ApiError> {
        if self.is_loaded() { None } else { self.error.get() }
    }

    /// The project in view, if the edge says that it does not exist.
    pub(crate) fn missing_project(self) -> Option<ProjectId> {
        let is_missing = self.error.with(|error| error.as_ref().is_some_and(ApiError::is_not_found));
        let project =
            |subscription: &Option<Subscription>| subscription.as_ref().map(|of| of.project.clone());
        is_missing.then(|| self.subscription.with_value(project)).flatten()
    }

    /// Whether the first snapshot has arrived.
    pub(crate) fn is_loaded(self) -> bool {
        self.store.with(|store| store.revision().is_some())
    }

    /// Whether changes after a revision of the ledger are known already.
    pub(crate) fn is_ahead_of(self, revision: u64) -> bool {
        self.store.with_untracked(|store| store.revision().is_some_and(|known| known > revision))
    }

    /// The jobs of the current list, in order.
    pub(crate) fn order(self) -> Memo<Vec<JobId>> {
        self.order
    }

    /// A job, once it is loaded. The memo changes only when the job does.
    pub(crate) fn loaded_job(self, id: JobId) -> Memo<Option<Arc<JobEntry>>> {
        Memo::new_with_compare(move |_| self.store.with(|store| store.job(&id).cloned()), has_changed)
    }

    /// Reads the current list, and follows all that changes in it.
    pub(crate) fn with_list<T>(self, read: impl FnOnce(&[Arc<JobEntry>]) -> T) -> T {
        self.store.with(|store| read(store.jobs()))
    }

    /// The loaded jobs among these.
    pub(crate) fn loaded_of(self, ids: &[JobId]) -> Vec<Arc<JobEntry>> {
        self.store.with(|store| ids.iter().filter_map(|id| store.job(id)).cloned().collect())
    }

    /// The loaded jobs, of any filter, for which `is_wanted` holds.
    pub(crate) fn loaded(self, is_wanted: impl Fn(&JobEntry) -> bool) -> Vec<Arc<JobEntry>> {
        self.store.with(|store| store.all_jobs().iter().filter(|job| is_wanted(job)).cloned().collect())
    }

    /// Whether there are submissions without a job, jobs that a search lacks, or loaded jobs whose last poll failed.
    pub(crate) fn needs_attention(self) -> bool {
        self.store.with(|store| {
            !store.submissions().is_empty()
                || store.lacks_new()
                || store.all_jobs().iter().any(|job| job.polling.fault().is_some())
        })
    }

    /// Submissions of new jobs that have no job yet, newest first.
    pub(crate) fn submissions(self) -> Memo<Vec<Arc<Submission>>> {
        Memo::new(move |_| self.store.with(|store| store.submissions().to_vec()))
    }

    /// Whether a submission had failed before the project was opened.
    pub(crate) fn is_earlier(self, id: &SubmissionId) -> bool {
        self.store.with_untracked(|store| store.is_earlier(id))
    }

    /// The order of the current list.
    pub(crate) fn sort(self) -> JobSort {
        self.store.with(JobStore::sort)
    }

    /// Whether there are more jobs to load.
    pub(crate) fn has_more(self) -> bool {
        self.store.with(JobStore::has_more)
    }

    /// The pauses that the service asked for. They may be over.
    pub(crate) fn pauses(self) -> ReadSignal<JobPauses> {
        self.pauses.read_only()
    }

    /// Whether there is one.
    pub(crate) fn is_paused(self) -> Memo<bool> {
        let pauses = self.pauses;
        Memo::new(move |_| pauses.with(|pauses| *pauses != JobPauses::default()))
    }

    /// The state of the request for older jobs.
    pub(crate) fn older(self) -> ReadSignal<LoadState> {
        self.older.read_only()
    }

    /// Whether the first page of the current list has to be loaded.
    pub(crate) fn is_first_page_missing(self) -> bool {
        self.store.with(JobStore::is_first_page_missing)
    }

    /// Whether the current list is that of the filter.
    pub(crate) fn is_filtered_by(self, filter: &JobFilter) -> bool {
        self.store.with(|store| store.is_filtered_by(filter))
    }

    /// Whether jobs were started since the search that it could find.
    pub(crate) fn lacks_new(self) -> bool {
        self.store.with(JobStore::lacks_new)
    }

    /// Repeats the search. The page of the jobs loads what is missing.
    pub(crate) fn search_again(self) {
        self.store.update(JobStore::search_again);
    }

    /// Shows the jobs that match, and loads their first page if it is missing. A plain filter shows all jobs.
    pub(crate) fn set_filter(self, filter: JobFilter) {
        self.older.set(LoadState::Idle);
        self.store.update(|store| store.set_filter(filter));
        if self.store.with_untracked(JobStore::is_first_page_missing) {
            self.load_older();
        }
    }

    /// Loads the next page of the current list.
    pub(crate) fn load_older(self) {
        let Some(project) = self.project().filter(|_| self.older.get_untracked() != LoadState::Loading)
        else {
            return;
        };
        let Some(requested) = self.store.try_update_untracked(JobStore::begin_page) else { return };
        self.older.set(LoadState::Loading);
        spawn_local(async move {
            let page = self.api.jobs(&project, &requested).await;
            // The person may have left the project or changed the filter meanwhile: the state is that of the next list.
            if !self.is_subscribed(&project) || !self.store.with_untracked(|store| store.has_page(&requested))
            {
                return;
            }
            let is_too_old = match page {
                Ok(page) => {
                    self.older.set(LoadState::Idle);
                    self.store.try_update(|store| store.append_page(&requested, page)) == Some(true)
                }
                Err(error) => {
                    self.older.set(LoadState::Failed(error));
                    false
                }
            };
            if is_too_old {
                self.load_older();
            }
        });
    }

    pub(crate) fn project(self) -> Option<ProjectId> {
        self.subscription
            .with_value(|subscription| subscription.as_ref().map(|subscription| subscription.project.clone()))
    }

    /// Carries out `mutation` in the project in view. The live stream brings what it changed.
    ///
    /// # Errors
    /// If the edge rejects it, or no project is in view any more.
    pub(crate) async fn mutate(self, mutation: &Mutation) -> Result<(), ApiError> {
        match self.project() {
            Some(project) => self.api.mutate(&project, mutation).await,
            None => Err(ApiError::local(texts::LEFT_BEFORE_SENT)),
        }
    }

    /// The prompt of a new job that continues where `follow_up` of `job`, the open one, was rejected.
    ///
    /// # Errors
    /// If the first prompt of the job is not loaded, and the request for it fails.
    pub(crate) async fn continuation(self, job: Option<&JobId>, follow_up: &str) -> Result<String, ApiError> {
        let detail = self.store.with_untracked(|store| job.and_then(|id| store.detail(id)).cloned());
        let Some(detail) = detail else { return Ok(follow_up.to_owned()) };
        let first = match actions::first_prompt(&detail) {
            Some((id, None)) => self.submission(&id).await?.prompt,
            Some((_, prompt)) => prompt,
            None => None,
        };
        Ok(actions::continuation(&detail, first.as_deref(), follow_up))
    }

    /// Fetches a submission with its whole prompt.
    ///
    /// # Errors
    /// If the request fails, or no project is in view any more.
    pub(crate) async fn submission(self, id: &SubmissionId) -> Result<Submission, ApiError> {
        match self.project() {
            Some(project) => self.api.submission(&project, id).await,
            None => Err(ApiError::local(texts::LEFT_BEFORE_LOADED)),
        }
    }

    /// The history of the job whose page is open.
    pub(crate) fn detail(self, id: JobId) -> Memo<Option<Arc<JobDetail>>> {
        Memo::new_with_compare(move |_| self.store.with(|store| store.detail(&id).cloned()), has_changed)
    }

    /// Whether the history of the open job has to be fetched, for the first time or again.
    pub(crate) fn is_detail_missing(self, id: JobId) -> Memo<bool> {
        Memo::new(move |_| self.store.with(|store| store.detail(&id).is_none() || store.is_detail_stale(&id)))
    }

    /// Fetches the history of a job and opens it, if its project is still in view and no other job was opened since.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn open(self, project: &ProjectId, id: &JobId) -> Result<(), ApiError> {
        self.opened.set_value(Some(id.clone()));
        for attempt in 1_u32.. {
            let detail = self.api.job(project, id, None).await?;
            if !self.is_subscribed(project) || self.opened.with_value(|opened| opened.as_ref() != Some(id)) {
                break;
            }
            self.store.update(|store| store.open_job(detail));
            if !self.store.with_untracked(|store| store.is_detail_stale(id)) {
                break;
            }
            // The stream has overtaken the response, as it can do several times in a busy project.
            if attempt >= OVERTAKEN_MAX {
                TimeoutFuture::new(OVERTAKEN_WAIT_MS).await;
            }
        }
        Ok(())
    }

    /// Loads the page before what is loaded of the open job's history.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn load_earlier(self, project: &ProjectId, id: &JobId) -> Result<(), ApiError> {
        let Some(before) = self.store.with_untracked(|store| store.history_start(id)) else { return Ok(()) };
        let page = self.api.job(project, id, Some(before)).await?;
        if self.is_subscribed(project) {
            self.store.update(|store| store.prepend_history(before, page));
        }
        Ok(())
    }

    fn wake(self) {
        self.subscription.with_value(|subscription| {
            if let Some(subscription) = subscription {
                // Sending fails only when the stream has ended, and then nobody needs to be woken.
                let _ = subscription.wake.unbounded_send(());
            }
        });
    }

    fn is_subscribed(self, project: &ProjectId) -> bool {
        self.project().as_ref() == Some(project)
    }
}

/// Compares shared values by pointer. `before` is absent the first time.
fn has_changed<T>(before: Option<&Option<Arc<T>>>, after: Option<&Option<Arc<T>>>) -> bool {
    match (before.and_then(Option::as_ref), after.and_then(Option::as_ref)) {
        (Some(before), Some(after)) => !Arc::ptr_eq(before, after),
        (None, None) => before.is_none(),
        _ => true,
    }
}
