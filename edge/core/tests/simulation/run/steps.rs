//! The steps of a run.

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::schedule::Audience;
use docket_core::jobs::{
    JobRead, NewSubmission, PollContext, PollTask, ReadDecision, Settlement, SubmitDecision,
};
use docket_core::upstream::failure::CallFailure;
use docket_wire::{
    CallerName, JobId, JobPatch, Label, SubmissionId, SubmissionKind, SubmissionState, SubmissionsQuery,
};
use rand::RngExt;

use super::{PollInFlight, Run};
use crate::service::Answer;

impl Run {
    pub(super) fn submit(&mut self) {
        if !self.is_reachable() {
            return;
        }
        let again = (!self.keys.is_empty() && self.rng.random_range(0..4) == 0)
            .then(|| self.keys[self.rng.random_range(0..self.keys.len())].clone());
        self.submissions += 1;
        let number = self.submissions;
        let (key, job, prompt) = match again {
            Some((key, job, prompt)) => (Some(key), job, prompt),
            None => {
                let job = self.random_job().filter(|_| self.rng.random_range(0..3) == 0);
                let key = (self.rng.random_range(0..2) == 0).then(|| format!("key{number}"));
                (key, job, format!("prompt {number}"))
            }
        };
        if let Some(key) = &key {
            self.keys.push((key.clone(), job.clone(), prompt.clone()));
        }
        let id: SubmissionId = format!("sub{number}").parse().unwrap();
        let author = CallerName("ada".to_owned());
        // Derived from the prompt, so that a repeated key comes with the same labels.
        let label = prompt.ends_with('0').then(|| Label::try_from(format!("of {prompt}")).unwrap());
        let labels = Vec::from_iter(label);
        let new =
            NewSubmission { id, job, prompt, author, idempotency_key: key, is_confirmed: false, labels };
        let Ok(decision) = self.ledger.submit(&new, self.now()) else { return };
        self.log(&format!("submit {:?} {:?}: {decision:?}", new.prompt, new.idempotency_key));
        match decision {
            SubmitDecision::Call { submission } => {
                self.prompt_times.push((submission.clone(), self.now().0));
                // The key of a rejected submission sends it again, as a person asked.
                self.calls.insert(submission.clone(), 0);
                self.recorded.insert(submission.clone(), new.prompt.clone());
                let acts_at_once = self.rng.random();
                let answer = if acts_at_once { Some(self.call(&submission, &new)) } else { None };
                self.prompts_in_flight.push((submission, new, answer));
            }
            SubmitDecision::Rejected { submission, .. } => {
                self.recorded.insert(submission, new.prompt);
            }
            SubmitDecision::KeyReused => panic!("the same key came with the same request"),
            _ => {}
        }
        self.publish();
    }

    pub(super) fn answer_a_prompt(&mut self) {
        if self.prompts_in_flight.is_empty() {
            return;
        }
        let which = self.rng.random_range(0..self.prompts_in_flight.len());
        let (submission, new, answer) = self.prompts_in_flight.swap_remove(which);
        let answer = answer.unwrap_or_else(|| self.call(&submission, &new));
        self.true_now += self.rng.random_range(0..20_000);
        let settled = self.ledger.settle(&submission, &answer, self.now());
        self.log(&format!("answer {submission}: {settled:?}"));
        if settled.is_ok() && matches!(answer, Err(CallFailure::Throttled { .. })) {
            // The service took nothing, so it does not count.
            let sent = self.prompt_times.iter().rposition(|(sent, _)| *sent == submission);
            self.prompt_times.remove(sent.expect("it was sent"));
        }
        match settled {
            // Docket sends it again.
            Ok(Settlement::Requeued) => drop(self.calls.insert(submission, 0)),
            Ok(Settlement::Rejected(_)) => self.note_rejection(&submission),
            Ok(_) => {}
            Err(_) => self.not_settled(submission),
        }
        self.publish();
    }

