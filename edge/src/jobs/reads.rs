//! Reads: programs get the service's response word for word, consoles get the ledger's entries.

use std::rc::Rc;
use std::time::Duration;

use docket_core::auth::caller::is_program;
use docket_core::http::target::{Target, query_value};
use docket_core::jobs::{JobRead, StoredJob, UNPOLLED_SPACING_MS};
use docket_wire::{
    CallerName, JobFilter, JobId, POLLING_HEADER, ProblemCode, ProjectId, STALE_HEADER, UnixMs, whole_number,
};
use futures_util::future::{Either, select};
use worker::{Delay, Request, Response};

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::http::headers::wants_current;
use crate::http::reply::Reply;
use crate::platform::clock;

/// The longest wait: proxies close a connection that is silent for about a minute.
const WAIT_S_MAX: i64 = 55;

impl OpenJobs {
    /// The service's get-job operation, from the ledger, with its age. A job that the ledger does not have is
    /// fetched once and added to the ledger. `no-cache` polls first, as does a read of a job that nothing else polls.
    pub(super) async fn get_job(
        self: Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        caller: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let until = wait_s(req)?.map(|wait_s| clock::now().plus_ms(wait_s * 1000));
        let read = JobRead {
            is_current: wants_current(req.headers())?,
            polls_unpolled: true,
            is_program: is_program(caller),
        };
        let is_current = if self.ledger.stored_job(job)?.is_some() {
            self.poll_for_read(job, read).await?
        } else {
            self.fetch_and_attach(project, job, caller).await?;
            true
        };
        let stored = self.stored_job(job)?;
        match until {
            Some(until) => {
                let later = self.wait_for_change(stored.clone(), job, read, until).await?;
                let is_current = is_current || !later.is_same(&stored);
                response_of(later, is_current)
            }
            None => response_of(stored, is_current),
        }
    }

    /// Waits until a program sees another response, at once if the job has ended. A job that nothing else polls is
    /// polled meanwhile.
    async fn wait_for_change(
        self: &Rc<Self>,
        seen: StoredJob,
        job: &JobId,
        read: JobRead,
        until: UnixMs,
    ) -> Result<StoredJob, Failure> {
        let mut stored = seen.clone();
        loop {
            let left_ms = until.since_ms(clock::now());
            if stored.has_ended || stored.missing.is_some() || !stored.is_same(&seen) || left_ms <= 0 {
                return Ok(stored);
            }
            let wait_ms = if stored.is_unpolled { left_ms.min(UNPOLLED_SPACING_MS) } else { left_ms };
            let delay = Delay::from(Duration::from_millis(wait_ms.unsigned_abs()));
            let changed = self.waiters.borrow_mut().for_change(job, seen.clone());
            if let Either::Left((_, delay)) = select(changed, delay).await {
                drop(delay);
            } else if stored.is_unpolled {
                self.poll_for_read(job, JobRead { is_current: false, ..read }).await?;
            }
            stored = self.stored_job(job)?;
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

    /// One job with its history, for a console. An ended job that was not polled for a while is polled soon.
    pub(super) async fn read_detail(
        self: Rc<Self>,
        job: &JobId,
        caller: &CallerName,
    ) -> Result<Response, Failure> {
        let read = JobRead { is_current: false, polls_unpolled: false, is_program: is_program(caller) };
        self.poll_for_read(job, read).await?;
        self.detail(job)
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

fn response_of(stored: StoredJob, is_current: bool) -> Result<Response, Failure> {
    // Without polls the stored status would stay active for ever, so a program that waits for the end would not stop.
    if let Some(reason) = stored.missing {
        return Err(Failure::new(reason.code, reason.error).header(POLLING_HEADER, stored.polling.name()));
    }
    let age_s = clock::now().since_ms(stored.checked_at).max(0) / 1000;
    let reply =
        Reply::json_text(200, stored.body).header("Age", age_s).header(POLLING_HEADER, stored.polling.name());
    let reply = if is_current { reply } else { reply.header(STALE_HEADER, "1") };
    Ok(reply.into_response()?)
}

fn wait_s(req: &Request) -> Result<Option<i64>, Failure> {
    let Some(text) = query_value(&req.inner().url(), "wait") else { return Ok(None) };
    match whole_number(&text).and_then(|number| i64::try_from(number).ok()) {
        Some(wait_s @ 1..=WAIT_S_MAX) => Ok(Some(wait_s)),
        _ => Err(Failure::invalid(
            "wait",
            format!("wait must be a whole number of seconds from 1 to {WAIT_S_MAX}."),
        )),
    }
}
