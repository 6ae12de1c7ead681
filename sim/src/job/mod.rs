//! One agent job: its state is a function of its plan and the time.

pub(crate) mod plan;
pub(crate) mod sentinel;

use std::collections::VecDeque;
use std::time::Duration;

use docket_wire::{JobStatus, UnixMs};
use jiff::Timestamp;
use rand::RngExt;
use serde_json::{Value, json};

use self::plan::{TurnOutcome, TurnPlan};
use self::sentinel::{Directive, PollCount};
use crate::clock::ms;
use crate::fault::SimFault;
use crate::id::time_ordered_id;
use crate::seeded;

/// Models that jobs use. Most use the first.
const MODELS: [&str; 4] = ["sonnet", "sonnet", "sonnet", "opus"];
/// Share of jobs whose `source.ref` is null.
const NO_REF_SHARE: f64 = 0.15;
/// The first job's pull request has about this number.
const FIRST_PULL_REQUEST: u64 = 400;
/// A job that was resumed is archived about a day after its new end.
const ARCHIVE_AFTER_RESUMED: Duration = Duration::from_secs(24 * 3_600);
const HOSTILE_LINK: &str = "javascript:alert(document.domain)";

/// An agent job.
#[derive(Debug)]
pub(crate) struct SimJob {
    pub(crate) id: String,
    pub(crate) project: String,
    /// Which job of its project it is, from 0.
    pub(crate) number: u64,
    pub(crate) prompts: Vec<String>,
    pub(crate) refuses_follow_ups: bool,
    pub(crate) turn: Turn,
    pub(crate) created_at: UnixMs,
    reference: Option<&'static str>,
    model: &'static str,
    link: String,
    /// An earlier turn created a pull request.
    linked_before: bool,
    polls: VecDeque<(SimFault, PollCount)>,
}

/// The work on the latest prompt.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    /// Until then, the job has the status from before the prompt.
    starts_at: UnixMs,
    status_before: JobStatus,
    pub(crate) ends_at: UnixMs,
    pub(crate) outcome: TurnOutcome,
    archive_after: Duration,
}

impl SimJob {
    pub(crate) fn new(seed: u64, project: &str, number: u64, now: UnixMs) -> Self {
        let mut rng = seeded::rng(seed, "job", project, number);
        let id = time_ordered_id(now, &mut rng);
        let reference = if rng.random_bool(NO_REF_SHARE) { None } else { Some("main") };
        let model = MODELS.get(rng.random_range(0..MODELS.len())).copied().unwrap_or("sonnet");
        let pull_request = FIRST_PULL_REQUEST + number * 3 + rng.random_range(0..3);
        Self {
            link: format!("{}/pull/{pull_request}", repository(project)),
            id,
            project: project.to_owned(),
            number,
            prompts: Vec::new(),
            refuses_follow_ups: false,
            turn: Turn {
                starts_at: now,
                status_before: JobStatus::Active,
                ends_at: now,
                outcome: TurnOutcome::NoChanges,
                archive_after: Duration::ZERO,
            },
            created_at: now,
            reference,
            model,
            linked_before: false,
            polls: VecDeque::new(),
        }
    }

    /// Accepts a prompt: the job is active again, as planned or as the prompt says.
    pub(crate) fn take_prompt(
        &mut self,
        prompt: String,
        plan: TurnPlan,
        directives: &[Directive],
        now: UnixMs,
    ) {
        self.linked_before |= self.pr_link(now).is_some();
        let status_before = if self.prompts.is_empty() { JobStatus::Active } else { self.status(now) };
        self.prompts.push(prompt);
        let TurnPlan { mut duration, mut outcome, mut archive_after } = plan;
        let mut late = Duration::ZERO;
        for directive in directives {
            match *directive {
                Directive::Takes(length) => duration = length,
                Directive::Never => duration = Duration::MAX,
                Directive::Ends(end) => outcome = end,
                Directive::HostilePullRequest => HOSTILE_LINK.clone_into(&mut self.link),
                Directive::RefuseFollowUps => self.refuses_follow_ups = true,
                Directive::ArchiveAfter(length) => archive_after = length,
                Directive::StartsAfter(length) => late = length,
                Directive::Poll(fault, count) => self.polls.push_back((fault, count)),
                Directive::Answer(_) => {}
            }
        }
        let starts_at = now.plus_ms(ms(late));
        let ends_at = starts_at.plus_ms(ms(duration));
        self.turn = Turn { starts_at, status_before, ends_at, outcome, archive_after };
    }

