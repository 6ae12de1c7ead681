//! Reads: programs get the service's response word for word, consoles get the ledger's entries.

use std::rc::Rc;
use std::time::Duration;

use docket_core::http::target::{Target, query_value};
use docket_core::jobs::StoredJob;
use docket_wire::{CallerName, JobFilter, JobId, ProblemCode, ProjectId};
use futures_util::future::{Either, select};
use worker::{Delay, Request, Response};

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

/// The longest wait: proxies close a connection that is silent for about a minute.
const WAIT_S_MAX: u64 = 55;

impl OpenJobs {
    /// The service's get-job operation, from the ledger, with its age. A job that the ledger does not have is
    /// fetched once and added to the ledger.
    pub(super) async fn get_job(
        self: Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        caller: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let wait_s = wait_s(req)?;
        let stored = match self.ledger.stored_job(job)? {
            Some(stored) => stored,
            None => {
                self.fetch_and_attach(project, job, caller).await?;
                self.stored_job(job)?
            }
        };
        match wait_s {
            Some(wait_s) if !stored.has_ended => {
                let changed = self.waiters.borrow_mut().for_change(job, stored.revision);
                let waited = select(changed, Delay::from(Duration::from_secs(wait_s))).await;
                if let Either::Left((_, delay)) = waited {
                    drop(delay);
                }
                response_of(&self.stored_job(job)?)
            }
            _ => response_of(&stored),
        }
    }

    /// One page of the filtered list.
    pub(super) fn list(&self, req: &Request) -> Result<Response, Failure> {
        let url = req.inner().url();
        let pairs = Target::of(&url).pairs();
        let filter =
            JobFilter::from_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        if let Some(before) = &filter.before
            && !self.ledger.has_job(before)?
        {
            return Err(Failure::invalid("before", "before must be the id of a job of the ledger."));
        }
        Ok(Reply::json(200, &self.ledger.snapshot(&filter, clock::now())?).into_response()?)
    }

    /// One job with its history.
    pub(super) fn detail(&self, job: &JobId) -> Result<Response, Failure> {
        match self.ledger.detail(job)? {
            Some(detail) => Ok(Reply::json(200, &detail).into_response()?),
            None => Err(unknown_job()),
        }
    }

    fn stored_job(&self, job: &JobId) -> Result<StoredJob, Failure> {
        self.ledger.stored_job(job)?.ok_or_else(unknown_job)
    }
}

pub(super) fn unknown_job() -> Failure {
    Failure::new(ProblemCode::UnknownJob, "The ledger does not have this job.")
}

fn response_of(stored: &StoredJob) -> Result<Response, Failure> {
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
