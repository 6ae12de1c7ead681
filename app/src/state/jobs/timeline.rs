//! A job's prompts and events in one list.

use docket_wire::{Event, EventKind, JobDetail, Submission};

/// One entry of the timeline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TimelineItem {
    /// A prompt in full, where it was submitted.
    Prompt(Submission),
    /// Any other event.
    Event(Event),
}

/// Events in order, with each prompt in place of the event that submitted or queued it. A prompt without such an event
/// is sorted in by its time.
pub(crate) fn timeline(detail: &JobDetail) -> Vec<TimelineItem> {
    let prompt_of = |event: &Event| {
        let begins = |event: &&Event| matches!(event.what, EventKind::Submitted | EventKind::Queued);
        let id = event.submission.as_ref().filter(|_| begins(&event))?;
        let first = detail.events.iter().filter(begins).find(|other| other.submission.as_ref() == Some(id));
        first.filter(|first| first.revision == event.revision)?;
        detail.submissions.iter().find(|submission| submission.id == *id)
    };
    let mut items: Vec<TimelineItem> = detail
        .events
        .iter()
        .map(|event| {
            prompt_of(event).map_or_else(
                || TimelineItem::Event(event.clone()),
                |prompt| TimelineItem::Prompt(prompt.clone()),
            )
        })
        .collect();
    for submission in &detail.submissions {
        let is_there =
            items.iter().any(|item| matches!(item, TimelineItem::Prompt(known) if known.id == submission.id));
        if !is_there {
            let later = |item: &TimelineItem| match item {
                TimelineItem::Prompt(other) => other.submitted_at > submission.submitted_at,
                TimelineItem::Event(event) => event.at > submission.submitted_at,
            };
            let index = items.iter().position(later).unwrap_or(items.len());
            items.insert(index, TimelineItem::Prompt(submission.clone()));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use docket_wire::{JobStatus, SubmissionState, UnixMs};

    use super::*;
    use crate::sample::{create, detail, event};

    #[test]
    fn a_follow_up_replaces_its_first_event() {
        let about_follow_up = |revision, what| {
            let submission = Some("s1".parse().unwrap());
            Event { submission, ..event(revision, "a", what) }
        };
        let (queued, sent) =
            (about_follow_up(1, EventKind::Queued), about_follow_up(2, EventKind::Submitted));
        let follow_up = create("s1", SubmissionState::Sending, 2);
        let detail = detail(2, vec![follow_up.clone()], vec![queued, sent.clone()]);
        assert_eq!(timeline(&detail), [TimelineItem::Prompt(follow_up), TimelineItem::Event(sent)]);
    }

    #[test]
    fn a_prompt_replaces_the_event_that_submitted_it() {
        let mut first = create("s1", SubmissionState::Accepted, 2);
        first.job = Some("a".parse().unwrap());
        let mut stray = create("s2", SubmissionState::Accepted, 9);
        stray.submitted_at = UnixMs(5);
        let mut submitted = event(1, "a", EventKind::Submitted);
        submitted.submission = Some("s1".parse().unwrap());
        let ended = EventKind::StatusChanged { from: JobStatus::Active, to: JobStatus::Completed };
        let mut ended = event(3, "a", ended);
        ended.at = UnixMs(9);
        let events = vec![submitted, event(2, "a", EventKind::Accepted), ended.clone()];
        let detail = detail(3, vec![first.clone(), stray.clone()], events);
        let expected = [
            TimelineItem::Prompt(first),
            TimelineItem::Event(event(2, "a", EventKind::Accepted)),
            TimelineItem::Prompt(stray),
            TimelineItem::Event(ended),
        ];
        assert_eq!(timeline(&detail), expected);
    }
}
