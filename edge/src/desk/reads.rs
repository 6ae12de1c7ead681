//! What the desk shows: to programs the service's own words, to consoles the ledger's.

use std::time::Duration;

use docket_core::ledger::{Cursor, StoredJob};
use docket_core::target::query_value;
use docket_wire::{JobId, OperatorName, ProblemCode, ProjectId, UnixMs};
use futures_util::future::{Either, select};
use worker::{Delay, Request, Response};

use super::Open;
use super::consoles::SNAPSHOT_JOBS;
use crate::clock;
use crate::failure::Failure;
use crate::reply::Reply;
use crate::upstream::Service;

/// Jobs on one page, at most.
const PAGE_MAX: u32 = 200;
/// Longest wait, in seconds: below what proxies in between allow a silent connection.
const WAIT_S_MAX: u64 = 55;

impl Open {
    /// The get-job operation: from the ledger, with its age. A job that the ledger does not have is asked for once,
    /// and from then on is in the ledger.
    pub(super) async fn job_for_programs(
        &self,
        project: &ProjectId,
        job: &JobId,
        caller: &OperatorName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let wait_s = wait_s(req)?;
        let stored = match self.ledger.stored(job)? {
            Some(stored) => stored,
            None => {
                let told = Service::for_project(&self.env, project)?.get_job(project, job).await?;
                self.ledger.attach(&told, caller, clock::now())?;
                self.publish().await;
                self.stored(&told.job.id)?
            }
        };
        match wait_s {
            Some(wait_s) if !stored.ended => {
                let changed = self.waiters.borrow_mut().for_change(job, stored.revision);
                let waited = select(changed, Delay::from(Duration::from_secs(wait_s))).await;
                if let Either::Left((_, delay)) = waited {
                    drop(delay);
                }
                as_told(&self.stored(job)?)
            }
            _ => as_told(&stored),
        }
    }

    /// One page of the list.
    pub(super) fn jobs(&self, req: &Request) -> Result<Response, Failure> {
        let url = req.inner().url();
        let limit = match query_value(&url, "limit") {
            None => SNAPSHOT_JOBS,
            Some(text) => {
                text.parse().ok().filter(|limit| (1..=PAGE_MAX).contains(limit)).ok_or_else(|| {
                    Failure::invalid("limit", format!("limit must be a whole number from 1 to {PAGE_MAX}."))
                })?
            }
        };
        let before = query_value(&url, "before").map(|text| cursor(&text)).transpose()?;
        Ok(Reply::json(200, &self.ledger.snapshot(before.as_ref(), limit, clock::now())?).into_response()?)
    }

    /// One job with its history.
    pub(super) fn detail(&self, job: &JobId) -> Result<Response, Failure> {
        match self.ledger.detail(job)? {
            Some(detail) => Ok(Reply::json(200, &detail).into_response()?),
            None => Err(unknown_job()),
        }
    }

    fn stored(&self, job: &JobId) -> Result<StoredJob, Failure> {
        self.ledger.stored(job)?.ok_or_else(unknown_job)
    }
}

fn unknown_job() -> Failure {
    Failure::new(ProblemCode::UnknownJob, "The ledger does not have this job.")
}

fn as_told(stored: &StoredJob) -> Result<Response, Failure> {
    let age_s = clock::now().since_ms(stored.checked_at).max(0) / 1000;
    Ok(Reply::json_text(200, stored.body.clone()).header("Age", age_s).into_response()?)
}

fn wait_s(req: &Request) -> Result<Option<u64>, Failure> {
    let Some(text) = query_value(&req.inner().url(), "wait") else { return Ok(None) };
    match text.parse() {
        Ok(wait_s @ 1..=WAIT_S_MAX) => Ok(Some(wait_s)),
        _ => Err(Failure::invalid(
            "wait",
            format!("wait must be a whole number of seconds from 1 to {WAIT_S_MAX}."),
        )),
    }
}

/// `<createdAt>_<id>` of the last job seen.
fn cursor(text: &str) -> Result<Cursor, Failure> {
    let read = || {
        let (created_at, id) = text.split_once('_')?;
        Some(Cursor { created_at: UnixMs(created_at.parse().ok()?), id: id.parse().ok()? })
    };
    read().ok_or_else(|| {
        Failure::invalid("before", "before must be the createdAt and the id of a job, joined by _.")
    })
}
