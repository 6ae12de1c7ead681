//! The invariants.

use std::collections::{BTreeMap, BTreeSet};

use docket_wire::{JobFilter, JobId, JobStatus, LiveMessage, Polling, SubmissionId, SubmissionState};

use super::{HOUR_MS, LIMITS, Run};

impl Run {
    pub(super) fn catch_up_console(&mut self) {
        self.disk.interrupt_after(None);
        let message = self.ledger.catch_up(self.console.revision, self.now()).unwrap();
        let (revision, jobs) = match message {
            LiveMessage::Snapshot(snapshot) => {
                self.console.statuses.clear();
                (snapshot.revision, snapshot.jobs)
            }
            LiveMessage::Changes { since, revision, events, jobs, .. } => {
                assert_eq!(Some(since), self.console.revision);
                let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
                assert_eq!(revisions, (since + 1..=revision).collect::<Vec<_>>(), "exactly what was missed");
                (revision, jobs)
            }
            LiveMessage::Checked { .. } => unreachable!("a poll is not a change"),
        };
        self.console.revision = Some(revision);
        self.console.statuses.extend(jobs.into_iter().map(|job| (job.id, job.status)));
        let fresh = self.ledger.snapshot(&JobFilter::default(), self.now()).unwrap();
        let fresh: BTreeMap<JobId, JobStatus> =
            fresh.jobs.into_iter().map(|job| (job.id, job.status)).collect();
        assert_eq!(self.console.statuses, fresh, "a console that caught up sees what a new one sees");
    }

    pub(super) fn check(&mut self) {
        let Ok(LiveMessage::Changes { revision, events, submissions, .. }) =
            self.ledger.catch_up(Some(0), self.now())
        else {
            panic!("a run has few enough events for one message")
        };
        let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
        assert_eq!(revisions, (1..=revision).collect::<Vec<_>>(), "revisions have no gaps");
        let stored: BTreeMap<&SubmissionId, &str> =
            submissions.iter().map(|stored| (&stored.id, stored.prompt.as_deref().unwrap())).collect();
        for (id, prompt) in &self.recorded {
            assert_eq!(stored.get(id), Some(&prompt.as_str()), "a prompt was lost");
        }
        let in_flight: BTreeSet<&SubmissionId> = self.prompts_in_flight.iter().map(|(id, ..)| id).collect();
        for submission in &submissions {
            if submission.state == SubmissionState::Sending {
                assert!(
                    in_flight.contains(&submission.id) || self.unsettled.contains(&submission.id),
                    "{} is being sent without a call in flight",
                    submission.id
                );
            }
        }
        assert!(self.calls.values().all(|calls| *calls <= 1), "a submission was sent twice");
        let duplicate = self
            .service
            .executed
            .iter()
            .find(|(prompt, times)| **times > 1 && !self.resent.contains(*prompt));
        assert_eq!(duplicate, None, "a prompt was executed twice");
        assert_within_limit(&self.prompt_times, LIMITS.agent_per_hour);
        assert_within_limit(&self.poll_times, LIMITS.polls_per_hour);
    }

    /// The service and the clock recover: the ledger notices the end of every job, still within the budget.
    pub(super) fn recover(&mut self) {
        self.clock_skew = self.clock_skew.max(0);
        self.free_storage();
        self.abandon_unsettled();
        assert!(self.unsettled.is_empty(), "a submission stays unsettled once storage works");
        self.interrupt();
        for _ in 0..2_000 {
            let Some(next) = self.ledger.next_wake(self.now()).unwrap() else { break };
            self.true_now += next.since_ms(self.now()).max(1);
            for submission in self.ledger.release_queued(self.now()).unwrap() {
                self.prompt_times.push(self.now().0);
                let job = submission.job.as_ref().map(JobId::as_str);
                let answer = self.service.prompt(job, &submission.prompt, self.true_now, &mut self.rng, true);
                self.ledger.settle(&submission.id, &answer, self.now()).unwrap();
            }
            for poll in self.ledger.due_polls(self.now()).unwrap() {
                self.poll_times.push(self.now().0);
                let answer = self.service.poll(poll.job.as_str(), self.true_now, &mut self.rng, true);
                self.record_poll(&poll, &answer);
            }
        }
        self.check();
        assert_eq!(self.ledger.next_wake(self.now()).unwrap(), None, "a job is polled for ever");
        for job in self.ledger.snapshot(&JobFilter::default(), self.now()).unwrap().jobs {
            let is_suspended = matches!(job.polling, Polling::Suspended { .. });
            let is_noticed = job.status.has_ended() && self.service.has_ended(job.id.as_str(), self.true_now);
            assert!(is_noticed || is_suspended, "the end of {} was not noticed: {:?}", job.id, job);
        }
    }
}

/// No hour has more requests than the limit, by the ledger's clock. A clock that was set back shows an hour
/// twice: both count together.
fn assert_within_limit(spent: &[i64], limit: u32) {
    let mut sorted = spent.to_vec();
    sorted.sort_unstable();
    for (n, at) in sorted.iter().enumerate() {
        let in_the_hour = sorted[n..].iter().take_while(|later| *later - at < HOUR_MS).count();
        assert!(in_the_hour <= limit as usize, "{in_the_hour} requests within an hour");
    }
}
