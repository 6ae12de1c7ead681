use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_wire::UnixMs;

use super::schedule::ScheduleInput;

/// What an instance knows of stored values that every new job or every poll needs. Only this instance changes them.
#[derive(Debug, Default)]
pub(crate) struct JobsCache {
    /// The row of the schedule.
    pub(super) schedule: RefCell<Option<Rc<ScheduleInput>>>,
    /// The `added_at` of the newest job. It may be that of a job that is not stored any more: the next one is later all the same.
    pub(super) newest_added_at: Cell<Option<UnixMs>>,
}

impl JobsCache {
    /// Forgets what a failed transaction wrote.
    pub(crate) fn forget(&self) {
        self.schedule.take();
    }
}
