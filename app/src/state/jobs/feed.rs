//! The signals of one project's jobs, as the live stream writes them.

use docket_wire::{EventKind, JobFilter, JobPauses, LiveMessage, ProjectId};
use leptos::prelude::*;

use super::connection::ConnectionState;
use super::store::{JobStore, MissedChanges};
use crate::api::{Api, ApiError};
use crate::format;

/// What the live stream of one project reads and writes, for as long as the project is in view.
#[derive(Clone)]
pub(super) struct Feed {
    pub(super) api: Api,
    pub(super) project: ProjectId,
    pub(super) live_region: RwSignal<String>,
    pub(super) store: RwSignal<JobStore>,
    pub(super) connection: RwSignal<ConnectionState>,
    pub(super) error: RwSignal<Option<ApiError>>,
    pub(super) pauses: RwSignal<JobPauses>,
}

impl Feed {
    /// The revision of the store.
    pub(super) fn revision(&self) -> Option<u64> {
        self.store.with_untracked(JobStore::revision)
    }

    /// Shows the state of the connection.
    pub(super) fn set_connection(&self, state: ConnectionState) {
        if self.connection.get_untracked() != state {
            self.connection.set(state);
        }
    }

    /// Applies a message of the live stream.
    ///
    /// # Errors
    /// If changes were missed.
    pub(super) fn apply(&self, message: LiveMessage) -> Result<(), MissedChanges> {
        if let LiveMessage::Pauses(pauses) = message {
            self.pauses.set(pauses);
            return Ok(());
        }
        if let Some(announcement) = announcement(&message) {
            self.live_region.set(announcement);
        }
        self.error.set(None);
        let mut applied = Ok(());
        self.store.update(|store| applied = store.apply(message));
        applied
    }

    /// Forgets the pauses. The edge sends them to a console that connects while they last.
    pub(super) fn forget_pauses(&self) {
        self.pauses.set(JobPauses::default());
    }

    /// Loads the newest jobs by a plain request.
    pub(super) async fn refresh(&self) {
        match self.api.jobs(&self.project, &JobFilter::default()).await {
            Ok(snapshot) => {
                if self.revision() != Some(snapshot.revision) {
                    self.store.update(|store| store.reset(snapshot));
                }
                self.error.set(None);
            }
            Err(error) => self.error.set(Some(error)),
        }
    }
}

/// What a screen reader announces about a message: the changes of status in it.
fn announcement(message: &LiveMessage) -> Option<String> {
    let LiveMessage::Changes { events, jobs, .. } = message else { return None };
    let changes = events.iter().filter_map(|event| {
        let EventKind::StatusChanged { to, .. } = &event.what else { return None };
        let id = event.job.as_ref()?;
        let title = jobs.iter().find(|job| job.id == *id).map(format::job::entry_title);
        let title = title.unwrap_or_else(|| format::job::title(None, id));
        Some(format!("{title}: {to}."))
    });
    Some(changes.collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use docket_wire::JobStatus;

    use super::*;
    use crate::sample;

    #[test]
    fn a_change_of_status_is_announced() {
        let changed = EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Completed };
        let message = LiveMessage::Changes {
            since: 1,
            revision: 3,
            events: vec![sample::event(2, "a", EventKind::Accepted), sample::event(3, "a", changed)],
            jobs: vec![sample::job("a", 1)],
            submissions: vec![],
        };
        assert_eq!(announcement(&message).as_deref(), Some("Prompt of a: completed."));
    }
}
