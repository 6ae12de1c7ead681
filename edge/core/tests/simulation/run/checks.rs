//! What holds whatever happens.

use std::collections::{BTreeMap, BTreeSet};

use docket_wire::{JobFilter, JobId, JobStatus, LiveMessage, Polling, SubmissionId, SubmissionState};

use super::{HOUR_MS, LIMITS, Run};

impl Run {
    pub(super) fn console_catches_up(&mut self) {
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
            LiveMessage::Checked { .. } => unreachable!("not history"),
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
            panic!("the story is short enough to be told in one piece")
        };
        let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
        assert_eq!(revisions, (1..=revision).collect::<Vec<_>>(), "revisions have no gaps");
        let kept: BTreeMap<&SubmissionId, &str> =
            submissions.iter().map(|kept| (&kept.id, kept.prompt.as_str())).collect();
        for (id, prompt) in &self.written_down {
            assert_eq!(kept.get(id), Some(&prompt.as_str()), "a prompt was lost");
        }
        let under_way: BTreeSet<&SubmissionId> = self.prompts_under_way.iter().map(|(id, ..)| id).collect();
        for submission in &submissions {
            if submission.state == SubmissionState::Sending {
                assert!(
                    under_way.contains(&submission.id),
                    "{} waits for an answer that cannot come",
                    submission.id
                );
            }
        }
        assert!(self.calls.values().all(|calls| *calls <= 1), "a submission was sent twice");
        let doubled = self
            .service
            .carried_out
            .iter()
            .find(|(prompt, times)| **times > 1 && !self.meant_twice.contains(*prompt));
        assert_eq!(doubled, None, "a prompt was carried out twice");
        within(&self.prompts_spent, LIMITS.agent_per_hour);
        within(&self.looks_spent, LIMITS.polls_per_hour);
    }

    /// The service is well again and the clock right: every end is noticed, within the budget still.
    pub(super) fn settle_down(&mut self) {
        self.clock_skew = self.clock_skew.max(0);
        self.interrupt();
        for _ in 0..2_000 {
            let Some(next) = self.ledger.next_wake(self.now()).unwrap() else { break };
            self.true_now += next.since_ms(self.now()).max(1);
            for submission in self.ledger.release(self.now()).unwrap() {
                self.prompts_spent.push(self.now().0);
                let job = submission.job.as_ref().map(JobId::as_str);
                let answer = self.service.prompt(job, &submission.prompt, self.true_now, &mut self.rng, true);
                self.ledger.settle(&submission.id, &answer, self.now()).unwrap();
            }
            for look in self.ledger.due(self.now()).unwrap() {
                self.looks_spent.push(self.now().0);
                let answer = self.service.look(look.job.as_str(), self.true_now, &mut self.rng, true);
                self.take_in(&look, &answer);
            }
        }
        self.check();
        assert_eq!(self.ledger.next_wake(self.now()).unwrap(), None, "a job is watched for ever");
        for job in self.ledger.snapshot(&JobFilter::default(), self.now()).unwrap().jobs {
            let given_up = matches!(job.polling, Polling::Suspended { .. });
            let noticed = job.status.has_ended() && self.service.has_ended(job.id.as_str(), self.true_now);
            assert!(noticed || given_up, "the end of {} was not noticed: {:?}", job.id, job);
        }
    }
}

/// No hour holds more requests than the limit, by the ledger's clock. One that was set back shows an hour twice: both
/// count together.
fn within(spent: &[i64], limit: u32) {
    let mut sorted = spent.to_vec();
    sorted.sort_unstable();
    for (n, at) in sorted.iter().enumerate() {
        let in_the_hour = sorted[n..].iter().take_while(|later| *later - at < HOUR_MS).count();
        assert!(in_the_hour <= limit as usize, "{in_the_hour} requests within an hour");
    }
}
