//! A ledger, a manual clock, and shorthands for what happens to them.

use docket_core::jobs::schedule::Audience;
use docket_core::jobs::{
    Ledger, LedgerSettings, NewSubmission, PollContext, PollTask, Settlement, SubmissionRow, SubmitDecision,
};
use docket_core::storage::Database;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::{self, ServiceJob};
use docket_wire::*;

use crate::sqlite::Sqlite;

pub const SETTINGS: LedgerSettings =
    LedgerSettings { agent_per_hour: 5, polls_per_hour: 100, ..LedgerSettings::NOTHING };

pub struct World {
    pub ledger: Ledger<Sqlite>,
    pub now: UnixMs,
    submissions: u32,
}

pub fn response(id: &str, status: &str, pr_link: Option<&str>) -> Result<ServiceJob, CallFailure> {
    let body =
        serde_json::json!({"id": id, "status": status, "prLink": pr_link, "shade": "kept"}).to_string();
    response::read_job(200, body)
}

/// Imports a job whose request took no time.
pub fn import_into(ledger: &Ledger<impl Database>, response: &ServiceJob, by: &CallerName, now: UnixMs) {
    let seen = ledger.reads().job_revision(&response.job.id).unwrap();
    ledger.import(response, seen, by, now).unwrap();
}

pub fn ada() -> CallerName {
    CallerName("ada".to_owned())
}

pub fn labels(texts: &[&str]) -> Option<Vec<Label>> {
    Some(texts.iter().map(|text| Label::try_from((*text).to_owned()).unwrap()).collect())
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
        Self { ledger: Ledger::open(db, SETTINGS, now).unwrap(), now, submissions: 0 }
    }

    pub fn with(settings: LedgerSettings) -> Self {
        let now = UnixMs(1_790_000_000_000);
        Self { ledger: Ledger::open(Sqlite::in_memory(), settings, now).unwrap(), now, submissions: 0 }
    }

    pub fn pass(&mut self, ms: i64) {
        self.now = self.now.plus_ms(ms);
    }

    pub fn submit(&mut self, job: Option<&str>, prompt: &str, key: Option<&str>) -> SubmitDecision {
        self.submit_as("ada", job, prompt, key)
    }

    pub fn submit_as(
        &mut self,
        author: &str,
        job: Option<&str>,
        prompt: &str,
        key: Option<&str>,
    ) -> SubmitDecision {
        self.submissions += 1;
        let new = NewSubmission {
            id: format!("sub_{}", self.submissions).parse().unwrap(),
            job: job.map(|id| id.parse().unwrap()),
            prompt: prompt.to_owned(),
            author: CallerName(author.to_owned()),
            idempotency_key: key.map(str::to_owned),
            is_confirmed: true,
            labels: Vec::new(),
        };
        self.ledger.submit(&new, self.now).unwrap()
    }

    pub fn queue(&mut self, job: &str, prompt: &str) -> SubmissionId {
        self.queue_as("ada", job, prompt)
    }

    pub fn queue_as(&mut self, author: &str, job: &str, prompt: &str) -> SubmissionId {
        self.submissions += 1;
        let new = NewSubmission {
            id: format!("sub_{}", self.submissions).parse().unwrap(),
            job: Some(job.parse().unwrap()),
            prompt: prompt.to_owned(),
            author: CallerName(author.to_owned()),
            idempotency_key: None,
            is_confirmed: true,
            labels: Vec::new(),
        };
        match self.ledger.queue(&new, &job.parse().unwrap(), self.now).unwrap() {
            SubmitDecision::Queued { submission } | SubmitDecision::AlreadyQueued { submission } => {
                submission
            }
            other => panic!("{other:?}"),
        }
    }

    /// The first page of what is not settled.
    pub fn open_submissions(&self) -> Vec<Submission> {
        self.ledger.reads().open_submissions(&SubmissionsQuery::default()).unwrap().submissions
    }

    /// The follow-ups that can be sent now.
    pub fn release_queued(&self) -> Vec<SubmissionRow> {
        let released = self.ledger.release_queued(self.now).unwrap();
        released.iter().map(|id| self.ledger.sent_submission(id).unwrap().as_ref().clone()).collect()
    }

    pub fn call(&mut self, job: Option<&str>, prompt: &str, key: Option<&str>) -> SubmissionId {
        match self.submit(job, prompt, key) {
            SubmitDecision::Call { submission } => submission,
            other => panic!("{other:?}"),
        }
    }

    /// The prompts that are left in this hour.
    pub fn prompts_left(&self) -> u32 {
        self.ledger.prompt_budget(self.now).unwrap().remaining
    }

    pub fn settle(&self, submission: &SubmissionId, outcome: Result<ServiceJob, CallFailure>) -> Settlement {
        self.ledger.settle(submission, &outcome, self.now).unwrap()
    }

    /// Creates a job that the service calls `id`.
    pub fn create(&mut self, id: &str) {
        let submission = self.call(None, "Update the quickstart", None);
        self.settle(&submission, response(id, "active", None));
    }

    /// Advances the clock to the next due polls, and takes them.
    pub fn next_polls(&mut self) -> Vec<PollTask> {
        let at = self.ledger.next_alarm(self.now).unwrap().expect("a poll or a release is scheduled");
        self.now = self.now.max(at);
        self.ledger.due_polls(self.now).unwrap()
    }

    /// Advances the clock to the next poll, and records its outcome. Fails unless exactly one poll is due.
    pub fn poll(&mut self, outcome: Result<ServiceJob, CallFailure>) -> Option<LiveMessage> {
        let polls = self.next_polls();
        assert_eq!(polls.len(), 1);
        self.pass(100);
        self.record_poll(&polls[0], outcome)
    }

    pub fn record_poll(
        &self,
        task: &PollTask,
        outcome: Result<ServiceJob, CallFailure>,
    ) -> Option<LiveMessage> {
        let context = PollContext { audience: Audience::Nobody, random: 0.5 };
        self.ledger.record_poll(task, &outcome, context, self.now).unwrap()
    }

    /// Whether a job is polled that has not ended.
    pub fn is_polled(&self) -> bool {
        let jobs = self.ledger.reads().snapshot(&JobFilter::default(), self.now).unwrap().jobs;
        jobs.iter().any(|job| matches!(job.polling, Polling::Scheduled { .. }))
    }

    pub fn patch(&self, id: &str, patch: JobPatch) -> JobEntry {
        self.ledger.patch(&job(id), &patch, &ada(), self.now).unwrap().unwrap()
    }

    pub fn detail(&self, id: &str) -> JobDetail {
        self.ledger.reads().detail(&job(id), &docket_wire::HistoryQuery::default()).unwrap().unwrap()
    }

    pub fn kinds(&self, id: &str) -> Vec<EventKind> {
        self.detail(id).events.into_iter().map(|event| event.what).collect()
    }
}
