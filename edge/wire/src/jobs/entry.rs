use serde::{Deserialize, Serialize};

use super::flat;
use crate::{CallerName, Fault, JobId, JobStatus, Label, UnixMs};

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
    pub author: Option<CallerName>,
    /// Source repository, as the service has it.
    pub repository: Option<String>,
    /// Branch, tag or commit.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Pull request.
    pub pr_link: Option<String>,
    /// When it was added to the ledger, which is not when the service created it.
    pub added_at: UnixMs,
    /// When the ledger saw it end; absent while it has not, and again after a follow-up woke it.
    pub ended_at: Option<UnixMs>,
    /// When the service was last asked and answered.
    pub checked_at: UnixMs,
    /// Whether and when the service is asked about it again.
    pub polling: Polling,
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

/// Whether and when the service is asked about a job again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state", try_from = "flat::Polling")]
pub enum Polling {
    /// It will be polled again.
    #[serde(rename_all = "camelCase")]
    Scheduled {
        /// When, at the earliest.
        next_at: UnixMs,
        /// Why the last poll failed, if it did. The job itself may be well.
        last_error: Option<Fault>,
    },
    /// It has ended: there is nothing more to ask until a follow-up.
    Ended,
    /// Somebody stopped polling.
    Stopped,
    /// Docket suspended polling: the service rejects the key, or no longer knows the job.
    #[serde(rename_all = "camelCase")]
    Suspended {
        /// Why.
        reason: Fault,
    },
}
