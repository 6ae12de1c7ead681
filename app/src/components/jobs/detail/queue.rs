//! What becomes of a follow-up, and what a queued one waits for.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry, Submission, SubmissionId, SubmissionState};
use leptos::prelude::*;

use crate::browser::clock;
use crate::format::job::has_unknown_status;
use crate::format::time::{self, MINUTE};
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::texts::jobs::{composer, timeline as texts};
use crate::ui::in_local_time;

/// What becomes of a follow-up that is written now; empty if it is sent at once.
pub(crate) fn next_follow_up_hint(job: &JobEntry) -> &'static str {
    if has_unknown_status(job) {
        composer::QUEUED_WHILE_UNKNOWN
    } else if job.status.has_ended() {
        ""
    } else {
        composer::SENT_WHEN_THE_JOB_FINISHES
    }
}

/// What a queued follow-up waits for. `is_paused` is whether the service asked Docket to send no prompts.
pub(super) fn queued(detail: &JobDetail, id: &SubmissionId, is_paused: bool) -> &'static str {
    let is_before = |row: &&Submission| row.id != *id && row.job.as_ref() == Some(&detail.job.id);
    let has_unknown = detail
        .submissions
        .iter()
        .take_while(|row| row.id != *id)
        .filter(is_before)
        .any(|row| matches!(row.state, SubmissionState::Unknown { .. }));
    // The first queued follow-up holds back the others, so the ledger compares with that one.
    let first = detail.submissions.iter().filter(is_before).find(|row| row.state == SubmissionState::Queued);
    let first = first.or_else(|| detail.submissions.iter().find(|row| row.id == *id));
    let has_rejected = first.is_some_and(|first| {
        let before = detail.submissions.iter().take_while(|row| row.id != first.id);
        before
            .filter(is_before)
            .any(|row| matches!(row.state, SubmissionState::Rejected { .. }) && row.revision > first.revision)
    });
    if has_unknown_status(&detail.job) {
        texts::QUEUED_WHILE_UNKNOWN
    } else if !detail.job.status.has_ended() {
        texts::QUEUED_UNTIL_END
    } else if has_unknown {
        texts::QUEUED_UNTIL_DECISION
    } else if has_rejected {
        texts::QUEUED_UNTIL_REJECTED_IS_RESOLVED
    } else if is_paused {
        texts::QUEUED_UNTIL_PAUSE_ENDS
    } else {
        texts::QUEUED_FOR_SERVICE
    }
}

/// Behind what a queued follow-up waits for: when Docket's budget for prompts lets it be sent, if that is exhausted.
pub(super) fn wait_for_budget(queued: Memo<&'static str>) -> Memo<Option<String>> {
    let Console { api, jobs, now_ms, .. } = use_console();
    let waits =
        Memo::new(move |_| (queued.get() == texts::QUEUED_FOR_SERVICE).then(|| jobs.project()).flatten());
    // When the next prompt can be sent, if that is not now.
    let free_at = Fetched::new(waits, move |project| async move {
        let budget = api.prompt_budget_unreported(&project).await?;
        Ok(budget.and_then(|budget| budget.free_at_ms(clock::now_ms())))
    });
    let free_at_ms = Memo::new(move |_| free_at.current()?.1);
    // Others may have used the prompt that became free.
    free_at.refetch_at(now_ms, move || free_at_ms.get());
    Memo::new(move |_| Some(texts::budget_is_exhausted(&whole_minutes(free_at_ms.get()? - now_ms.get()))))
}

/// A wait in whole minutes, rounded up: nobody needs each second of an hour.
fn whole_minutes(wait_ms: i64) -> String {
    let minutes = (wait_ms + MINUTE - 1) / MINUTE;
    time::duration(minutes.max(1) * MINUTE)
}