    fn note_rejection(&mut self, rejected: &SubmissionId) {
        let Ok(page) = self.ledger.reads().open_submissions(&SubmissionsQuery::default()) else { return };
        // The newest is first.
        let newer = page.submissions.iter().take_while(|open| open.id != *rejected);
        let Some(own) = page.submissions.iter().find(|open| open.id == *rejected) else { return };
        if matches!(own.state, SubmissionState::Rejected { .. }) && own.kind == SubmissionKind::FollowUp {
            let queued = newer.filter(|open| open.state == SubmissionState::Queued && open.job == own.job);
            self.held.insert(rejected.clone(), queued.map(|open| open.id.clone()).collect());
        }
    }

    /// Nobody decided about a follow-up that was rejected before this one was to be sent.
    fn is_held(&self, queued: &SubmissionId) -> bool {
        self.held.iter().filter(|(_, behind)| behind.contains(queued)).any(|(rejected, _)| {
            let rejected = self.ledger.reads().submission(rejected).ok().flatten();
            rejected.is_some_and(|rejected| matches!(rejected.state, SubmissionState::Rejected { .. }))
        })
    }

    pub(super) fn call(&mut self, submission: &SubmissionId, new: &NewSubmission) -> Answer {
        *self.calls.entry(submission.clone()).or_default() += 1;
        let job = new.job.as_ref().map(JobId::as_str);
        self.service.prompt(job, &new.prompt, self.true_now, &mut self.rng, self.is_healthy)
    }

    /// Queues a follow-up.
    pub(super) fn queue(&mut self) {
        if !self.is_reachable() {
            return;
        }
        let Some(job) = self.random_job() else { return };
        self.submissions += 1;
        let number = self.submissions;
        let new = NewSubmission {
            id: format!("sub{number}").parse().unwrap(),
            job: Some(job.clone()),
            prompt: format!("prompt {number}"),
            author: CallerName("ada".to_owned()),
            idempotency_key: None,
            is_confirmed: false,
            labels: Vec::new(),
        };
        let Ok(decision) = self.ledger.queue(&new, &job, self.now()) else { return };
        self.log(&format!("queue {:?} for {job}: {decision:?}", new.prompt));
        if let SubmitDecision::Queued { submission } = decision {
            self.recorded.insert(submission, new.prompt);
        }
        self.publish();
    }

    pub(super) fn release(&mut self) {
        if !self.object.can_open || !self.object.is_configured {
            return;
        }
        let Ok(released) = self.ledger.release_queued(self.now()) else { return };
        for id in released {
            let submission = self.ledger.sent_submission(&id).unwrap();
            self.log(&format!("released {}", submission.id));
            assert!(!self.is_held(&submission.id), "{} overtook a rejected follow-up", submission.id);
            self.prompt_times.push((submission.id.clone(), self.now().0));
            let new = NewSubmission {
                id: submission.id.clone(),
                job: submission.job.clone(),
                prompt: submission.prompt.text().unwrap().to_owned(),
                author: submission.author.clone(),
                idempotency_key: None,
                is_confirmed: true,
                labels: Vec::new(),
            };
            let in_flight = self.prompts_in_flight.iter().any(|(_, other, _)| other.job == new.job);
            assert!(!in_flight, "two follow-ups of one job are in flight");
            if self.is_healthy {
                let answer = self.call(&new.id, &new);
                self.ledger.settle(&new.id, &answer, self.now()).unwrap();
            } else {
                self.prompts_in_flight.push((id, new, None));
            }
        }
    }

    /// A person decides about an open submission.
    pub(super) fn resolve_as_person(&mut self) {
        if !self.is_reachable() {
            return;
        }
        let Ok(page) = self.ledger.reads().open_submissions(&SubmissionsQuery::default()) else { return };
        let open = page.submissions;
        if open.is_empty() {
            return;
        }
        let submission = open[self.rng.random_range(0..open.len())].clone();
        let bob = CallerName("bob".to_owned());
        match self.rng.random_range(0..3) {
            0 => {
                let done = self.ledger.discard(&submission.id, &bob, self.now());
                self.log(&format!("discard {}: {done:?}", submission.id));
            }
            1 => {
                let done = self.ledger.resend(&submission.id, &bob, self.now());
                self.log(&format!("resend {}: {done:?}", submission.id));
                if let Ok(Ok(SubmitDecision::Call { submission: id })) = done {
                    self.prompt_times.push((id.clone(), self.now().0));
                    self.calls.insert(id.clone(), 0);
                    let prompt = submission.prompt.unwrap();
                    self.resent.insert(prompt.clone());
                    let new = NewSubmission {
                        id: id.clone(),
                        job: submission.job.clone(),
                        prompt,
                        author: submission.author.clone(),
                        idempotency_key: None,
                        is_confirmed: true,
                        labels: Vec::new(),
                    };
                    self.prompts_in_flight.push((id, new, None));
                }
            }
            _ => {
                let Some(job) = submission.job.clone().or_else(|| self.random_job()) else { return };
                if let Ok(response) = self.service.poll(job.as_str(), self.true_now, &mut self.rng, true) {
                    let seen = self.ledger.reads().job_revision(&job).unwrap_or_default();
                    let done =
                        self.ledger.match_submission(&submission.id, &response, seen, &bob, self.now());
                    self.log(&format!("match {}: {done:?}", submission.id));
                }
            }
        }
        self.publish();
    }