    /// Archives the job now, if it is completed.
    pub(crate) fn archive(&mut self, now: UnixMs) {
        if self.status(now) == JobStatus::Completed {
            let since_end_ms = now.since_ms(self.turn.ends_at).max(0).unsigned_abs();
            self.turn.archive_after = Duration::from_millis(since_end_ms);
        }
    }

    /// Makes an ended job active again for `duration`, as a follow-up from elsewhere does. It ends like before.
    pub(crate) fn resume(&mut self, duration: Duration, now: UnixMs) {
        if self.status(now).has_ended() {
            self.linked_before |= self.pr_link(now).is_some();
            self.turn.starts_at = now;
            self.turn.ends_at = now.plus_ms(ms(duration));
            self.turn.archive_after = ARCHIVE_AFTER_RESUMED;
        }
    }

    /// Ends the turn at once, if it has not ended.
    pub(crate) fn end(&mut self, outcome: Option<TurnOutcome>, now: UnixMs) {
        if now < self.turn.ends_at {
            self.turn.ends_at = now;
            self.turn.outcome = outcome.unwrap_or(self.turn.outcome);
        }
    }

    /// The fault of the next poll. The call consumes it.
    pub(crate) fn next_poll_fault(&mut self) -> Option<SimFault> {
        while let Some((fault, count)) = self.polls.front_mut() {
            match count {
                PollCount::Forever => return Some(*fault),
                PollCount::Times(0) => {
                    self.polls.pop_front();
                }
                PollCount::Times(left) => {
                    *left -= 1;
                    return Some(*fault);
                }
            }
        }
        None
    }

    pub(crate) fn status(&self, now: UnixMs) -> JobStatus {
        if now < self.turn.starts_at {
            self.turn.status_before.clone()
        } else if now < self.turn.ends_at {
            JobStatus::Active
        } else if self.turn.outcome == TurnOutcome::Failed {
            JobStatus::Failed
        } else if now < self.archived_at() {
            JobStatus::Completed
        } else {
            JobStatus::Archived
        }
    }

    /// By the contract, null while the job is active and if it changed nothing.
    pub(crate) fn pr_link(&self, now: UnixMs) -> Option<&str> {
        let is_made = if now < self.turn.starts_at {
            self.linked_before && self.turn.status_before != JobStatus::Active
        } else {
            now >= self.turn.ends_at && (self.linked_before || self.turn.outcome == TurnOutcome::PullRequest)
        };
        is_made.then_some(self.link.as_str())
    }

    fn archived_at(&self) -> UnixMs {
        self.turn.ends_at.plus_ms(ms(self.turn.archive_after))
    }

    /// The job in a response of the service, with null for absent members.
    pub(crate) fn to_json(&self, now: UnixMs) -> Value {
        let status = self.status(now);
        let archived_at = (status == JobStatus::Archived).then(|| iso(self.archived_at()));
        json!({
            "id": self.id,
            "status": status,
            "source": { "repository": repository(&self.project), "ref": self.reference },
            "model": self.model,
            "prLink": self.pr_link(now),
            "createdAt": iso(self.created_at),
            "archivedAt": archived_at,
        })
    }
}

/// On a host that can never exist, so that no link points to a real pull request.
fn repository(project: &str) -> String {
    format!("https://github.example/acme/{project}")
}

