//! What can happen in a story.

use docket_core::jobs::{NewSubmission, PollContext, PollTask, SubmitDecision};
use docket_wire::{CallerName, JobId, SubmissionId};
use rand::RngExt;

use super::Run;
use crate::service::Answer;

impl Run {
    pub(super) fn submit(&mut self) {
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
        let author = CallerName("ada".to_owned());
        let new = NewSubmission { id, job, prompt, author, idempotency_key: key, is_confirmed: false };
        let Ok(admission) = self.ledger.submit(&new, self.now()) else { return };
        self.say(&format!("submit {:?} {:?}: {admission:?}", new.prompt, new.idempotency_key));
        match admission {
            SubmitDecision::Call { submission } => {
                self.prompts_spent.push(self.now().0);
                // A key that was refused may try again: a person sent it in again.
                self.calls.insert(submission.clone(), 0);
                self.written_down.insert(submission.clone(), new.prompt.clone());
                let acts_at_once = self.rng.random();
                let answer = if acts_at_once { Some(self.call(&submission, &new)) } else { None };
                self.prompts_under_way.push((submission, new, answer));
            }
            SubmitDecision::Rejected { submission, .. } => {
                self.written_down.insert(submission, new.prompt);
            }
            SubmitDecision::KeyReused => panic!("the same key came with the same request"),
            _ => {}
        }
    }

    pub(super) fn answer_a_prompt(&mut self) {
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

    pub(super) fn call(&mut self, submission: &SubmissionId, new: &NewSubmission) -> Answer {
        *self.calls.entry(submission.clone()).or_default() += 1;
        let job = new.job.as_ref().map(JobId::as_str);
        self.service.prompt(job, &new.prompt, self.true_now, &mut self.rng, false)
    }

    /// A follow-up is put in line.
    pub(super) fn queue(&mut self) {
        let Some(job) = self.some_job() else { return };
        self.submissions += 1;
        let number = self.submissions;
        let new = NewSubmission {
            id: format!("sub{number}").parse().unwrap(),
            job: Some(job.clone()),
            prompt: format!("prompt {number}"),
            author: CallerName("ada".to_owned()),
            idempotency_key: None,
            is_confirmed: false,
        };
        let Ok(admission) = self.ledger.queue(&new, &job, self.now()) else { return };
        self.say(&format!("queue {:?} for {job}: {admission:?}", new.prompt));
        if let SubmitDecision::Queued { submission } = admission {
            self.written_down.insert(submission, new.prompt);
        }
    }

    pub(super) fn release(&mut self) {
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
    pub(super) fn a_person_decides(&mut self) {
        let Ok(open) = self.ledger.open_submissions() else { return };
        if open.is_empty() {
            return;
        }
        let submission = open[self.rng.random_range(0..open.len())].clone();
        let bob = CallerName("bob".to_owned());
        match self.rng.random_range(0..3) {
            0 => {
                let done = self.ledger.discard(&submission.id, &bob, self.now());
                self.say(&format!("discard {}: {done:?}", submission.id));
            }
            1 => {
                let done = self.ledger.send_again(&submission.id, &bob, self.now());
                self.say(&format!("send {} again: {done:?}", submission.id));
                if let Ok(Ok(SubmitDecision::Call { submission: id })) = done {
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

    pub(super) fn alarm(&mut self) {
        self.release();
        let Ok(looks) = self.ledger.due(self.now()) else { return };
        self.say(&format!("alarm: {looks:?}"));
        self.looks_spent.extend(looks.iter().map(|_| self.true_now + self.clock_skew));
        for look in looks {
            let answer = self.service.look(look.job.as_str(), self.true_now, &mut self.rng, false);
            self.looks_under_way.push((look, answer));
        }
    }

    pub(super) fn answer_a_look(&mut self) {
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

    pub(super) fn take_in(&mut self, look: &PollTask, answer: &Answer) {
        let context = PollContext { watched: self.rng.random(), random: self.rng.random() };
        let taken = self.ledger.record_poll(look, answer, context, self.now());
        self.say(&format!(
            "look {}: {:?} -> {taken:?}",
            look.job,
            answer.as_ref().map(|told| told.job.status.clone())
        ));
    }

    pub(super) fn attach(&mut self) {
        if let Some(job) = self.some_job()
            && let Ok(told) = self.service.look(job.as_str(), self.true_now, &mut self.rng, false)
        {
            let _ = self.ledger.attach(&told, &CallerName("bob".to_owned()), self.now());
        }
    }

    pub(super) fn some_job(&mut self) -> Option<JobId> {
        let number = self.rng.random_range(1..6);
        format!("job{number}").parse().ok()
    }
}
