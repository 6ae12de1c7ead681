use docket_wire::{ErrorReason, Job, ProblemCode, SubmissionKind, UnixMs};

use super::*;

const NOW: UnixMs = UnixMs(1_790_000_000_000);

fn row(status: &str) -> JobRow {
    let job: Job = serde_json::from_value(serde_json::json!({ "id": "a", "status": status })).unwrap();
    let mut row = JobRow::new(&job, NOW, NOW).unwrap();
    if row.status.has_ended() {
        row.ended_at = Some(NOW);
    } else {
        row.next_poll_at = Some(NOW);
    }
    row
}

fn with(status: &str, change: impl FnOnce(&mut JobRow)) -> JobRow {
    let mut row = row(status);
    change(&mut row);
    row
}

fn because(error: &str) -> ErrorReason {
    ErrorReason { code: ProblemCode::ServiceRejected, error: error.to_owned() }
}

fn follow_up(state: SubmissionState) -> Submission {
    Submission {
        prompt_deleted_after_days: None,
        id: "s".parse().unwrap(),
        kind: SubmissionKind::FollowUp,
        job: Some("a".parse().unwrap()),
        title: "Then the index".into(),
        prompt: None,
        author: CallerName("ada".into()),
        submitted_at: NOW,
        state,
        revision: 7,
    }
}

#[test]
fn each_state_of_a_job_has_its_reason() {
    let suspended = with("active", |row| (row.is_suspended, row.fault) = (true, Some(because("No."))));
    let unpolled = with("active", |row| (row.is_stopped, row.next_poll_at) = (true, None));
    let by = CallerName("grace".into());
    let running = InboxReason::Running { next_at: Some(NOW), last_error: None };
    let failing = InboxReason::Running { next_at: Some(NOW), last_error: Some(because("No answer.")) };
    let expecting = with("completed", |row| {
        row.expect_activity_until = Some(NOW);
        row.next_poll_at = Some(NOW);
    });
    let cases = [
        (row("active"), running.clone()),
        (row("paused"), running.clone()),
        (with("active", |row| row.fault = Some(because("No answer."))), failing),
        (expecting, running),
        (row("completed"), InboxReason::Ended),
        (row("archived"), InboxReason::Ended),
        (row("failed"), InboxReason::Failed),
        (with("active", |row| row.is_running_long = true), InboxReason::RunningLong),
        (suspended, InboxReason::PollingSuspended { reason: because("No.") }),
        (unpolled, InboxReason::PollingStopped { by: Some(by.clone()) }),
    ];
    for (row, reason) in cases {
        assert_eq!(of_job(&row, &[], Some(&by)), reason, "{row:?}");
    }
}

#[test]
fn the_most_urgent_reason_counts() {
    let rejected = follow_up(SubmissionState::Rejected { reason: because("Rejected.") });
    let unknown = follow_up(SubmissionState::Unknown { reason: because("No response.") });
    for status in ["active", "failed", "completed"] {
        let row = with(status, |row| row.is_running_long = status == "active");
        let reason = of_job(&row, &[&rejected, &unknown], None);
        assert_eq!(reason, InboxReason::OutcomeUnknown { reason: because("No response.") });
        assert_eq!(of_job(&row, &[&rejected], None), InboxReason::Rejected { reason: because("Rejected.") });
    }
    let stopped =
        with("active", |row| (row.is_stopped, row.is_running_long, row.next_poll_at) = (true, true, None));
    assert_eq!(of_job(&stopped, &[], None), InboxReason::PollingStopped { by: None });
}

#[test]
fn a_prompt_is_in_the_inbox_while_it_needs_a_decision() {
    for state in [
        SubmissionState::Queued,
        SubmissionState::Sending,
        SubmissionState::Accepted,
        SubmissionState::Discarded,
        SubmissionState::Rejected { reason: because("No.") },
        SubmissionState::Unknown { reason: because("No.") },
    ] {
        assert_eq!(of_submission(&state).is_some(), state.needs_decision(), "{state:?}");
        if let Some(reason) = of_submission(&state) {
            assert_eq!(group(&reason), ReasonGroup::NeedsYou);
        }
    }
}
