//! The current list: its filter, and how its pages are loaded.

use docket_wire::JobFilter;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::store::JobStore;
use super::{Jobs, LoadState};

impl Jobs {
    /// Shows the jobs that match, and loads their first page if it is missing. A plain filter shows all jobs.
    pub(crate) fn set_filter(self, filter: JobFilter) {
        self.older.set(LoadState::Idle);
        self.store.update(|store| store.set_filter(filter));
        if self.with_untracked(JobStore::is_first_page_missing) {
            self.load_older();
        }
    }

    /// Repeats the search. The page of the jobs loads what is missing.
    pub(crate) fn search_again(self) {
        self.store.update(JobStore::search_again);
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
            if !self.is_subscribed(&project) || !self.with_untracked(|store| store.has_page(&requested)) {
                return;
            }
            let is_too_old = match page {
                Ok(page) => {
                    self.older.set(LoadState::Idle);
                    self.store.try_update(|store| store.append_page(&requested, page)) == Some(true)
                }
                Err(error) => {
                    self.older.set(LoadState::Failed(error));
                    self.store.try_update_untracked(JobStore::end_page);
                    false
                }
            };
            if is_too_old {
                self.load_older();
            }
        });
    }
}
