//! That Docket cannot poll jobs, with the reason.

use docket_wire::{ErrorReason, JobEntry, ProblemCode};
use leptos::prelude::*;

use crate::components::error_notice::SettingsLink;
use crate::format::number::count as shown;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::texts::jobs::list as texts;

/// A notice while the service, its address or its key keeps Docket from polling loaded jobs.
#[component]
pub(crate) fn ServiceNotice() -> impl IntoView {
    let jobs = use_console().jobs;
    let trouble = Memo::new(move |_| {
        jobs.with(|store| {
            let mut failed =
                store.all_jobs().iter().filter_map(|job| Some((&job.id, error_of_service(job)?)));
            let (first, reason) = failed.next()?;
            let others = failed.count() as u64;
            Some((others + 1, (others == 0).then(|| first.clone()), reason.clone()))
        })
    });
    view! {
        <div class="service-notice" role="status">
            {move || {
                trouble.get().map(|(count, only, ErrorReason { code, error })| {
                    let link = only.zip(jobs.project()).map(|(job, project)| {
                        let href = Page::Job(&project, &job).to_string();
                        view! { " " <a href=href>{texts::SHOW_THE_JOB}</a> }
                    });
                    view! {
                        <div class="notice notice--warning" role="group" aria-label=texts::POLLING_FAILS>
                            <p class="notice__text">
                                {texts::no_status_of(count, &shown(count))} {error}
                                {link}
                                <SettingsLink code=Some(code)/>
                            </p>
                        </div>
                    }
                })
            }}
        </div>
    }
}

/// Why the last poll of a job failed, if that concerns the service as a whole and not this job.
fn error_of_service(job: &JobEntry) -> Option<&ErrorReason> {
    use ProblemCode as P;
    job.polling.last_error().filter(|reason| {
        matches!(
            reason.code,
            P::ServiceUnreachable
                | P::ServiceTimeout
                | P::ServiceFailed
                | P::ServiceBadAnswer
                | P::ServiceRejectedKey
        )
    })
}

#[cfg(test)]
mod tests {
    use docket_wire::{Polling, UnixMs};

    use super::*;
    use crate::sample;

    #[test]
    fn what_is_wrong_with_one_job_is_not_the_fault_of_the_service() {
        let reason = |code| ErrorReason { code, error: "No.".into() };
        let scheduled = |code| Polling::Scheduled { next_at: UnixMs(1), last_error: Some(reason(code)) };
        for (polling, is_of_service) in [
            (Polling::Ended, false),
            (Polling::Stopped, false),
            (Polling::Scheduled { next_at: UnixMs(1), last_error: None }, false),
            (scheduled(ProblemCode::UnknownJob), false),
            (Polling::Suspended { reason: reason(ProblemCode::UnknownJob) }, false),
            (scheduled(ProblemCode::ServiceUnreachable), true),
            (Polling::Suspended { reason: reason(ProblemCode::ServiceRejectedKey) }, true),
        ] {
            let job = JobEntry { polling, ..sample::job("a", 1) };
            assert_eq!(error_of_service(&job).is_some(), is_of_service, "{:?}", job.polling);
        }
    }
}
