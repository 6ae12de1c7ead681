//! The words for a job's status, title and freshness.

use docket_wire::{
    JobEntry, JobId, JobStatus, LearnedDurations, Polling, ProblemCode, SubmissionState, is_blank,
};

use super::time::duration_of;
use crate::texts::jobs::{details, state as texts};

/// The first line that is not blank.
pub(crate) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !is_blank(line))
}

/// The length at which the ledger cuts the start of a prompt.
const TITLE_CHARS_MAX: usize = 200;

/// The title of a job: the start of its prompt, or its id if it was imported. An ellipsis marks a line that was cut.
pub(crate) fn title(title: Option<&str>, id: &JobId) -> String {
    let Some((start, line)) = title.and_then(|start| Some((start, first_line(start)?))) else {
        return texts::job(id);
    };
    let is_cut = start.ends_with(line) && start.chars().count() == TITLE_CHARS_MAX;
    if is_cut { format!("{line}…") } else { line.to_owned() }
}

/// The title of a row. Without its prompt, a job has the title of an imported one.
pub(crate) fn entry_title(job: &JobEntry) -> String {
    let title = title(job.title.as_deref(), &job.id);
    match job.prompts_deleted_after_days {
        Some(days) => format!("{title} {}", texts::prompt_deleted(days)),
        None => title,
    }
}

/// The shape of a job's or a submission's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// The agent is at work.
    Active,
    /// The job ended successfully.
    Completed,
    /// Archived, hidden or discarded.
    Archived,
    Failed,
    /// A status that is newer than this console.
    Other,
    /// On its way to the service.
    Sending,
    /// Rejected by the service.
    Rejected,
    /// The outcome is unknown.
    Unknown,
}

/// The shape and word of a job's status. An unknown status is shown as it is.
pub(crate) fn status(status: &JobStatus) -> (Shape, String) {
    let shape = match status {
        JobStatus::Active => Shape::Active,
        JobStatus::Completed => Shape::Completed,
        JobStatus::Archived => Shape::Archived,
        JobStatus::Failed => Shape::Failed,
        JobStatus::Other(_) => Shape::Other,
    };
    (shape, texts::status(status).to_owned())
}

/// Whether a job was active when the service last knew it, and nobody can tell whether it still is.
pub(crate) fn has_unknown_status(job: &JobEntry) -> bool {
    let is_unknown = match &job.polling {
        Polling::Suspended { .. } => true,
        Polling::Scheduled { last_error: Some(reason), .. } => reason.code == ProblemCode::UnknownJob,
        _ => false,
    };
    is_unknown && !job.status.has_ended()
}

/// The shape and word of a job's status. An unknown one is in the past tense.
pub(crate) fn entry_status(job: &JobEntry) -> (Shape, String) {
    if has_unknown_status(job) { (Shape::Unknown, texts::was(&job.status)) } else { status(&job.status) }
}

/// The shape and word of a submission's state.
pub(crate) fn submission(state: &SubmissionState) -> (Shape, &'static str) {
    let shape = match state {
        SubmissionState::Sending | SubmissionState::Queued => Shape::Sending,
        SubmissionState::Discarded => Shape::Archived,
        SubmissionState::Accepted => Shape::Completed,
        SubmissionState::Rejected { .. } => Shape::Rejected,
        SubmissionState::Unknown { .. } => Shape::Unknown,
    };
    (shape, texts::submission(state))
}

/// How current a job's status is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The job has ended.
    Ended,
    /// Polled on schedule.
    Fresh,
    /// The next poll is overdue, or the last one failed.
    Late,
    /// Docket stopped polling after errors.
    Suspended,
    /// A person stopped polling.
    Stopped,
}

/// Polls are seconds to minutes apart, so a shorter delay is no sign of trouble.
const LATE_AFTER_MS: i64 = 60_000;

/// How current the status of `job` is at `now_ms`.
pub(crate) fn freshness(job: &JobEntry, now_ms: i64) -> Freshness {
    match &job.polling {
        Polling::Ended => Freshness::Ended,
        Polling::Suspended { .. } => Freshness::Suspended,
        Polling::Stopped => Freshness::Stopped,
        Polling::Scheduled { last_error: Some(_), .. } => Freshness::Late,
        Polling::Scheduled { next_at, last_error: None } if now_ms - next_at.0 > LATE_AFTER_MS => {
            Freshness::Late
        }
        Polling::Scheduled { .. } => Freshness::Fresh,
    }
}

