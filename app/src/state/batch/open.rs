//! The batches that this tab has opened. They outlive their page.

use std::cell::RefCell;

use docket_wire::ProjectId;

use super::runner::BatchRun;
use super::stored::BatchKey;
use crate::browser::storage;

thread_local! {
    static OPEN: RefCell<Vec<BatchRun>> = const { RefCell::new(Vec::new()) };
}

/// The batch at a place, if there is one.
pub(crate) fn open_run(place: &BatchKey, project: &ProjectId) -> Option<BatchRun> {
    let (batch, progress) = place.load()?;
    let find = |open: &Vec<BatchRun>| open.iter().find(|run| run.is_at(place, &batch.id)).cloned();
    if let Some(known) = OPEN.with_borrow(find) {
        return Some(known);
    }
    let run = BatchRun::new(batch, progress, place.clone(), project.clone());
    if OPEN.with_borrow(Vec::is_empty) {
        storage::on_change_elsewhere(|key| {
            let find = |open: &Vec<BatchRun>| open.iter().find(|run| run.has_progress_key(&key)).cloned();
            if let Some(run) = OPEN.with_borrow(find) {
                run.follow();
            }
        });
    }
    OPEN.with_borrow_mut(|open| open.push(run.clone()));
    run.follow();
    Some(run)
}
