//! Reads: programs get the service's response verbatim, consoles get the ledger's entries.

use std::rc::Rc;

use docket_core::auth::caller::CallerKind;
use docket_core::http::etag;
use docket_core::http::target::QueryPairs;
use docket_core::jobs::{JobRead, SeenJob, StoredJob, UNPOLLED_SPACING_MS};
use docket_wire::{CallerName, HistoryQuery, JobFilter, JobId, POLLING_HEADER, ProjectId, UnixMs};
use worker::Request;

use super::polls::FoundJob;
use super::wait::{comes_within, wait_until};
use crate::http::failure::Failure;
use crate::http::headers::{client_has, wants_current};
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// The service's get-job operation, from the ledger, with its age. A job that the ledger does not have is
    /// imported. `no-cache` polls first, as does a read of a job that nothing else polls.
    pub(crate) async fn get_job(
        self: Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        caller: &CallerName,
        pairs: &QueryPairs,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let until = wait_until(pairs)?;
        let read = JobRead {
            is_current: wants_current(request.headers())?,
            polls_if_unpolled: true,
            caller: CallerKind::of(caller),
        };
        let found = match self.poll_for_read(job, read).await? {
            Some(found) => found,
            None => {
                self.fetch_and_import(project, job, caller, None).await?;
                FoundJob { stored: self.stored_job(job)?, is_current: true }
            }
        };
        // A client that names the tag of another response has missed a change: it gets that at once.
        let seen = found.stored.seen();
        let has_missed = client_has(request.headers(), &seen.tag)? == Some(false);
        match until.filter(|_| !has_missed) {
            Some(until) => {
                let stored = self.wait_for_change(found.stored, &seen, job, read, caller, until).await?;
                let now_seen = stored.seen();
                let is_current = found.is_current || now_seen != seen;
                response_of(FoundJob { stored, is_current }, now_seen.tag, request)
            }
            None => response_of(found, seen.tag, request),
        }
    }

    /// Waits until a program sees another response, at once if the job has ended. A job that nothing else polls is
    /// polled meanwhile.
    async fn wait_for_change(
        self: &Rc<Self>,
        mut stored: StoredJob,
        seen: &SeenJob,
        job: &JobId,
        read: JobRead,
        caller: &CallerName,
        until: UnixMs,
    ) -> Result<StoredJob, Failure> {
        let mut waiting = None;
        loop {
            let left_ms = until.since_ms(clock::now());
            if stored.has_ended || stored.missing.is_some() || stored.seen() != *seen || left_ms <= 0 {
                return Ok(stored);
            }
            if waiting.is_none() {
                waiting = Some(self.begin_wait(caller, until)?);
            }
            let is_unpolled = stored.is_unpolled;
            // A thousand requests can wait, and a response may be large.
            drop(stored);
            let wait_ms = if is_unpolled { left_ms.min(UNPOLLED_SPACING_MS) } else { left_ms };
            let changed = self.waiters.borrow_mut().for_change(job, seen.clone());
            if !comes_within(changed, wait_ms).await && is_unpolled {
                self.poll_for_read(job, JobRead { is_current: false, ..read }).await?;
            }
            stored = self.stored_job(job)?;
        }
    }

    /// One page of the filtered list.
    pub(crate) fn list(&self, pairs: &QueryPairs, request: &Request) -> Result<Reply, Failure> {
        let filter = JobFilter::from_pairs(pairs)?;
        if let Some(before) = &filter.before
            && !self.ledger.reads().has_job(before)?
        {
            return Err(Failure::invalid("before", "before must be the id of a job in the ledger."));
        }
        let tag = etag::of_revision(self.ledger.revision()?);
        if client_has(request.headers(), &tag)? == Some(true) {
            return Ok(Reply::not_modified(tag));
        }
        let snapshot = self.ledger.reads().snapshot(&filter, clock::now())?;
        Ok(Reply::json(200, &snapshot).header("ETag", tag))
    }

    /// One job with a page of its history, for a console. An ended job that was not polled for a while is polled soon,
    /// unless the page is an earlier one: its reader has the newest, or acts on the job without opening it.
    pub(crate) async fn read_detail(
        self: Rc<Self>,
        job: &JobId,
        caller: &CallerName,
        pairs: &QueryPairs,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let query = HistoryQuery::from_pairs(pairs)?;
        if query.before.is_none() {
            let read =
                JobRead { is_current: false, polls_if_unpolled: false, caller: CallerKind::of(caller) };
            self.poll_for_read(job, read).await?;
        }
        let tag =
            self.ledger.reads().job_revision(job)?.map(etag::of_revision).ok_or_else(Failure::unknown_job)?;
        if client_has(request.headers(), &tag)? == Some(true) {
            return Ok(Reply::not_modified(tag));
        }
        Ok(self.detail(job, &query)?.header("ETag", tag))
    }

    /// One job with a page of its history.
    pub(crate) fn detail(&self, job: &JobId, query: &HistoryQuery) -> Result<Reply, Failure> {
        match self.ledger.reads().detail(job, query)? {
            Some(detail) => Ok(Reply::json(200, &detail)),
            None => Err(Failure::unknown_job()),
        }
    }

    fn stored_job(&self, job: &JobId) -> Result<StoredJob, Failure> {
        self.ledger.reads().stored_job(job)?.ok_or_else(Failure::unknown_job)
    }
}

/// The reply with a stored response. `tag` is the one that [`StoredJob::seen`] found: it hashes the whole body.
fn response_of(
    FoundJob { stored, is_current }: FoundJob,
    tag: String,
    request: &Request,
) -> Result<Reply, Failure> {
    // Without polls the stored status would stay active forever, so a program that waits for the end would not stop.
    if let Some(reason) = stored.missing {
        return Err(Failure::new(reason.code, reason.error).header(POLLING_HEADER, stored.polling.as_str()));
    }
    let now = clock::now();
    let is_stale = !is_current || stored.should_be_newer(now);
    let checked_at = stored.checked_at;
    let reply = match client_has(request.headers(), &tag)? {
        Some(true) => Reply::not_modified(tag),
        Some(false) | None => Reply::json_text(200, stored.body).header("ETag", tag),
    };
    Ok(reply.header(POLLING_HEADER, stored.polling.as_str()).aged(checked_at, is_stale))
}
