//! One run: random steps over one ledger.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use docket_core::jobs::{JobRetention, Ledger, LedgerSettings, NewSubmission, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::{self, ServiceJob};
use docket_wire::{CallerName, JobId, JobPatch, JobStatus, SubmissionId, UnixMs};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faulty::Faulty;

pub const DAY_MS: i64 = 86_400_000;
pub const JOBS_DAYS: u32 = 30;
pub const PROMPTS_DAYS: u32 = 10;
const SETTINGS: LedgerSettings = LedgerSettings {
    agent_per_hour: 1_000_000,
    polls_per_hour: 3_600,
    retention: JobRetention { jobs_days: Some(JOBS_DAYS), prompts_days: Some(PROMPTS_DAYS) },
    ..LedgerSettings::NOTHING
};
const START: UnixMs = UnixMs(1_790_000_000_000);

/// A migrated database.
static EMPTY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let disk = Faulty::new();
    drop(Ledger::open(disk.clone(), SETTINGS, START).unwrap());
    disk.into_content()
});

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Active,
    /// A follow-up was sent, and may make it active.
    Expected,
    Over,
}

/// What the run knows of a job.
#[derive(Debug, Clone)]
pub struct KnownJob {
    pub work: Work,
    /// When something last happened to it.
    pub touched: UnixMs,
}

/// A request with an idempotency key.
pub struct Keyed {
    pub new: NewSubmission,
    pub job: JobId,
}

/// What a console has.
#[derive(Default)]
pub struct Console {
    pub revision: Option<u64>,
    pub jobs: BTreeMap<JobId, JobStatus>,
}

pub struct Run {
    pub rng: StdRng,
    pub disk: Faulty,
    pub ledger: Ledger<Faulty>,
    pub now: UnixMs,
    pub jobs: BTreeMap<JobId, KnownJob>,
    /// Submissions of unknown outcome, by the job that they follow up.
    pub unknown: BTreeMap<SubmissionId, Option<JobId>>,
    pub keyed: Vec<Keyed>,
    pub console: Console,
    pub last_revision: u64,
    is_traced: bool,
    count: u32,
}

pub fn run(seed: u64, is_traced: bool) {
    let disk = Faulty::with_content(&EMPTY);
    let ledger = Ledger::open(disk.clone(), SETTINGS, START).unwrap();
    let mut run = Run {
        rng: StdRng::seed_from_u64(seed),
        disk,
        ledger,
        now: START,
        jobs: BTreeMap::new(),
        unknown: BTreeMap::new(),
        keyed: Vec::new(),
        console: Console::default(),
        last_revision: 0,
        is_traced,
        count: 0,
    };
    for _ in 0..40 {
        run.step();
        run.check();
    }
    run.end();
}

pub fn answer(id: &str, status: &str) -> ServiceJob {
    response::read_job(200, serde_json::json!({ "id": id, "status": status }).to_string()).unwrap()
}

impl Run {
    fn step(&mut self) {
        match self.rng.random_range(0..12) {
            0 | 1 => self.submit(None),
            2 => {
                if let Some(job) = self.any_job() {
                    self.submit(Some(job));
                }
            }
            3 | 4 => self.import_end(),
            5 => self.patch(),
            6 => self.discard(),
            7 => self.repeat(),
            8 => self.catch_up(),
            9 => self.reopen(),
            _ => {
                let ms = self.rng.random_range(0..12 * DAY_MS);
                self.now = self.now.plus_ms(ms);
                self.log(&format!("{ms} ms later"));
                self.delete(true);
            }
        }
    }

    pub fn log(&self, text: &str) {
        if self.is_traced {
            println!("{} {text}", self.now.0);
        }
    }

    fn any_job(&mut self) -> Option<JobId> {
        let ids: Vec<_> = self.jobs.keys().cloned().collect();
        (!ids.is_empty()).then(|| ids[self.rng.random_range(0..ids.len())].clone())
    }