    pub(super) fn start_poll(&mut self, poll: PollTask, is_of_alarm: bool) {
        self.log(&format!("poll {}", poll.job));
        self.poll_times.push(self.now().0);
        let answer = self.service.poll(poll.job.as_str(), self.true_now, &mut self.rng, self.is_healthy);
        self.polls_in_flight.push(PollInFlight { poll, answer, is_of_alarm });
    }

    /// A program or a console reads a job.
    pub(super) fn read(&mut self) {
        if !self.is_reachable() {
            return;
        }
        let Some(job) = self.random_job() else { return };
        let read = JobRead {
            is_current: self.rng.random(),
            polls_if_unpolled: self.rng.random(),
            caller: if self.rng.random() { CallerKind::Program } else { CallerKind::Person },
        };
        match self.ledger.read_job(&job, read, self.now()) {
            Ok(Some((_, ReadDecision::Poll(poll)))) => self.start_poll(poll, false),
            Ok(Some((_, ReadDecision::StoredAndDue))) => self.publish(),
            _ => {}
        }
        self.after_read();
    }

    /// A person stops or resumes polling of a job.
    pub(super) fn set_polling(&mut self) {
        if !self.is_reachable() {
            return;
        }
        let Some(job) = self.random_job() else { return };
        let patch = JobPatch { polling: Some(self.rng.random()), ..JobPatch::default() };
        let _ = self.ledger.patch(&job, &patch, &CallerName("bob".to_owned()), self.now());
        self.publish();
    }

    pub(super) fn answer_a_poll(&mut self) {
        if self.polls_in_flight.is_empty() {
            return;
        }
        let which = self.rng.random_range(0..self.polls_in_flight.len());
        let PollInFlight { poll, answer, is_of_alarm } = self.polls_in_flight.swap_remove(which);
        if !self.is_healthy && self.rng.random_range(0..6) == 0 {
            self.true_now += 130_000;
        }
        self.record_poll(&poll, &answer);
        self.publish();
        if is_of_alarm {
            self.work();
        }
    }

    pub(super) fn record_poll(&mut self, poll: &PollTask, answer: &Answer) {
        let context = PollContext {
            audience: if self.rng.random() { Audience::Viewers } else { Audience::Nobody },
            random: self.rng.random(),
        };
        let recorded = self.ledger.record_poll(poll, answer, context, self.now());
        self.log(&format!(
            "poll {}: {:?} -> {recorded:?}",
            poll.job,
            answer.as_ref().map(|response| response.job.status.clone())
        ));
    }

    pub(super) fn import(&mut self) {
        if !self.is_reachable() || self.ledger.acquire_poll(CallerKind::Program, self.now()) != Ok(Ok(())) {
            return;
        }
        self.poll_times.push(self.now().0);
        if let Some(job) = self.random_job()
            && let Ok(response) = self.service.poll(job.as_str(), self.true_now, &mut self.rng, false)
        {
            let seen = self.ledger.reads().job_revision(&job).unwrap_or_default();
            let _ = self.ledger.import(&response, seen, &CallerName("bob".to_owned()), self.now());
        }
        self.publish();
    }

    pub(super) fn random_job(&mut self) -> Option<JobId> {
        let number = self.rng.random_range(1..6);
        format!("job{number}").parse().ok()
    }
}
