//! The jobs of the project in view: the store as signals, and the live stream that feeds it.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, JobPauses, ProjectId};
use futures::channel::mpsc::UnboundedSender;
use futures::future::AbortHandle;
use leptos::prelude::*;

use self::connection::ConnectionState;
use self::store::JobStore;
use super::inbox::UnreadCount;
use crate::api::{Api, ApiError};
use crate::browser::listen;

pub(crate) mod actions;
pub(crate) mod connection;
pub(crate) mod continuation;
pub(crate) mod drafts;
pub(crate) mod filter;
mod history;
pub(crate) mod labels;
mod live;
mod paging;
pub(crate) mod polling;
mod requests;
pub(crate) mod similar;
pub(crate) mod store;
mod subscription;
pub(crate) mod timeline;
pub(crate) mod turns;

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
    /// The job whose page is open. The store ignores late responses for other jobs.
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

    /// The project in view.
    pub(crate) fn project(self) -> Option<ProjectId> {
        self.subscription
            .with_value(|subscription| subscription.as_ref().map(|subscription| subscription.project.clone()))
    }

    /// Reads the store, and follows all that changes in it.
    pub(crate) fn with<T>(self, read: impl FnOnce(&JobStore) -> T) -> T {
        self.store.with(read)
    }

    /// Reads the store as it is now.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&JobStore) -> T) -> T {
        self.store.with_untracked(read)
    }

    /// The jobs of the current list, in order.
    pub(crate) fn order(self) -> Memo<Vec<JobId>> {
        self.order
    }

    /// A job, once it is loaded. The memo changes only when the job does.
    pub(crate) fn loaded_job(self, id: JobId) -> Memo<Option<Arc<JobEntry>>> {
        self.shared(move |store| store.job(&id).cloned())
    }

    /// The state of the live connection.
    pub(crate) fn connection(self) -> ReadSignal<ConnectionState> {
        self.connection.read_only()
    }

    /// Why no jobs could be loaded; absent once there are jobs to show.
    pub(crate) fn error(self) -> Option<ApiError> {
        if self.with(JobStore::is_loaded) { None } else { self.error.get() }
    }

    /// The project in view, if the edge says that it does not exist.
    pub(crate) fn missing_project(self) -> Option<ProjectId> {
        let is_missing = self.error.with(|error| error.as_ref().is_some_and(ApiError::is_not_found));
        is_missing.then(|| self.project()).flatten()
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

    /// A part of the store that views share. The memo compares it by pointer.
    fn shared<T: Send + Sync + 'static>(
        self,
        part: impl Fn(&JobStore) -> Option<Arc<T>> + Send + Sync + 'static,
    ) -> Memo<Option<Arc<T>>> {
        Memo::new_with_compare(move |_| self.with(&part), has_changed)
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
