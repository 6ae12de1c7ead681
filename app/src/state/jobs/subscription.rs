//! Which project is in view, and its live stream.

use docket_wire::{JobPauses, ProjectId};
use futures::channel::mpsc::unbounded;
use futures::future::abortable;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::connection::ConnectionState;
use super::live;
use super::store::JobStore;
use super::{Jobs, LoadState, Subscription};

impl Jobs {
    /// Subscribes to a project in place of the one before.
    pub(crate) fn subscribe(self, project: &ProjectId) {
        if self.is_subscribed(project) {
            return;
        }
        self.unsubscribe();
        let (wake, wakes) = unbounded();
        let (stream, abort) = abortable(live::run(self, project.clone(), wakes));
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

    pub(super) fn wake(self) {
        self.subscription.with_value(|subscription| {
            if let Some(subscription) = subscription {
                // Sending fails only when the stream has ended, and then nobody needs to be woken.
                let _ = subscription.wake.unbounded_send(());
            }
        });
    }

    pub(super) fn is_subscribed(self, project: &ProjectId) -> bool {
        self.project().as_ref() == Some(project)
    }
}
