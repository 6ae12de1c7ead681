//! One run: a random story, step by step, with the invariants checked after each.

use std::collections::{BTreeMap, BTreeSet};

use docket_core::ledger::{Admission, Ledger, Limits, Look, NewSubmission, PollContext};
use docket_wire::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faulty::Faulty;
use crate::service::{Answer, Service};

const LIMITS: Limits = Limits { agent_per_hour: 20, polls_per_hour: 60, typical_job_ms: 150_000 };
/// Steps between two checks; what is broken stays broken.
const CHECK_EVERY: u32 = 10;
const HOUR_MS: i64 = 3_600_000;

struct Run {
    rng: StdRng,
    disk: Faulty,
    ledger: Ledger<Faulty>,
    service: Service,
    /// The time as it is, and as the ledger's clock shows it.
    true_now: i64,
    clock_skew: i64,
    /// Calls whose answer has not been taken in yet. An interruption loses them, whether the service has acted or not.
    prompts_under_way: Vec<(SubmissionId, NewSubmission, Option<Answer>)>,
    looks_under_way: Vec<(Look, Answer)>,
    /// Prompts for which the ledger said that it has them.
    written_down: BTreeMap<SubmissionId, String>,
    /// Calls that were made for a submission since a person last sent it in.
    calls: BTreeMap<SubmissionId, u32>,
    /// Prompts that a person had sent once more.
    meant_twice: BTreeSet<String>,
    keys: Vec<(String, Option<JobId>, String)>,
    /// When requests went out, by the ledger's clock.
    prompts_spent: Vec<i64>,
    looks_spent: Vec<i64>,
    /// A console that is never told everything anew unless it has to be.
    console: Console,
    submissions: u32,
    log: bool,
}

#[derive(Default)]
struct Console {
    revision: Option<u64>,
    statuses: BTreeMap<JobId, JobStatus>,
}

/// Plays one story.
pub fn run(seed: u64, log: bool) {
    let disk = Faulty::new();
    let start = 1_790_000_000_000;
    let ledger = Ledger::open(disk.clone(), LIMITS, UnixMs(start)).unwrap();
    let mut run = Run {
        rng: StdRng::seed_from_u64(seed),
        disk,
        ledger,
        service: Service::default(),
        true_now: start,
        clock_skew: 0,
        prompts_under_way: Vec::new(),
        looks_under_way: Vec::new(),
        written_down: BTreeMap::new(),
        calls: BTreeMap::new(),
        meant_twice: BTreeSet::new(),
        keys: Vec::new(),
        prompts_spent: Vec::new(),
        looks_spent: Vec::new(),
        console: Console::default(),
        submissions: 0,
        log,
    };
    for step in 0..60 {
        run.step();
        if step % CHECK_EVERY == 0 {
            run.check();
        }
    }
    run.settle_down();
}

impl Run {
    fn now(&self) -> UnixMs {
        UnixMs(self.true_now + self.clock_skew)
    }

    fn say(&self, what: &str) {
        if self.log {
            println!("{:>12} {what}", self.true_now - 1_790_000_000_000);
        }
    }

    fn step(&mut self) {
        self.true_now += [0, 1, 50, 1_000, 10_000, 60_000, HOUR_MS][self.rng.random_range(0..7)];
        if self.rng.random_range(0..12) == 0 {
            let left = self.rng.random_range(0..25);
            self.disk.interrupt_after(Some(left));
        }
        match self.rng.random_range(0..100) {
            0..14 => self.submit(),
            14..20 => self.queue(),
            20..36 => self.answer_a_prompt(),
            36..40 => self.a_person_decides(),
            40..60 => self.alarm(),
            60..82 => self.answer_a_look(),
            82..92 => self.console_catches_up(),
            92..94 => self.clock_skew = self.rng.random_range(-7_200_000..7_200_000),
            94..97 => self.interrupt(),
            _ => self.attach(),
        }
        if self.disk.is_interrupted() {
            self.interrupt();
        }
        self.disk.interrupt_after(None);
    }

