//! A job's prompts and events as one story.

use docket_wire::{Event, EventKind, JobDetail, Submission};

/// One entry of the story.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// A prompt, in full, where it was sent in.
    Prompt(Submission),
    /// Something that happened.
    Event(Event),
}

/// Events in order, with each prompt in the place where it was sent in or began to wait. A prompt for which there is
/// no such event comes where its time puts it.
pub(crate) fn timeline(detail: &JobDetail) -> Vec<Item> {
    let of = |event: &Event| {
        let begins = |event: &&Event| matches!(event.what, EventKind::Submitted | EventKind::Queued);
        let id = event.submission.as_ref().filter(|_| begins(&event))?;
        let first = detail.events.iter().filter(begins).find(|other| other.submission.as_ref() == Some(id));
        first.filter(|first| first.revision == event.revision)?;
        detail.submissions.iter().find(|submission| submission.id == *id)
    };
    let mut items: Vec<Item> = detail
        .events
        .iter()
        .map(|event| {
            of(event).map_or_else(|| Item::Event(event.clone()), |prompt| Item::Prompt(prompt.clone()))
        })
        .collect();
    for submission in &detail.submissions {
        let is_there =
            items.iter().any(|item| matches!(item, Item::Prompt(known) if known.id == submission.id));
        if !is_there {
            let later = |item: &Item| match item {
                Item::Prompt(other) => other.submitted_at > submission.submitted_at,
                Item::Event(event) => event.at > submission.submitted_at,
            };
            let place = items.iter().position(later).unwrap_or(items.len());
            items.insert(place, Item::Prompt(submission.clone()));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use docket_wire::{JobStatus, SubmissionState, UnixMs};

    use super::*;
    use crate::state::sample::{create, event, job};

    #[test]
    fn a_follow_up_stands_where_it_began_to_wait() {
        let of = |revision, what| {
            let submission = Some("s1".parse().unwrap());
            Event { submission, ..event(revision, "a", what) }
        };
        let (queued, sent) = (of(1, EventKind::Queued), of(2, EventKind::Submitted));
        let follow_up = create("s1", SubmissionState::Sending, 2);
        let detail = JobDetail {
            revision: 2,
            job: job("a", 1),
            submissions: vec![follow_up.clone()],
            events: vec![queued, sent.clone()],
        };
        assert_eq!(timeline(&detail), [Item::Prompt(follow_up), Item::Event(sent)]);
    }

    #[test]
    fn prompts_stand_where_they_were_sent_in() {
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
        let detail = JobDetail {
            revision: 3,
            job: job("a", 1),
            submissions: vec![first.clone(), stray.clone()],
            events,
        };
        let expected = [
            Item::Prompt(first),
            Item::Event(event(2, "a", EventKind::Accepted)),
            Item::Prompt(stray),
            Item::Event(ended),
        ];
        assert_eq!(timeline(&detail), expected);
    }
}
