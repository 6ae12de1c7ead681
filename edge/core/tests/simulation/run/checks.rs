//! The invariants.

use std::collections::{BTreeMap, BTreeSet};

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::{JobRead, ReadDecision};
use docket_core::storage::Database;
use docket_wire::{
    CallerName, Inbox, JobEntry, JobFilter, JobId, LiveMessage, Polling, SubmissionId, SubmissionState,
    UnixMs,
};
use rand::RngExt;

use super::{HOUR_MS, Run, SETTINGS};

/// After everything has recovered and the last job has ended, the ledger knows it within this time: a clock that ran
/// two hours ahead has filled a later hour's budget.
const ENDS_SEEN_WITHIN_MS: i64 = 6 * HOUR_MS;

/// A job without what polls change without an event: consoles learn that as it happens.
fn without_checks(job: JobEntry) -> (JobId, JobEntry) {
    let polling = match job.polling {
        Polling::Scheduled { .. } => Polling::Scheduled { next_at: UnixMs(0), last_error: None },
        other => other,
    };
    (job.id.clone(), JobEntry { polling, checked_at: UnixMs(0), ..job })
}

impl Run {
    pub(super) fn catch_up_console(&mut self) {
        if !self.is_reachable() {
            return;
        }
        self.disk.interrupt_after(None);
        let message = self.ledger.reads().catch_up(self.console.revision, self.now()).unwrap();
        let mut may_have_changed = true;
        let (revision, jobs) = match message {
            LiveMessage::Snapshot(snapshot) => {
                self.console.jobs.clear();
                (snapshot.revision, snapshot.jobs)
            }
            LiveMessage::Changes { since, revision, events, jobs, .. } => {
                assert_eq!(Some(since), self.console.revision);
                let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
                assert_eq!(revisions, (since + 1..=revision).collect::<Vec<_>>(), "exactly what was missed");
                may_have_changed = events.iter().any(|event| event.what.changes_inbox());
                (revision, jobs)
            }
            LiveMessage::Checked { .. } | LiveMessage::Pauses(_) | LiveMessage::Inbox { .. } => {
                unreachable!("neither a poll nor a pause is a change")
            }
        };
        self.console.revision = Some(revision);
        self.console.jobs.extend(jobs.into_iter().map(without_checks));
        let fresh = self.ledger.reads().snapshot(&JobFilter::default(), self.now()).unwrap();
        let fresh: BTreeMap<JobId, JobEntry> = fresh.jobs.into_iter().map(without_checks).collect();
        assert_eq!(self.console.jobs, fresh, "a console that caught up sees what a new one sees");
        let Inbox { needs_you, ended, running, .. } =
            self.ledger.inbox(&CallerName("ada".to_owned())).read(Inbox::LIMIT_MAX, self.now()).unwrap();
        let groups = [needs_you, ended, running].into_iter().flat_map(|group| group.items);
        let inbox: Vec<_> = groups.map(|item| (item.subject, item.read)).collect();
        assert!(may_have_changed || self.console.inbox == inbox, "no event says that the inbox changed");
        self.console.inbox = inbox;
        self.after_read();
    }

    fn number(&self, sql: &str) -> i64 {
        self.disk.run(sql, &[]).unwrap().remove(0).integer().unwrap()
    }