    /// The holder is gone, with everything that was under way; another opens the ledger.
    fn interrupt(&mut self) {
        self.say("interrupted");
        self.disk.interrupt_after(None);
        self.prompts_under_way.clear();
        self.looks_under_way.clear();
        self.ledger = Ledger::open(self.disk.clone(), LIMITS, self.now()).unwrap();
    }

    fn submit(&mut self) {
        let again = (!self.keys.is_empty() && self.rng.random_range(0..4) == 0)
            .then(|| self.keys[self.rng.random_range(0..self.keys.len())].clone());
        self.submissions += 1;
        let number = self.submissions;
        let (key, job, prompt) = match again {
            Some((key, job, prompt)) => (Some(key), job, prompt),
            None => {
                let job = self.some_job().filter(|_| self.rng.random_range(0..3) == 0);
                let key = (self.rng.random_range(0..2) == 0).then(|| format!("key{number}"));
                (key, job, format!("prompt {number}"))
            }
        };
        if let Some(key) = &key {
            self.keys.push((key.clone(), job.clone(), prompt.clone()));
        }
        let id: SubmissionId = format!("sub{number}").parse().unwrap();
        let author = OperatorName("ada".to_owned());
        let new = NewSubmission { id, job, prompt, author, idempotency_key: key, is_confirmed: false };
        let Ok(admission) = self.ledger.submit(&new, self.now()) else { return };
        self.say(&format!("submit {:?} {:?}: {admission:?}", new.prompt, new.idempotency_key));
        match admission {
            Admission::Call { submission } => {
                self.prompts_spent.push(self.now().0);
                // A key that was refused may try again: a person sent it in again.
                self.calls.insert(submission.clone(), 0);
                self.written_down.insert(submission.clone(), new.prompt.clone());
                let acts_at_once = self.rng.random();
                let answer = if acts_at_once { Some(self.call(&submission, &new)) } else { None };
                self.prompts_under_way.push((submission, new, answer));
            }
            Admission::Refused { submission, .. } => {
                self.written_down.insert(submission, new.prompt);
            }
            Admission::KeyReused => panic!("the same key came with the same request"),
            _ => {}
        }
    }

    fn answer_a_prompt(&mut self) {
        if self.prompts_under_way.is_empty() {
            return;
        }
        let which = self.rng.random_range(0..self.prompts_under_way.len());
        let (submission, new, answer) = self.prompts_under_way.swap_remove(which);
        let answer = answer.unwrap_or_else(|| self.call(&submission, &new));
        self.true_now += self.rng.random_range(0..20_000);
        let settled = self.ledger.settle(&submission, &answer, self.now());
        self.say(&format!("answer {submission}: {settled:?}"));
    }

    fn call(&mut self, submission: &SubmissionId, new: &NewSubmission) -> Answer {
        *self.calls.entry(submission.clone()).or_default() += 1;
        let job = new.job.as_ref().map(JobId::as_str);
        self.service.prompt(job, &new.prompt, self.true_now, &mut self.rng, false)
    }

    /// A follow-up is put in line.
    fn queue(&mut self) {
        let Some(job) = self.some_job() else { return };
        self.submissions += 1;
        let number = self.submissions;
        let new = NewSubmission {
            id: format!("sub{number}").parse().unwrap(),
            job: Some(job.clone()),
            prompt: format!("prompt {number}"),
            author: OperatorName("ada".to_owned()),
            idempotency_key: None,
            is_confirmed: false,
        };
        let Ok(admission) = self.ledger.queue(&new, &job, self.now()) else { return };
        self.say(&format!("queue {:?} for {job}: {admission:?}", new.prompt));
        if let Admission::Queued { submission } = admission {
            self.written_down.insert(submission, new.prompt);
        }
    }