/// What became of the follow-up that was sent last. The text changes with its state.
#[component]
pub(crate) fn FollowUpState(detail: Memo<Option<Arc<JobDetail>>>, id: SubmissionId) -> impl IntoView {
    let console = use_console();
    let of_queue = id.clone();
    let waits_for = Memo::new(move |_| {
        let is_paused = console.are_prompts_paused();
        detail
            .with(|detail| {
                let detail = detail.as_deref()?;
                let row = detail.submissions.iter().find(|row| row.id == of_queue)?;
                (row.state == SubmissionState::Queued).then(|| queued(detail, &of_queue, is_paused))
            })
            .unwrap_or_default()
    });
    let budget = wait_for_budget(waits_for);
    let text = Memo::new(move |_| {
        detail.with(|detail| {
            let detail = detail.as_deref()?;
            let row = detail.submissions.iter().find(|row| row.id == id)?;
            Some(match &row.state {
                SubmissionState::Queued => waits_for.get().to_owned(),
                SubmissionState::Sending => texts::SENDING_FOLLOW_UP.to_owned(),
                SubmissionState::Accepted => texts::FOLLOW_UP_ACCEPTED.to_owned(),
                SubmissionState::Rejected { reason } => {
                    texts::follow_up_not_accepted(&in_local_time(&reason.error))
                }
                SubmissionState::Unknown { .. } => texts::FOLLOW_UP_UNKNOWN.to_owned(),
                SubmissionState::Discarded => texts::FOLLOW_UP_DISCARDED.to_owned(),
            })
        })
    });
    // The wait changes all the time, so a screen reader does not announce it.
    let wait = move || {
        let is_queued = waits_for.with(|waits_for| !waits_for.is_empty());
        is_queued.then(|| view! { <span aria-live="off">{move || budget.get()} "."</span> })
    };
    // The live stream has it in a moment.
    view! { <p>{move || text.get().unwrap_or_else(|| texts::STORED.to_owned())} {wait}</p> }
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, JobStatus, Polling, ProblemCode};

    use super::*;
    use crate::sample;

    fn lost() -> JobEntry {
        let reason = ErrorReason { code: ProblemCode::UnknownJob, error: "Unknown.".into() };
        JobEntry { polling: Polling::Suspended { reason }, ..sample::job("a", 1) }
    }

    #[test]
    fn nobody_is_promised_that_a_lost_job_finishes() {
        assert!(next_follow_up_hint(&sample::job("a", 1)).contains("when the job finishes"));
        assert!(next_follow_up_hint(&lost()).contains("until the service reports this job again"));
        let ended = JobEntry { status: JobStatus::Completed, ..lost() };
        assert_eq!(next_follow_up_hint(&ended), "", "its end is known, so nothing is lost");
        let id: SubmissionId = "s1".parse().unwrap();
        let detail = JobDetail { job: lost(), ..sample::detail(1, vec![], vec![]) };
        assert!(queued(&detail, &id, true).contains("when the service reports this job again"));
    }

    #[test]
    fn a_wait_counts_down_in_minutes() {
        let waits = [2 * MINUTE + 1, 2 * MINUTE, MINUTE + 1, 1, -1].map(whole_minutes);
        assert_eq!(
            waits.map(|wait| wait.replace('\u{a0}', " ")),
            ["3 min", "2 min", "2 min", "1 min", "1 min"]
        );
    }

    #[test]
    fn a_queued_follow_up_says_what_it_waits_for() {
        let id: SubmissionId = "s2".parse().unwrap();
        let row = |id: &str, state| Submission { job: "a".parse().ok(), ..sample::create(id, state, 1) };
        let reason = ErrorReason { code: ProblemCode::ServiceTimeout, error: "No answer.".into() };
        let queue = vec![row("s1", SubmissionState::Unknown { reason }), row("s2", SubmissionState::Queued)];
        let mut detail = sample::detail(1, queue, vec![]);
        assert!(queued(&detail, &id, true).contains("when the job finishes"));
        detail.job.status = JobStatus::Completed;
        assert!(queued(&detail, &id, true).contains("unknown outcome"));
        detail.submissions[0].state = SubmissionState::Rejected {
            reason: ErrorReason { code: ProblemCode::ServiceRejectedKey, error: "No.".into() },
        };
        detail.submissions[0].revision = 9;
        assert!(queued(&detail, &id, true).contains("rejected follow-up"));
        detail.submissions[1].revision = 10;
        assert!(!queued(&detail, &id, true).contains("rejected follow-up"), "its author knew");
        detail.submissions.remove(0);
        assert!(queued(&detail, &id, true).contains("when the pause ends"));
        assert!(queued(&detail, &id, false).contains("as soon as"));
    }
}
