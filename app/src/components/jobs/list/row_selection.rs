//! A job that is selected for a key of its row, such as the one that hides it, while nothing else is selected.

use docket_wire::JobId;
use leptos::prelude::*;

use crate::browser::controls;

/// A selection that ends with its action: the next key, in another row, must not act on the same job again.
#[derive(Clone, Copy)]
pub(super) struct RowSelection {
    selected: RwSignal<Vec<JobId>>,
    job: StoredValue<Option<JobId>>,
}

impl RowSelection {
    /// Presses the key of the row once the controls for selected jobs are there.
    pub(super) fn new(selected: RwSignal<Vec<JobId>>, is_shown: Memo<bool>) -> Self {
        let selection = Self { selected, job: StoredValue::new(None) };
        Effect::new(move || {
            is_shown.track();
            controls::take_row_key_soon(move |key| selection.press(key));
        });
        selection
    }

    fn press(self, key: &str) {
        // The person may have left the page, or selected more.
        let selected = self.selected.try_get_untracked().unwrap_or_default();
        let [job] = selected.as_slice() else { return };
        self.job.set_value(Some(job.clone()));
        // The row of a hidden job goes away, and would take the focus with it.
        if key == "h" && !controls::step_row(1) {
            controls::step_row(-1);
        }
        // An ended job has no polling to stop.
        if !controls::press(key) {
            self.end();
        }
    }

    /// Ends the selection, unless the person has changed it. Returns its job.
    pub(super) fn end(self) -> Option<JobId> {
        let job = self.job.try_update_value(Option::take).flatten()?;
        let is_alone =
            self.selected.with_untracked(|selected| matches!(selected.as_slice(), [only] if *only == job));
        is_alone.then(|| self.selected.set(Vec::new())).map(|()| job)
    }
}
