//! The ledger as people and programs see it.

mod flat;

use serde::{Deserialize, Serialize};

use crate::{JobId, JobStatus, Label, OperatorName, ProblemCode, SubmissionId, UnixMs};

/// One job in the ledger: a row of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobEntry {
    /// The service's identifier.
    pub id: JobId,
    /// Status when the service was last asked.
    pub status: JobStatus,
    /// Start of the first prompt, at most 200 characters of its first lines; absent for a job made elsewhere.
    pub title: Option<String>,
    /// Who sent the first prompt.
    pub author: Option<OperatorName>,
    /// Source repository, as the service has it.
    pub repository: Option<String>,
    /// Branch, tag or commit.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Pull request.
    pub pr_link: Option<String>,
    /// When the ledger took it up.
    pub created_at: UnixMs,
    /// When the ledger saw it end; absent while it has not, and again after a follow-up woke it.
    pub ended_at: Option<UnixMs>,
    /// When the service was last asked and answered.
    pub checked_at: UnixMs,
    /// What Docket does to follow it.
    pub watch: Watch,
    /// Follow-ups sent, the first prompt not counted.
    pub follow_ups: u32,
    /// Whether it has been active far longer than this project's jobs take. It may well end yet.
    pub stale: bool,
    /// Put there by people, in alphabetical order.
    pub labels: Vec<Label>,
    /// Whether it is left out of the list unless it is asked for.
    pub hidden: bool,
    /// The ledger's revision when this row last changed.
    pub revision: u64,
}

/// What Docket does to follow a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state", try_from = "flat::Watch")]
pub enum Watch {
    /// It will be asked for again.
    #[serde(rename_all = "camelCase")]
    Polling {
        /// When, at the earliest.
        next_at: UnixMs,
        /// What went wrong at the last try, if it did. The job itself may be well.
        trouble: Option<Fault>,
    },
    /// It has ended: nothing more to ask, until a follow-up.
    Ended,
    /// Somebody said to stop asking.
    Unwatched,
    /// Docket stopped asking, and says why: the key is refused, or the service no longer knows the job.
    #[serde(rename_all = "camelCase")]
    Stopped {
        /// Why.
        reason: Fault,
    },
}

/// A failure that is kept: a word and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// For programs.
    pub code: ProblemCode,
    /// For people.
    pub error: String,
}

/// A prompt sent in, to start a job or to follow one up. It is written down before the service is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// Docket's identifier.
    pub id: SubmissionId,
    /// Whether it starts a job or follows one up.
    pub kind: SubmissionKind,
    /// The job it made or belongs to; absent until the service named one.
    pub job: Option<JobId>,
    /// The whole prompt.
    pub prompt: String,
    /// Who sent it in.
    pub author: OperatorName,
    /// When it was written down.
    pub submitted_at: UnixMs,
    /// What became of it.
    pub state: SubmissionState,
    /// The ledger's revision when this row last changed.
    pub revision: u64,
}

/// What a submission is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionKind {
    /// Starts a job.
    Create,
    /// Follows a job up.
    FollowUp,
}

/// What became of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state", try_from = "flat::SubmissionState")]
pub enum SubmissionState {
    /// A follow-up that waits until the job rests and those before it are through.
    Queued,
    /// The service is being called.
    Sending,
    /// The service took it.
    Accepted,
    /// The service, or Docket on its behalf, refused it. It was not carried out.
    Refused {
        /// Why.
        reason: Fault,
    },
    /// The service may have acted on it: no answer came, or none that could be read.
    Unknown {
        /// What happened instead of an answer.
        reason: Fault,
    },
    /// Somebody took it back before it was sent, or wants nothing more of it.
    Discarded,
}

/// Something that happened, in the order of its revision. Revisions have no gaps within a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Position in the project's history, from 1.
    pub revision: u64,
    /// When the ledger wrote it.
    pub at: UnixMs,
    /// The job concerned, if it has a name yet.
    pub job: Option<JobId>,
    /// The submission concerned.
    pub submission: Option<SubmissionId>,
    /// Who caused it; absent where the service or the poller did.
    pub by: Option<OperatorName>,
    /// What happened.
    pub what: EventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", try_from = "flat::EventKind")]
pub enum EventKind {
    /// A prompt was written down; the call to the service follows.
    Submitted,
    /// The service took the prompt.
    Accepted,
    /// The prompt was refused.
    Refused {
        /// Why.
        reason: Fault,
    },
    /// Nobody knows whether the service acted on the prompt.
    OutcomeUnknown {
        /// What happened instead of an answer.
        reason: Fault,
    },
    /// A job made elsewhere entered the ledger.
    Attached {
        /// Its status then.
        status: JobStatus,
    },
    /// The status changed.
    StatusChanged {
        /// Before.
        from: JobStatus,
        /// After.
        to: JobStatus,
    },
    /// The pull request appeared or changed.
    PullRequest {
        /// Its URL, as the service gave it.
        url: String,
    },
    /// Docket stopped asking.
    WatchStopped {
        /// Why.
        reason: Fault,
    },
    /// Docket asks again.
    WatchResumed,
    /// Somebody said to stop asking.
    Unwatched,
    /// The job is active far longer than this project's jobs take.
    WentStale,
    /// A follow-up waits for its turn.
    Queued,
    /// A waiting follow-up was written anew.
    Edited,
    /// Somebody had a submission sent once more.
    SentAgain,
    /// Somebody named the job that a submission of unknown outcome had made.
    Resolved,
    /// Somebody took a submission back, or wants nothing more of it.
    Discarded,
    /// The labels were changed to these.
    Labelled {
        /// In alphabetical order.
        labels: Vec<Label>,
    },
    /// Left out of the list from now on.
    Hidden,
    /// Back in the list.
    Shown,
}

/// The newest jobs of a project, and everything a console needs to begin with.
/// Also the answer of the jobs list, page by page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The ledger's revision that this shows.
    pub revision: u64,
    /// Newest first.
    pub jobs: Vec<JobEntry>,
    /// Creates that have no job: under way, refused or of unknown outcome, newest first. On the first page of the
    /// whole list only.
    pub submissions: Vec<Submission>,
    /// Whether there are older jobs.
    pub has_more: bool,
}

/// One job with its whole history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDetail {
    /// The ledger's revision that this shows.
    pub revision: u64,
    /// Its row.
    pub job: JobEntry,
    /// Its prompts, oldest first.
    pub submissions: Vec<Submission>,
    /// Its events, oldest first.
    pub events: Vec<Event>,
}

/// Body of `POST /api/projects/{project}/jobs` and of a submission's `attach`: a job that the service has already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attach {
    /// The service's identifier.
    pub job: JobId,
}

/// Body of `PATCH /api/projects/{project}/jobs/{id}`: what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobPatch {
    /// Whether to ask the service about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<bool>,
    /// Whether to leave it out of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// All its labels; at most [`JobPatch::LABELS_MAX`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<Label>>,
}

impl JobPatch {
    /// Labels of one job, at most.
    pub const LABELS_MAX: usize = 20;
}
