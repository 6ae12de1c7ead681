//! The ledger of one project: its jobs, prompts and events, and what to do about them next.
//!
//! The service keeps no list of jobs and no prompts; this is the only memory there is. The ledger decides, and
//! whoever holds it carries out: it never calls the service itself, but says whom to call ([`Ledger::submit`],
//! [`Ledger::due`]), is told what came of it ([`Ledger::settle`], [`Ledger::looked`]), and says when to wake it
//! again ([`Ledger::next_wake`]).
//!
//! Invariants:
//! - A prompt is written down before the service is called with it.
//! - A submission goes out once. Whether one without an answer goes out again is for a person to say.
//! - Every change that is shown has an event, and events have revisions without gaps.
//! - Each method writes all or nothing.

mod apply;
mod budgets;
mod earlier;
mod history;
mod job_row;
mod listing;
mod patching;
mod polling;
mod queue;
mod reading;
mod resolve;
mod rows;
pub mod schedule;
mod scheduling;
mod schema;
mod search;
mod submissions;

use std::cell::{OnceCell, RefCell};

use docket_wire::{CallerName, Fault, JobId, ProjectId, SubmissionId, SubmissionState, UnixMs};

use crate::jobs::schedule::Durations;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::CallFailure;

/// How much may be asked of the service, a project and hour, and what is expected of it.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Creates and follow-ups together.
    pub agent_per_hour: u32,
    /// Looks at jobs.
    pub polls_per_hour: u32,
    /// What half of all jobs take less than, in milliseconds: believed until the project's own jobs say better.
    pub typical_job_ms: u32,
}

/// The ledger of one project, over its database.
#[derive(Debug)]
pub struct Ledger<D> {
    db: D,
    limits: Limits,
    /// The durations that were learned from last, and what they taught: a fit costs more than a look.
    learned: RefCell<(Vec<i64>, Durations)>,
    /// Whose it is, once that has been read or written.
    owner: OnceCell<ProjectId>,
}

/// A prompt that wants to go to the service.
#[derive(Debug, Clone)]
pub struct NewSubmission {
    /// The name it gets, if it is a new one.
    pub id: SubmissionId,
    /// The job it follows up; `None` starts one.
    pub job: Option<JobId>,
    /// The prompt, checked.
    pub prompt: String,
    /// Who sends it. Keys are theirs: two people may use the same one.
    pub author: CallerName,
    /// The same key again gets the same outcome.
    pub idempotency_key: Option<String>,
    /// Whether it goes out even if it looks like a double of another: programs mean what they send, people say so.
    pub is_confirmed: bool,
}

/// What is to be done with a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmitDecision {
    /// It is written down: call the service, then settle.
    Call {
        /// Under this name.
        submission: SubmissionId,
    },
    /// The same was sent in before and is on its way: wait for it to be settled.
    UnderWay {
        /// Under this name.
        submission: SubmissionId,
    },
    /// The same was sent in before and taken.
    Replayed {
        /// Under this name.
        submission: SubmissionId,
        /// The answer was this.
        answer: StoredAnswer,
    },
    /// The same was sent in before, and nobody knows what came of it.
    Unknown {
        /// Under this name.
        submission: SubmissionId,
        /// What happened instead of an answer.
        reason: Fault,
    },
    /// It is kept, but not sent.
    Rejected {
        /// Under this name.
        submission: SubmissionId,
        /// Why.
        reason: Fault,
        /// When it may be tried again.
        retry_at: Option<UnixMs>,
    },
    /// It waits for its turn.
    Queued {
        /// Under this name.
        submission: SubmissionId,
    },
    /// The same was sent in before, and somebody took it back.
    Discarded {
        /// Under this name.
        submission: SubmissionId,
    },
    /// The same person sent the same prompt in a moment ago.
    PossibleDuplicate {
        /// Under this name.
        submission: SubmissionId,
        /// For this job, if it has one yet.
        job: Option<JobId>,
    },
    /// The ledger does not have the job that is to be followed up.
    UnknownJob,
    /// As many follow-ups wait as may.
    QueueFull,
    /// The key came before, with another request.
    KeyReused,
    /// Another follow-up of this job is on its way.
    FollowUpInFlight,
}

/// Why something can't be done with a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateConflict {
    /// The ledger does not have it.
    UnknownSubmission,
    /// It is in this state.
    State(SubmissionState),
    /// It is a follow-up of another job.
    OtherJob,
}

/// What came of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The service took it, and answered this.
    Accepted(StoredAnswer),
    /// It was not carried out, for this reason.
    Rejected(CallFailure),
    /// Nobody knows: this came instead of an answer.
    Unknown(CallFailure),
}

/// The service's answer to a prompt, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// HTTP status, 200 to 299.
    pub status: u16,
    /// A job in JSON.
    pub body: String,
}

/// The service's last word on a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJob {
    /// A job in JSON.
    pub body: String,
    /// When the service said so.
    pub checked_at: UnixMs,
    /// When it last changed.
    pub revision: u64,
    /// Whether nothing more is expected of it.
    pub ended: bool,
}

/// A look at a job that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PollTask {
    /// At which.
    pub job: JobId,
    /// The job's revision before. If it is another afterwards, the answer may be out of date.
    pub revision: u64,
}

/// Circumstances of a look.
#[derive(Debug, Clone, Copy)]
pub struct PollContext {
    /// Whether somebody has a console open.
    pub watched: bool,
    /// Uniform in 0 to 1.
    pub random: f64,
}

impl<D: Database> Ledger<D> {
    /// Opens the ledger over its database, brings that up to date, and takes note of what was under way when it
    /// was last closed: whoever opens it is the only one to hold it, so nobody will answer for that any more.
    ///
    /// # Errors
    /// If storage fails, or was written by a later Docket.
    pub fn open(db: D, limits: Limits, now: UnixMs) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let ledger = Self {
            db,
            limits,
            learned: RefCell::new((Vec::new(), Durations::typical(limits.typical_job_ms))),
            owner: OnceCell::new(),
        };
        ledger.db.atomically(|| {
            ledger.abandon_sending(now)?;
            ledger
                .db
                .run("UPDATE jobs SET polling_since = NULL WHERE polling_since IS NOT NULL", &[])
                .map(|_| ())
        })?;
        Ok(ledger)
    }

    /// The project whose ledger this is, once it has been told. An alarm carries no name.
    ///
    /// # Errors
    /// If storage fails.
    pub fn owner(&self) -> Result<Option<ProjectId>, DatabaseError> {
        if let Some(owner) = self.owner.get() {
            return Ok(Some(owner.clone()));
        }
        let found = self.db.run("SELECT project FROM owner", &[])?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let owner: ProjectId = row.parsed()?;
        Ok(Some(self.owner.get_or_init(|| owner).clone()))
    }

    /// Tells the ledger whose it is.
    ///
    /// # Errors
    /// If storage fails, or it is another project's.
    pub fn belong_to(&self, project: &ProjectId) -> Result<(), DatabaseError> {
        match self.owner()? {
            None => {
                self.db.run("INSERT INTO owner (project) VALUES (?)", &[project.as_str().into()]).map(|_| ())
            }
            Some(owner) if owner == *project => Ok(()),
            Some(owner) => Err(DatabaseError(format!("the ledger is that of {owner}"))),
        }
    }
}