    pub(super) fn check(&mut self) {
        let Ok(LiveMessage::Changes { revision, events, submissions, .. }) =
            self.ledger.reads().catch_up(Some(0), self.now())
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
        assert_eq!(
            self.number("SELECT polled_jobs FROM schedule"),
            self.number(
                "SELECT COUNT(*) FROM jobs WHERE next_poll_at IS NOT NULL
                 AND (ended_at IS NULL OR expect_activity_until IS NOT NULL)"
            ),
            "the number of polled jobs"
        );
        assert_eq!(
            self.number("SELECT COUNT(*) FROM jobs WHERE is_stopped = 1 AND is_suspended = 1"),
            0,
            "polling is both stopped and suspended"
        );
        let in_flight: BTreeSet<&SubmissionId> = self.prompts_in_flight.iter().map(|(id, ..)| id).collect();
        for submission in &submissions {
            // An object that cannot open settles them when it can.
            if submission.state == SubmissionState::Sending && self.object.can_open {
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
        let prompt_times: Vec<i64> = self.prompt_times.iter().map(|(_, at)| *at).collect();
        assert_within_limit(&prompt_times, SETTINGS.agent_per_hour);
        assert_within_limit(&self.poll_times, SETTINGS.polls_per_hour);
    }

    /// Service, settings and clock recover: the alarm alone makes the ledger notice the end and the archival of every
    /// job, in bounded time, within the budget, and without firing for nothing.
    pub(super) fn recover(&mut self) {
        self.log("everything recovers");
        self.is_healthy = true;
        self.disk.interrupt_after(None);
        self.clock_skew = if self.rng.random() { 0 } else { self.clock_skew.max(0) };
        self.free_storage();
        self.abandon_unsettled();
        assert!(self.unsettled.is_empty(), "a submission stays unsettled once storage works");
        self.object.can_open = true;
        self.object.is_configured = true;
        self.interrupt();
        if self.object.needs_request {
            self.after_read();
        }
        let settled_at = self.true_now.max(self.service.last_end()) + ENDS_SEEN_WITHIN_MS;
        let mut is_settled = false;
        let mut idle = 0;
        for _ in 0..3_000 {
            let Some(at) = self.object.alarm else { break };
            let wait_ms = at.since_ms(self.now()).max(1);
            if self.true_now + wait_ms > settled_at && !is_settled {
                is_settled = true;
                self.true_now = settled_at;
                self.check_ends(|status| status == "active");
            }
            let wait_ms = at.since_ms(self.now()).max(1);
            self.true_now += wait_ms;
            let before = (self.poll_times.len(), self.prompt_times.len());
            self.fire();
            while !self.polls_in_flight.is_empty() {
                self.answer_a_poll();
            }
            let is_idle = before == (self.poll_times.len(), self.prompt_times.len());
            idle = if is_idle && wait_ms < 1_000 { idle + 1 } else { 0 };
            assert!(idle < 5, "the alarm fires again and again for nothing");
        }
        self.check();
        assert_eq!(self.object.alarm, None, "a job is polled forever");
        self.check_ends(|_| true);
    }

    /// Where the ledger has a status that `matters`, it is that of the service. Jobs that nothing polls are read first.
    fn check_ends(&mut self, matters: impl Fn(&str) -> bool) {
        self.disk.interrupt_after(None);
        for job in self.ledger.reads().snapshot(&JobFilter::default(), self.now()).unwrap().jobs {
            let status = match job.polling {
                Polling::Stopped | Polling::Suspended { .. } => self.read_status(&job.id),
                Polling::Scheduled { .. } | Polling::Ended => job.status.as_str().to_owned(),
            };
            let Some(expected) = self.service.status(job.id.as_str(), self.true_now) else { continue };
            if matters(&status) {
                assert_eq!(status, expected, "{} is {:?}", job.id, job.polling);
            }
        }
    }

    /// The status that a program sees when it reads a job.
    fn read_status(&mut self, job: &JobId) -> String {
        // Budget and spacing of polls allow one by then.
        let now = self.now().plus_ms(4 * HOUR_MS);
        let read = JobRead { is_current: false, polls_if_unpolled: true, caller: CallerKind::Program };
        if let Some((_, ReadDecision::Poll(poll))) = self.ledger.read_job(job, read, now).unwrap() {
            let answer = self.service.poll(job.as_str(), self.true_now, &mut self.rng, true);
            self.record_poll(&poll, &answer);
        }
        self.ledger
            .reads()
            .detail(job, &docket_wire::HistoryQuery::default())
            .unwrap()
            .unwrap()
            .job
            .status
            .as_str()
            .to_owned()
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
