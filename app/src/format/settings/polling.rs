//! How polling is doing, in words.

use docket_wire::{EndDelay, OpenJobCounts, PollingStatus, PollsWait};

use crate::format::number::count;
use crate::format::time::duration_of;
use crate::texts::settings::polling as texts;

/// More unpolled jobs are not counted.
const COUNTED_MAX: u32 = 1_000;

/// The open jobs, by whether they are polled.
pub(crate) fn open_jobs_words(jobs: &OpenJobCounts) -> String {
    let OpenJobCounts { scheduled, suspended, stopped } = *jobs;
    let at_least = |number: u32| {
        let shown = count(number.into());
        if number >= COUNTED_MAX { texts::or_more(&shown) } else { shown }
    };
    let parts = [
        (scheduled > 0).then(|| texts::polled(&count(scheduled.into()))),
        (suspended > 0).then(|| texts::suspended(&at_least(suspended))),
        (stopped > 0).then(|| texts::stopped(&at_least(stopped))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { texts::NO_OPEN_JOBS.to_owned() } else { format!("{}.", parts.join(", ")) }
}

/// How late the most overdue poll is, or what it waits for.
pub(crate) fn lag_words(polling: &PollingStatus) -> String {
    match (polling.waits_for, polling.overdue_ms) {
        (Some(PollsWait::Budget), _) => texts::POLLS_WAIT_FOR_THE_BUDGET.to_owned(),
        (Some(PollsWait::Pause), _) => texts::POLLS_WAIT_FOR_THE_PAUSE.to_owned(),
        (None, 0..1_000) => texts::NO_OVERDUE_POLL.to_owned(),
        (None, ms) => texts::due_for(&duration_of(ms)),
    }
}

/// With how much delay the ends of jobs are noticed.
pub(crate) fn end_delay_words(delay: &EndDelay) -> String {
    match delay.median_ms {
        None => texts::NO_JOB_HAS_ENDED.to_owned(),
        Some(ms) => texts::end_noticed_within(&duration_of(ms), delay.jobs, &count(delay.jobs.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_jobs_are_named_by_whether_they_are_polled() {
        let words =
            |scheduled, suspended, stopped| open_jobs_words(&OpenJobCounts { scheduled, suspended, stopped });
        assert_eq!(words(0, 0, 0), "None.");
        assert_eq!(words(3, 0, 0), "3 polled.");
        assert_eq!(words(6_000, 1, 1_000), "6,000 polled, 1 suspended, 1,000 or more stopped.");
    }

    #[test]
    fn what_waits_is_not_overdue() {
        let polling = PollingStatus { overdue_ms: 754_000, late: true, ..PollingStatus::default() };
        assert_eq!(lag_words(&polling), "Overdue by 12\u{a0}min 34\u{a0}s.");
        assert_eq!(lag_words(&PollingStatus::default()), "None.");
        for (wait, word) in [(PollsWait::Budget, "budget"), (PollsWait::Pause, "pause")] {
            let waits = PollingStatus { waits_for: Some(wait), ..PollingStatus::default() };
            assert!(
                lag_words(&waits).starts_with("None. Due polls wait") && lag_words(&waits).contains(word)
            );
        }
    }

    #[test]
    fn an_end_is_noticed_within_the_median() {
        assert_eq!(end_delay_words(&EndDelay::default()), "No job has ended yet.");
        let one = EndDelay { jobs: 1, median_ms: Some(11_000) };
        assert_eq!(end_delay_words(&one), "11\u{a0}s, for 1 job.");
        let delay = EndDelay { jobs: 41, median_ms: Some(4_000) };
        assert_eq!(end_delay_words(&delay), "Up to 4\u{a0}s for half of the latest 41 jobs.");
    }
}
