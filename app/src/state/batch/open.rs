//! The batches that this tab has opened. They outlive their page.

use std::cell::RefCell;

use docket_wire::ProjectId;

use super::runner::BatchRunner;
use super::storage::BatchStorage;
use crate::browser::storage;

thread_local! {
    static OPEN: RefCell<Vec<BatchRunner>> = const { RefCell::new(Vec::new()) };
}

/// The stored batch, if there is one.
pub(crate) fn open_runner(storage: &BatchStorage, project: &ProjectId) -> Option<BatchRunner> {
    let (batch, progress) = storage.load()?;
    let find = |open: &Vec<BatchRunner>| open.iter().find(|run| run.is_at(storage, &batch.id)).cloned();
    if let Some(known) = OPEN.with_borrow(find) {
        return Some(known);
    }
    let run = BatchRunner::new(batch, progress, storage.clone(), project.clone());
    if OPEN.with_borrow(Vec::is_empty) {
        storage::on_change_elsewhere(|key| {
            let find = |open: &Vec<BatchRunner>| open.iter().find(|run| run.has_progress_key(&key)).cloned();
            if let Some(run) = OPEN.with_borrow(find) {
                run.sync_with_storage();
            }
        });
    }
    OPEN.with_borrow_mut(|open| {
        // The one before it was closed.
        open.retain(|earlier| !earlier.is_in(storage));
        open.push(run.clone());
    });
    run.sync_with_storage();
    Some(run)
}
