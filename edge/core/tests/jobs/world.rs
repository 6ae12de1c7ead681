//! A ledger, a clock that is moved by hand, and words for what happens to them.

use docket_core::jobs::{Ledger, Limits, NewSubmission, PollContext, PollTask, Settled, SubmitDecision};
use docket_core::upstream::response::{self, CallFailure, ServiceJob};
use docket_wire::*;

use crate::sqlite::Sqlite;

pub const LIMITS: Limits = Limits { agent_per_hour: 5, polls_per_hour: 100, typical_job_ms: 150_000 };

pub struct World {
    pub ledger: Ledger<Sqlite>,
    pub now: UnixMs,
    submissions: u32,
}

pub fn told(id: &str, status: &str, pr_link: Option<&str>) -> Result<ServiceJob, CallFailure> {
    let body =
        serde_json::json!({"id": id, "status": status, "prLink": pr_link, "shade": "kept"}).to_string();
    response::read_job(200, body)
}

pub fn job(id: &str) -> JobId {
    id.parse().unwrap()
}

impl World {
    pub fn new() -> Self {
        Self::over(Sqlite::in_memory())
    }

    pub fn over(db: Sqlite) -> Self {
        let now = UnixMs(1_790_000_000_000);
        Self { ledger: Ledger::open(db, LIMITS, now).unwrap(), now, submissions: 0 }
    }

    pub fn pass(&mut self, ms: i64) {
        self.now = self.now.plus_ms(ms);
    }

    pub fn submit(&mut self, job: Option<&str>, prompt: &str, key: Option<&str>) -> SubmitDecision {
        self.submissions += 1;
        let new = NewSubmission {
            id: format!("sub_{}", self.submissions).parse().unwrap(),
            job: job.map(|id| id.parse().unwrap()),
            prompt: prompt.to_owned(),
            author: CallerName("ada".to_owned()),
            idempotency_key: key.map(str::to_owned),
            is_confirmed: true,
        };
        self.ledger.submit(&new, self.now).unwrap()
    }

    pub fn queue(&mut self, job: &str, prompt: &str) -> SubmissionId {
        self.submissions += 1;
        let new = NewSubmission {
            id: format!("sub_{}", self.submissions).parse().unwrap(),
            job: Some(job.parse().unwrap()),
            prompt: prompt.to_owned(),
            author: CallerName("ada".to_owned()),
            idempotency_key: None,
            is_confirmed: true,
        };
        match self.ledger.queue(&new, &job.parse().unwrap(), self.now).unwrap() {
            SubmitDecision::Queued { submission } => submission,
            other => panic!("{other:?}"),
        }
    }

    /// Prompts that go out now.
    pub fn release(&self) -> Vec<Submission> {
        self.ledger.release(self.now).unwrap()
    }

    pub fn call(&mut self, job: Option<&str>, prompt: &str, key: Option<&str>) -> SubmissionId {
        match self.submit(job, prompt, key) {
            SubmitDecision::Call { submission } => submission,
            other => panic!("{other:?}"),
        }
    }

    pub fn settle(&self, submission: &SubmissionId, outcome: Result<ServiceJob, CallFailure>) -> Settled {
        self.ledger.settle(submission, &outcome, self.now).unwrap()
    }

    /// Creates a job that the service calls `id`.
    pub fn create(&mut self, id: &str) {
        let submission = self.call(None, "Update the quickstart", None);
        self.settle(&submission, told(id, "active", None));
    }

    /// Moves on to the next moment at which something is due, and takes it.
    pub fn next_looks(&mut self) -> Vec<PollTask> {
        let at = self.ledger.next_wake(self.now).unwrap().expect("something is watched");
        self.now = self.now.max(at);
        self.ledger.due(self.now).unwrap()
    }

    /// Moves on to the next look, which must be a single one, and has it answered.
    pub fn look(&mut self, outcome: Result<ServiceJob, CallFailure>) -> Option<LiveMessage> {
        let looks = self.next_looks();
        assert_eq!(looks.len(), 1);
        self.pass(100);
        self.record_poll(&looks[0], outcome)
    }

    pub fn record_poll(
        &self,
        look: &PollTask,
        outcome: Result<ServiceJob, CallFailure>,
    ) -> Option<LiveMessage> {
        let context = PollContext { watched: false, random: 0.5 };
        self.ledger.record_poll(look, &outcome, context, self.now).unwrap()
    }

    pub fn is_watched(&self) -> bool {
        self.ledger.next_wake(self.now).unwrap().is_some()
    }

    pub fn detail(&self, id: &str) -> JobDetail {
        self.ledger.detail(&job(id)).unwrap().unwrap()
    }

    pub fn kinds(&self, id: &str) -> Vec<EventKind> {
        self.detail(id).events.into_iter().map(|event| event.what).collect()
    }
}
