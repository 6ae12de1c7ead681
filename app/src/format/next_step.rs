//! What happens next with a job.

use docket_wire::{JobDetail, JobEntry, JobStatus, Polling, Submission, SubmissionState};

use super::time;
use crate::texts::jobs::next_step as texts;

/// What happens next with a job, in a sentence: for people with `may_change`, what they can do. `None` while something is wrong with its
/// polling: the notice about it says how it continues.
pub(crate) fn next_step(
    job: &JobEntry,
    detail: Option<&JobDetail>,
    may_change: bool,
) -> Option<&'static str> {
    let is_unknown = |submission: &Submission| matches!(submission.state, SubmissionState::Unknown { .. });
    if detail.is_some_and(|detail| detail.submissions.iter().any(is_unknown)) {
        return Some(if may_change { texts::DECIDE } else { texts::NEEDS_DECISION });
    }
    let has_pull_request = job.pr_link.is_some();
    let is_scheduled = match &job.polling {
        Polling::Suspended { .. } | Polling::Stopped | Polling::Scheduled { last_error: Some(_), .. } => {
            return None;
        }
        Polling::Scheduled { last_error: None, .. } if job.running_long => return None,
        Polling::Scheduled { last_error: None, .. } => true,
        Polling::Ended => false,
    };
    Some(match &job.status {
        JobStatus::Active if has_pull_request => texts::AT_WORK_AGAIN,
        JobStatus::Active => texts::AT_WORK,
        JobStatus::Completed | JobStatus::Archived | JobStatus::Failed if is_scheduled => {
            texts::FOLLOW_UP_BEGINS
        }
        JobStatus::Completed if has_pull_request && may_change => texts::REVIEW,
        JobStatus::Completed if has_pull_request => texts::READY_FOR_REVIEW,
        JobStatus::Completed if !may_change => texts::NO_PULL_REQUEST_HERE,
        JobStatus::Failed if !may_change => texts::FAILED_WITH_AN_ERROR,
        JobStatus::Archived if !may_change => texts::NO_MORE_WORK,
        JobStatus::Completed => texts::NO_PULL_REQUEST,
        JobStatus::Failed => texts::FAILED,
        JobStatus::Archived => texts::ARCHIVED,
        JobStatus::Other(_) => texts::UNKNOWN_STATUS,
    })
}

/// When Docket polls the job next: `, next in 12 s`. `None` if no poll is planned, or its time is long past.
pub(crate) fn next_check(job: &JobEntry, now_ms: i64) -> Option<String> {
    let Polling::Scheduled { next_at, .. } = &job.polling else { return None };
    match next_at.0 - now_ms {
        wait_ms if wait_ms <= -time::MINUTE => None,
        ..1_000 => Some(texts::NEXT_CHECK_IS_DUE.to_owned()),
        wait_ms => Some(texts::next_check_in(&time::duration(wait_ms))),
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, ProblemCode, UnixMs};

    use super::*;
    use crate::sample;

    fn scheduled(last_error: Option<ErrorReason>) -> Polling {
        Polling::Scheduled { next_at: UnixMs(20_000), last_error }
    }

    #[test]
    fn every_state_has_a_next_step_or_a_notice_that_has_it() {
        let reason = || ErrorReason { code: ProblemCode::ServiceTimeout, error: "No answer.".into() };
        let pull_request = || Some("https://github.com/acme/docs/pull/1".to_owned());
        let cases = [
            (JobStatus::Active, scheduled(None), None, Some(texts::AT_WORK)),
            (JobStatus::Active, scheduled(None), pull_request(), Some(texts::AT_WORK_AGAIN)),
            (JobStatus::Active, scheduled(Some(reason())), None, None),
            (JobStatus::Active, Polling::Stopped, None, None),
            (JobStatus::Active, Polling::Suspended { reason: reason() }, None, None),
            (JobStatus::Completed, scheduled(None), None, Some(texts::FOLLOW_UP_BEGINS)),
            (JobStatus::Completed, Polling::Ended, pull_request(), Some(texts::REVIEW)),
            (JobStatus::Completed, Polling::Ended, None, Some(texts::NO_PULL_REQUEST)),
            (JobStatus::Failed, Polling::Ended, pull_request(), Some(texts::FAILED)),
            (JobStatus::Archived, Polling::Ended, None, Some(texts::ARCHIVED)),
            (JobStatus::Other("paused".into()), scheduled(None), None, Some(texts::UNKNOWN_STATUS)),
        ];
        for (status, polling, pr_link, expected) in cases {
            let job = JobEntry { status, polling, pr_link, ..sample::job("a", 1) };
            assert_eq!(next_step(&job, None, true), expected, "{job:?}");
        }
        for status in [JobStatus::Completed, JobStatus::Failed, JobStatus::Archived] {
            let job = JobEntry { status, polling: Polling::Ended, ..sample::job("a", 1) };
            let text = next_step(&job, None, false).unwrap();
            assert!(!text.contains("follow-up") && !text.contains("again"), "{text}");
        }
        let unknown = SubmissionState::Unknown { reason: reason() };
        let detail = sample::detail(3, vec![sample::create("sub_1", unknown, 2)], Vec::new());
        let ended = JobEntry { status: JobStatus::Completed, ..sample::job("a", 1) };
        assert_eq!(next_step(&ended, Some(&detail), true), Some(texts::DECIDE), "it may have been accepted");
        let running_long = JobEntry { running_long: true, polling: scheduled(None), ..sample::job("a", 1) };
        assert_eq!(next_step(&running_long, None, true), None, "the notice says that it runs long");
    }

    #[test]
    fn the_next_check_counts_down_and_is_then_due() {
        let job = JobEntry { polling: scheduled(None), ..sample::job("a", 1) };
        let cases = [
            (8_000, Some(", next in 12\u{a0}s")),
            (19_000, Some(", next in 1\u{a0}s")),
            (19_001, Some(", next is due")),
            (79_999, Some(", next is due")),
            (80_000, None),
        ];
        for (now_ms, expected) in cases {
            assert_eq!(next_check(&job, now_ms).as_deref(), expected, "{now_ms}");
        }
        let ended = JobEntry { polling: Polling::Ended, ..job };
        assert_eq!(next_check(&ended, 0), None);
    }
}
