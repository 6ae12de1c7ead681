//! How the live stream changes the jobs.

use docket_wire::{EventKind, JobFilter, JobId, LiveMessage, ProjectId};
use leptos::prelude::*;

use crate::api::record_connection_change;
use crate::format;
use crate::state::jobs::Jobs;
use crate::state::jobs::connection::ConnectionState;
use crate::state::jobs::store::{JobStore, MissedChanges};
use crate::texts::jobs::announcements as texts;

impl Jobs {
    /// Shows the state of the connection.
    pub(super) fn set_connection(self, state: ConnectionState) {
        if self.connection.get_untracked() != state {
            // First, so that what a page repeats then is sent after the change.
            record_connection_change();
            self.connection.set(state);
        }
    }

    /// Applies a message of the live stream.
    ///
    /// # Errors
    /// If changes were missed.
    pub(super) fn apply(self, message: LiveMessage) -> Result<(), MissedChanges> {
        match message {
            LiveMessage::Pauses(pauses) => {
                self.pauses.set(pauses);
                return Ok(());
            }
            LiveMessage::Inbox { unread } => {
                self.inbox.marked(unread);
                return Ok(());
            }
            _ => {}
        }
        let open = self.opened.get_value();
        if let Some(announcement) = announcement(&message, open.as_ref(), |id| self.title(id)) {
            self.live_region.set(announcement);
        }
        if changes_inbox(&message) {
            self.inbox.changed();
        }
        self.error.set(None);
        let mut applied = Ok(());
        self.store.update(|store| applied = store.apply(message));
        applied
    }

    /// The title of a known job.
    fn title(self, id: &JobId) -> Option<String> {
        self.with_untracked(|store| {
            let open = store.detail(id).map(|detail| format::job::entry_title(&detail.job));
            open.or_else(|| store.job(id).map(|job| format::job::entry_title(job)))
        })
    }

    /// Loads the newest jobs by a plain request. Returns whether the project exists, as far as is known.
    pub(super) async fn refresh(self, project: &ProjectId) -> bool {
        let limit = limit_for(self.with_untracked(|store| store.all_jobs().len()));
        match self.api.jobs(project, &JobFilter { limit, ..JobFilter::default() }).await {
            Ok(snapshot) => {
                if self.with_untracked(JobStore::revision) != Some(snapshot.revision) {
                    self.inbox.changed();
                    self.store.update(|store| store.reset(snapshot));
                }
                self.error.set(None);
                true
            }
            Err(error) => {
                let exists = !error.is_not_found();
                self.error.set(Some(error));
                exists
            }
        }
    }
}

/// How many jobs to request in place of so many, so that the list gets no shorter than it must; absent for those of one page, which
/// the app's page may have requested already.
fn limit_for(loaded: usize) -> Option<u32> {
    let loaded = u32::try_from(loaded).unwrap_or(JobFilter::LIMIT_MAX);
    (loaded > JobFilter::LIMIT).then_some(loaded.min(JobFilter::LIMIT_MAX))
}

/// So many changes in one message are announced as their number.
const ANNOUNCED_MAX: usize = 5;

/// Whether a message can have changed an inbox.
fn changes_inbox(message: &LiveMessage) -> bool {
    match message {
        LiveMessage::Snapshot(_) => true,
        LiveMessage::Changes { events, .. } => events.iter().any(|event| event.what.changes_inbox()),
        LiveMessage::Checked { .. } | LiveMessage::Pauses(_) | LiveMessage::Inbox { .. } => false,
    }
}

/// What a screen reader announces about a message: changes of status, and failures of follow-ups. Such a failure can come long
/// after a person wrote the follow-up. The page of the job that is `open` announces its status itself.
fn announcement(
    message: &LiveMessage,
    open: Option<&JobId>,
    title: impl Fn(&JobId) -> Option<String>,
) -> Option<String> {
    let LiveMessage::Changes { events, jobs, .. } = message else { return None };
    let changes = events.iter().filter_map(|event| {
        let id = event.job.as_ref()?;
        let changed = jobs.iter().find(|job| job.id == *id).map(format::job::entry_title);
        let title = || changed.or_else(|| title(id)).unwrap_or_else(|| format::job::title(None, id));
        match &event.what {
            EventKind::StatusChanged { .. } if open == Some(id) => None,
            EventKind::StatusChanged { to, .. } => Some(texts::status_changed(&title(), to)),
            EventKind::Rejected { reason } => Some(texts::follow_up_rejected(&title(), reason.code)),
            EventKind::OutcomeUnknown { .. } => Some(texts::follow_up_unknown(&title())),
            _ => None,
        }
    });
    let changes: Vec<String> = changes.collect();
    match changes.len() {
        0 => None,
        // After an hour away, nobody wants to hear each of them.
        ANNOUNCED_MAX.. => Some(texts::many_changes(changes.len())),
        _ => Some(changes.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, JobStatus, ProblemCode};

    use super::*;
    use crate::sample;

    #[test]
    fn a_list_that_was_loaded_further_is_requested_again_as_far_as_one_request_goes() {
        let limits = [0, 100, 101, 200, 1_000].map(limit_for);
        assert_eq!(limits, [None, None, Some(101), Some(200), Some(200)]);
    }

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
        assert_eq!(announcement(&message, None, |_| None).as_deref(), Some("Prompt of a: Completed."));
        let open = "a".parse().ok();
        assert_eq!(announcement(&message, open.as_ref(), |_| None), None, "its page does");
        assert!(changes_inbox(&message));
    }

    #[test]
    fn many_changes_at_once_are_announced_as_their_number() {
        let changed = |revision| {
            let ended = EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Failed };
            sample::event(revision, "a", ended)
        };
        let message = |count| LiveMessage::Changes {
            since: 0,
            revision: count,
            events: (1..=count).map(changed).collect(),
            jobs: vec![],
            submissions: vec![],
        };
        assert_eq!(announcement(&message(4), None, |_| None).unwrap().matches("Failed.").count(), 4);
        assert_eq!(announcement(&message(300), None, |_| None).as_deref(), Some("300 job updates."));
    }

    #[test]
    fn a_late_rejection_of_a_follow_up_is_announced() {
        let reason = ErrorReason { code: ProblemCode::ServiceRejected, error: "No.".into() };
        let message = LiveMessage::Changes {
            since: 1,
            revision: 2,
            events: vec![sample::event(2, "a", EventKind::Rejected { reason })],
            jobs: vec![],
            submissions: vec![],
        };
        let known = |_: &JobId| Some("Prompt of a".to_owned());
        assert_eq!(announcement(&message, None, known).as_deref(), Some("Prompt of a: follow-up rejected."));
        assert!(changes_inbox(&message));
    }
}