/// ISO 8601 in UTC, with milliseconds.
fn iso(at: UnixMs) -> String {
    let timestamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::MAX);
    format!("{timestamp:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: UnixMs = UnixMs(1_795_000_000_000);
    const PLAN: TurnPlan = TurnPlan {
        duration: Duration::from_secs(60),
        outcome: TurnOutcome::PullRequest,
        archive_after: Duration::from_secs(3_600),
    };

    fn job(directives: &[Directive]) -> SimJob {
        let mut job = SimJob::new(1, "acme-docs", 0, START);
        job.take_prompt("Hi".into(), PLAN, directives, START);
        job
    }

    fn after_s(seconds: i64) -> UnixMs {
        START.plus_ms(seconds * 1_000)
    }

    #[test]
    fn a_job_is_worked_on_completed_and_archived() {
        let job = job(&[]);
        let states =
            [(0, "active"), (59, "active"), (60, "completed"), (3_659, "completed"), (3_660, "archived")];
        for (seconds, status) in states {
            assert_eq!(job.status(after_s(seconds)).as_str(), status);
            assert_eq!(job.pr_link(after_s(seconds)).is_some(), seconds >= 60);
        }
        let json = job.to_json(after_s(4_000));
        assert_eq!(json["createdAt"], "2026-11-18T11:06:40.000Z");
        assert_eq!(json["archivedAt"], "2026-11-18T12:07:40.000Z");
        assert_eq!(job.to_json(START)["prLink"], Value::Null);
        assert_eq!(job.to_json(START)["archivedAt"], Value::Null);
    }

    #[test]
    fn a_follow_up_brings_it_back_to_active_and_to_the_same_link() {
        let mut job = job(&[]);
        let link = job.pr_link(after_s(60)).unwrap().to_owned();
        job.take_prompt("More".into(), PLAN, &[Directive::Ends(TurnOutcome::NoChanges)], after_s(100));
        assert_eq!((job.status(after_s(100)), job.pr_link(after_s(100))), (JobStatus::Active, None));
        assert_eq!(job.status(after_s(160)), JobStatus::Completed);
        assert_eq!(job.pr_link(after_s(160)), Some(link.as_str()));
    }

    #[test]
    fn a_job_that_failed_has_no_link_and_is_not_archived() {
        let job = job(&[Directive::Ends(TurnOutcome::Failed)]);
        assert_eq!(job.status(after_s(1_000_000)), JobStatus::Failed);
        assert_eq!(job.pr_link(after_s(1_000_000)), None);
    }

    #[test]
    fn it_can_be_ended_once() {
        let mut job = job(&[Directive::Never]);
        assert_eq!(job.status(after_s(1_000_000)), JobStatus::Active);
        job.end(Some(TurnOutcome::Failed), after_s(5));
        job.end(Some(TurnOutcome::PullRequest), after_s(6));
        assert_eq!(job.status(after_s(6)), JobStatus::Failed);
    }

    #[test]
    fn it_is_archived_and_resumed_on_demand() {
        let mut job = job(&[]);
        job.archive(after_s(10));
        job.resume(Duration::from_secs(5), after_s(10));
        assert_eq!(job.status(after_s(10)), JobStatus::Active, "it has not ended");
        job.archive(after_s(70));
        assert_eq!(job.status(after_s(70)), JobStatus::Archived);
        job.resume(Duration::from_secs(5), after_s(80));
        assert_eq!((job.status(after_s(84)), job.pr_link(after_s(84))), (JobStatus::Active, None));
        assert_eq!(job.status(after_s(85)), JobStatus::Completed);
        assert!(job.pr_link(after_s(85)).is_some());
    }

    #[test]
    fn a_follow_up_can_be_taken_up_late() {
        let mut job = job(&[]);
        let late =
            [Directive::StartsAfter(Duration::from_secs(40)), Directive::Takes(Duration::from_secs(5))];
        job.take_prompt("More".into(), PLAN, &late, after_s(100));
        assert_eq!(job.status(after_s(139)), JobStatus::Completed);
        assert!(job.pr_link(after_s(139)).is_some());
        assert_eq!(job.status(after_s(140)), JobStatus::Active);
        assert_eq!(job.status(after_s(145)), JobStatus::Completed);
    }

    #[test]
    fn poll_faults_are_used_up_in_order() {
        let (a, b) = (SimFault::status(500), SimFault::status(503));
        let mut job =
            job(&[Directive::Poll(a, PollCount::Times(2)), Directive::Poll(b, PollCount::Times(1))]);
        let met: Vec<_> = (0..4).map(|_| job.next_poll_fault()).collect();
        assert_eq!(met, [Some(a), Some(a), Some(b), None]);
    }
}
