//! How long the agent was at work on a job, without the time between its turns.

use docket_wire::{EventKind, JobDetail, UnixMs};

/// The turns of a job, as far as its loaded history tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Turns {
    /// When the current turn began; absent between turns, or if an earlier page of the history has it.
    pub running_since: Option<UnixMs>,
    /// The duration of all turns that ended, in ms.
    pub ended_ms: i64,
    /// The duration of the last turn that ended, in ms.
    pub last_ms: Option<i64>,
    /// Whether the whole history is loaded.
    pub is_complete: bool,
}

/// The turns of a job.
pub(crate) fn turns(detail: &JobDetail) -> Turns {
    let mut turns = Turns { is_complete: !detail.has_more, ..Turns::default() };
    if turns.is_complete {
        turns.running_since = Some(detail.job.added_at);
    }
    for event in &detail.events {
        match &event.what {
            EventKind::Imported { status } if status.has_ended() => turns.running_since = None,
            EventKind::StatusChanged { from, to } if from.has_ended() && !to.has_ended() => {
                turns.running_since = Some(event.at);
            }
            EventKind::StatusChanged { from, to } if to.has_ended() && !from.has_ended() => {
                turns.last_ms = turns.running_since.take().map(|since| event.at.since_ms(since));
                turns.ended_ms += turns.last_ms.unwrap_or_default();
            }
            _ => {}
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use docket_wire::{Event, JobStatus};

    use super::*;
    use crate::sample;

    fn changed(at_ms: i64, from: JobStatus, to: JobStatus) -> Event {
        Event { at: UnixMs(at_ms), ..sample::event(1, "a", EventKind::StatusChanged { from, to }) }
    }

    fn detail(events: Vec<Event>, has_more: bool) -> JobDetail {
        JobDetail { has_more, ..sample::detail(1, vec![], events) }
    }

    #[test]
    fn time_between_turns_does_not_count() {
        let (active, completed) = (|| JobStatus::Active, || JobStatus::Completed);
        let mut events =
            vec![changed(11_000, active(), completed()), changed(500_000, completed(), active())];
        let running = turns(&detail(events.clone(), false));
        assert_eq!((running.running_since, running.ended_ms), (Some(UnixMs(500_000)), 10_000));
        events.push(changed(503_000, active(), completed()));
        events.push(changed(900_000, completed(), JobStatus::Archived));
        let ended = turns(&detail(events.clone(), false));
        assert_eq!((ended.running_since, ended.ended_ms), (None, 13_000));
        events.remove(0);
        let partial = turns(&detail(events, true));
        assert_eq!((partial.last_ms, partial.is_complete), (Some(3_000), false));
    }

    #[test]
    fn a_job_that_was_imported_after_its_end_was_not_at_work() {
        let event = sample::event(1, "a", EventKind::Imported { status: JobStatus::Completed });
        let imported = turns(&detail(vec![event], false));
        assert_eq!((imported.running_since, imported.last_ms), (None, None));
    }
}