    fn release(&mut self) {
        let Ok(released) = self.ledger.release(self.now()) else { return };
        for submission in released {
            self.say(&format!("released {}", submission.id));
            self.prompts_spent.push(self.now().0);
            let new = NewSubmission {
                id: submission.id.clone(),
                job: submission.job,
                prompt: submission.prompt,
                author: submission.author,
                idempotency_key: None,
                is_confirmed: true,
            };
            let under_way = self.prompts_under_way.iter().any(|(_, other, _)| other.job == new.job);
            assert!(!under_way, "two follow-ups of one job are under way");
            self.prompts_under_way.push((submission.id, new, None));
        }
    }

    /// Somebody looks at what did not go through, and does something about it.
    fn a_person_decides(&mut self) {
        let Ok(open) = self.ledger.open_submissions() else { return };
        if open.is_empty() {
            return;
        }
        let submission = open[self.rng.random_range(0..open.len())].clone();
        let bob = OperatorName("bob".to_owned());
        match self.rng.random_range(0..3) {
            0 => {
                let done = self.ledger.discard(&submission.id, &bob, self.now());
                self.say(&format!("discard {}: {done:?}", submission.id));
            }
            1 => {
                let done = self.ledger.send_again(&submission.id, &bob, self.now());
                self.say(&format!("send {} again: {done:?}", submission.id));
                if let Ok(Ok(Admission::Call { submission: id })) = done {
                    self.prompts_spent.push(self.now().0);
                    self.calls.insert(id.clone(), 0);
                    self.meant_twice.insert(submission.prompt.clone());
                    let new = NewSubmission {
                        id: id.clone(),
                        job: submission.job,
                        prompt: submission.prompt,
                        author: submission.author,
                        idempotency_key: None,
                        is_confirmed: true,
                    };
                    self.prompts_under_way.push((id, new, None));
                }
            }
            _ => {
                let Some(job) = submission.job.clone().or_else(|| self.some_job()) else { return };
                if let Ok(told) = self.service.look(job.as_str(), self.true_now, &mut self.rng, true) {
                    let done = self.ledger.resolve(&submission.id, &told, &bob, self.now());
                    self.say(&format!("resolve {}: {done:?}", submission.id));
                }
            }
        }
    }

    fn alarm(&mut self) {
        self.release();
        let Ok(looks) = self.ledger.due(self.now()) else { return };
        self.say(&format!("alarm: {looks:?}"));
        self.looks_spent.extend(looks.iter().map(|_| self.true_now + self.clock_skew));
        for look in looks {
            let answer = self.service.look(look.job.as_str(), self.true_now, &mut self.rng, false);
            self.looks_under_way.push((look, answer));
        }
    }

    fn answer_a_look(&mut self) {
        if self.looks_under_way.is_empty() {
            return;
        }
        let which = self.rng.random_range(0..self.looks_under_way.len());
        let (look, answer) = self.looks_under_way.swap_remove(which);
        if self.rng.random_range(0..6) == 0 {
            self.true_now += 130_000;
        }
        self.take_in(&look, &answer);
    }

    fn take_in(&mut self, look: &Look, answer: &Answer) {
        let context = PollContext { watched: self.rng.random(), dice: self.rng.random() };
        let taken = self.ledger.looked(look, answer, context, self.now());
        self.say(&format!(
            "look {}: {:?} -> {taken:?}",
            look.job,
            answer.as_ref().map(|told| told.job.status.clone())
        ));
    }

    fn attach(&mut self) {
        if let Some(job) = self.some_job()
            && let Ok(told) = self.service.look(job.as_str(), self.true_now, &mut self.rng, false)
        {
            let _ = self.ledger.attach(&told, &OperatorName("bob".to_owned()), self.now());
        }
    }

    fn some_job(&mut self) -> Option<JobId> {
        let number = self.rng.random_range(1..6);
        format!("job{number}").parse().ok()
    }

    fn console_catches_up(&mut self) {
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

    fn check(&mut self) {
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
    fn settle_down(&mut self) {
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
            let given_up = matches!(job.watch, Watch::Stopped { .. });
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
