//! Why the status of a job may be out of date.

use docket_wire::{CallerName, JobEntry, Polling};
use leptos::prelude::*;

/// A notice if polling fails, was stopped, or takes unusually long. `stopped_by` is the person who stopped it.
#[component]
pub(crate) fn PollingNotice(job: JobEntry, stopped_by: Option<CallerName>) -> impl IntoView {
    let (meaning, reason) = match job.polling {
        Polling::Scheduled { last_error: Some(fault), .. } => (
            "Docket could not get the status of this job from the service, and keeps trying. \
             The job itself may be fine."
                .to_owned(),
            fault.error,
        ),
        Polling::Suspended { reason } => {
            ("Docket suspended polling of this job after an error.".to_owned(), reason.error)
        }
        Polling::Stopped => {
            let by = stopped_by.map(|person| format!(" by {person}")).unwrap_or_default();
            (format!("Polling stopped{by}. The status is the one of the last check."), String::new())
        }
        Polling::Scheduled { .. } if job.stale => (
            "This job is running much longer than usual in this project. It may still finish: \
             Docket keeps polling it, less often."
                .to_owned(),
            String::new(),
        ),
        Polling::Scheduled { .. } | Polling::Ended => return None,
    };
    Some(view! {
        <div class="notice notice--doubt">
            <p class="notice__text">{meaning} " " <span class="notice__reason">{reason}</span></p>
        </div>
    })
}
