//! A signal for each row of the list. A change of the store reaches the rows that it changed, and no others: a list may have
//! thousands, and changes every few seconds.

use std::collections::HashMap;
use std::sync::Arc;

use docket_wire::{JobEntry, JobId};
use leptos::prelude::*;

use super::JobStore;

type RowSignal = ArcRwSignal<Arc<JobEntry>>;

/// The signals of the rows that somebody shows. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(in crate::state::jobs) struct RowSignals {
    store: RwSignal<JobStore>,
    shown: StoredValue<HashMap<JobId, RowSignal>>,
}

impl RowSignals {
    /// The rows of a store, which they follow.
    pub(in crate::state::jobs) fn of(store: RwSignal<JobStore>) -> Self {
        let rows = Self { store, shown: StoredValue::default() };
        Effect::new(move || rows.follow());
        rows
    }

    /// The row of a loaded job.
    pub(in crate::state::jobs) fn row(self, id: &JobId) -> Option<RowSignal> {
        self.shown.try_update_value(|shown| match shown.get(id) {
            Some(row) => Some(row.clone()),
            None => {
                let job = self.store.with_untracked(|store| store.job(id).cloned())?;
                Some(shown.entry(id.clone()).or_insert(ArcRwSignal::new(job)).clone())
            }
        })?
    }

    /// Sets the rows that changed, and forgets those that are gone.
    fn follow(self) {
        let changed = self.store.with(|store| {
            self.shown.try_update_value(|shown| {
                let mut gone = std::mem::take(shown);
                let mut changed = Vec::new();
                // What the current list has of a job is what it shows.
                for job in store.jobs().iter().chain(store.all_jobs()) {
                    let Some((id, row)) = gone.remove_entry(&job.id) else { continue };
                    if !row.with_untracked(|known| Arc::ptr_eq(known, job)) {
                        changed.push((row.clone(), Arc::clone(job)));
                    }
                    shown.insert(id, row);
                }
                changed
            })
        });
        for (row, job) in changed.into_iter().flatten() {
            row.set(job);
        }
    }
}