/// How long the agent has been at work beside the project's other jobs. `None` before Docket has learned.
pub(crate) fn beside_others(elapsed_ms: i64, durations: &LearnedDurations) -> Option<String> {
    let is_longer = |than_ms: u64| u64::try_from(elapsed_ms).is_ok_and(|elapsed_ms| elapsed_ms > than_ms);
    let median_ms = durations.median_ms?;
    let words = match durations.nine_of_ten_ms {
        _ if durations.learned_from == 1 => details::last_job_took(&duration_of(median_ms)),
        Some(ms) if is_longer(ms) => details::longer_than_9_of_10(&duration_of(ms)),
        Some(ms) if is_longer(median_ms) => details::longer_than_half_of_10(&duration_of(ms)),
        None if is_longer(median_ms) => details::longer_than_half(&duration_of(median_ms)),
        _ => details::half_take(&duration_of(median_ms)),
    };
    Some(words)
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, UnixMs};

    use super::*;
    use crate::sample;

    #[test]
    fn a_title_is_the_first_line_of_the_prompt_or_the_id() {
        let id: JobId = "job_1".parse().unwrap();
        assert_eq!(title(Some("\n  Update the quickstart\nfor SDK 4"), &id), "Update the quickstart");
        assert_eq!(title(Some("  "), &id), "Job job_1");
        assert_eq!(title(Some("\u{200b}\n\u{2060}"), &id), "Job job_1", "nothing to see");
        assert_eq!(
            title(Some("\u{feff}\n\u{1f469}\u{200d}\u{1f4bb} می\u{200c}خواهم"), &id),
            "\u{1f469}\u{200d}\u{1f4bb} می\u{200c}خواهم"
        );
        assert_eq!(title(None, &id), "Job job_1");
        let long = "x".repeat(200);
        assert_eq!(title(Some(&long), &id), format!("{long}…"));
        assert_eq!(title(Some(&long[1..]), &id), long[1..], "the whole line");
        assert_eq!(title(Some(&format!("a\n{}", "x".repeat(198))), &id), "a");
    }

    #[test]
    fn an_unknown_status_is_shown_as_it_is() {
        assert_eq!(status(&JobStatus::Other("paused".into())), (Shape::Other, "paused".into()));
    }

    #[test]
    fn a_job_that_is_not_polled_any_more_is_not_said_to_be_active() {
        let reason = ErrorReason { code: ProblemCode::UnknownJob, error: "Unknown.".into() };
        let suspended = JobEntry { polling: Polling::Suspended { reason }, ..sample::job("a", 1) };
        assert_eq!(entry_status(&suspended), (Shape::Unknown, "Was active".into()));
        assert_eq!(entry_status(&sample::job("a", 1)), (Shape::Active, "Active".into()));
    }

    #[test]
    fn freshness_follows_from_the_state_of_polling() {
        let reason = || ErrorReason { code: ProblemCode::ServiceTimeout, error: "No answer.".into() };
        let polling = |last_error| Polling::Scheduled { next_at: UnixMs(10_000), last_error };
        let cases = [
            (Polling::Ended, 1_000_000, Freshness::Ended),
            (Polling::Stopped, 1_000_000, Freshness::Stopped),
            (Polling::Suspended { reason: reason() }, 0, Freshness::Suspended),
            (polling(None), 70_000, Freshness::Fresh),
            (polling(None), 70_001, Freshness::Late),
            (polling(Some(reason())), 0, Freshness::Late),
        ];
        for (polling, now_ms, expected) in cases {
            let mut job = sample::job("a", 1);
            job.polling = polling;
            assert_eq!(freshness(&job, now_ms), expected);
        }
    }

    #[test]
    fn the_time_at_work_is_compared_with_what_other_jobs_take() {
        let none = LearnedDurations { typical_ms: 150_000, ..LearnedDurations::default() };
        let one = LearnedDurations { learned_from: 1, median_ms: Some(60_000), ..none };
        let some = LearnedDurations { learned_from: 9, ..one };
        let many = LearnedDurations { learned_from: 40, nine_of_ten_ms: Some(300_000), ..one };
        let cases = [
            (&none, 900_000, None),
            (&one, 900_000, Some("the last job took 1 min")),
            (&some, 60_000, Some("half of the jobs take up to 1 min")),
            (&some, 60_001, Some("longer than half of the jobs, which take up to 1 min")),
            (&many, -5, Some("half of the jobs take up to 1 min")),
            (&many, 300_000, Some("longer than half of the jobs; 9 of 10 take up to 5 min")),
            (&many, 300_001, Some("longer than 9 of 10 jobs, which take up to 5 min")),
        ];
        for (durations, elapsed_ms, words) in cases {
            let beside = beside_others(elapsed_ms, durations).map(|words| words.replace('\u{a0}', " "));
            assert_eq!(beside.as_deref(), words, "{elapsed_ms} {durations:?}");
        }
    }
}
