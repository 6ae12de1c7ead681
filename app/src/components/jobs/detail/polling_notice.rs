//! Why the status of a job may be out of date.

use std::sync::Arc;

use docket_wire::{CallerName, JobEntry, Polling};
use leptos::prelude::*;

use super::polling_button::PollingButton;
use crate::components::error_notice::SettingsLink;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::state::console::use_console;
use crate::state::jobs::polling::polling_toggle;
use crate::texts::jobs::polling as texts;

/// A notice if polling fails, was stopped, or takes unusually long, with what a person can do about it. `stopped_by` is
/// the person who stopped it, and `has_toggled` says whether the person at the screen has just resumed it, or the focus is on the
/// button for it.
#[component]
pub(crate) fn PollingNotice(
    job: Arc<JobEntry>,
    stopped_by: Option<CallerName>,
    has_toggled: StoredValue<bool>,
) -> impl IntoView {
    let id = job.id.clone();
    let resume = (polling_toggle(&job) == Some(true)).then(|| use_console().jobs.project()).flatten();
    let resume = resume.map(|project| {
        let pending = PendingMutation::new();
        view! {
            <MayChangeJobs project=project>
                <PollingButton id=id.clone() is_on=true pending=pending has_toggled=has_toggled/>
                {pending.error()}
            </MayChangeJobs>
        }
    });
    let (meaning, reason, code) = match job.polling.clone() {
        Polling::Scheduled { last_error: Some(reason), .. } => {
            (texts::KEEPS_TRYING.to_owned(), reason.error, Some(reason.code))
        }
        Polling::Suspended { reason } => (texts::DOES_NOT_POLL.to_owned(), reason.error, Some(reason.code)),
        Polling::Stopped => {
            let meaning = match stopped_by {
                Some(person) => texts::polling_stopped_by(&person.0),
                None => texts::POLLING_STOPPED.to_owned(),
            };
            (meaning, String::new(), None)
        }
        Polling::Scheduled { .. } if job.running_long => {
            (texts::RUNNING_LONG.to_owned(), String::new(), None)
        }
        Polling::Scheduled { .. } | Polling::Ended => return None,
    };
    Some(view! {
        <div class="notice notice--warning">
            <p class="notice__text">{meaning} " " <span class="notice__reason">{reason}</span><SettingsLink code=code/></p>
            {resume}
        </div>
    })
}