    fn submit(&mut self, job: Option<JobId>) {
        self.count += 1;
        let number = self.count;
        let new = NewSubmission {
            id: format!("s{number}").parse().unwrap(),
            job: job.clone(),
            prompt: format!("prompt{number} about marmots"),
            author: CallerName("ada".to_owned()),
            idempotency_key: self.rng.random::<bool>().then(|| format!("key{number}")),
            is_confirmed: true,
            labels: Vec::new(),
        };
        let SubmitDecision::Call { submission } = self.ledger.submit(&new, self.now).unwrap() else { return };
        let id = job.clone().map_or_else(|| format!("job{number}"), |job| job.to_string());
        let after = if job.is_some() { Work::Expected } else { Work::Over };
        let (outcome, work) = match self.rng.random_range(0..8) {
            0 => (Err(CallFailure::Unreachable), None),
            1 => (Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }), None),
            2..5 => (Ok(answer(&id, "active")), Some(Work::Active)),
            _ => (Ok(answer(&id, "completed")), Some(after)),
        };
        self.ledger.settle(&submission, &outcome, self.now).unwrap();
        self.log(&format!("submit {number} for {job:?}: {work:?}"));
        let is_unknown = matches!(outcome, Err(CallFailure::Unreachable));
        if is_unknown {
            self.unknown.insert(submission, job.clone());
        }
        if let Some(work) = work {
            let job: JobId = id.parse().unwrap();
            self.jobs.insert(job.clone(), KnownJob { work, touched: self.now });
            if new.idempotency_key.is_some() {
                self.keyed.push(Keyed { new, job });
            }
        } else if let Some(known) = job.as_ref().and_then(|job| self.jobs.get_mut(job)) {
            known.touched = self.now;
            if is_unknown && known.work == Work::Over {
                known.work = Work::Expected;
            }
        }
    }

    fn import_end(&mut self) {
        let Some(job) = self.any_job() else { return };
        let status = ["completed", "failed", "archived"][self.rng.random_range(0..3)];
        // A follow-up may still make a job active for half a minute.
        self.now = self.now.plus_ms(31_000);
        let by = CallerName("ada".to_owned());
        let seen = self.ledger.reads().job_revision(&job).unwrap();
        self.ledger.import(&answer(job.as_str(), status), seen, &by, self.now).unwrap();
        self.log(&format!("{job} is {status}"));
        let known = self.jobs.get_mut(&job).unwrap();
        if known.work == Work::Active {
            known.touched = self.now;
        }
        known.work = Work::Over;
    }

    fn patch(&mut self) {
        let Some(job) = self.any_job() else { return };
        let labels = Some(vec!["docs".to_owned().try_into().unwrap()]);
        let patch = JobPatch { labels, ..JobPatch::default() };
        let by = CallerName("ada".to_owned());
        self.ledger.patch(&job, &patch, &by, self.now).unwrap().unwrap();
    }

    fn discard(&mut self) {
        let Some((id, _)) = self.unknown.pop_first() else { return };
        self.log(&format!("discard {id}"));
        self.ledger.discard(&id, &CallerName("ada".to_owned()), self.now).unwrap().unwrap();
    }

    /// Sends a request again, which must not be carried out a second time while its job is stored.
    fn repeat(&mut self) {
        if self.keyed.is_empty() {
            return;
        }
        let which = self.rng.random_range(0..self.keyed.len());
        let Keyed { new, job } = &self.keyed[which];
        if self.jobs.contains_key(job) {
            let decision = self.ledger.submit(new, self.now).unwrap();
            assert!(matches!(decision, SubmitDecision::Replayed { .. }), "{decision:?}");
            let other = NewSubmission { prompt: "another".to_owned(), ..new.clone() };
            assert_eq!(self.ledger.submit(&other, self.now).unwrap(), SubmitDecision::KeyReused);
        }
    }

    fn reopen(&mut self) {
        self.ledger = Ledger::open(self.disk.clone(), SETTINGS, self.now).unwrap();
    }

    /// Deletes some portions, each of which may be interrupted.
    pub fn delete(&mut self, is_interrupted: bool) {
        for _ in 0..200 {
            if is_interrupted && self.rng.random_range(0..4) == 0 {
                self.disk.interrupt_after(Some(self.rng.random_range(0..25)));
            }
            let deleted = self.ledger.retention().delete_expired(self.now);
            self.disk.interrupt_after(None);
            self.log(&format!("delete: {deleted:?}"));
            match deleted {
                Ok(deleted) if deleted.is_any => self.forget_deleted(),
                Ok(_) => return,
                Err(_) => self.reopen(),
            }
            if is_interrupted && self.rng.random_range(0..6) == 0 {
                return;
            }
        }
        panic!("a deletion never ends");
    }
}
