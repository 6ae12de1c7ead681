//! Imports of jobs that were created outside Docket: a caller asks for one, or reads a job that the ledger does not have. Several
//! imports of a job at the same time make one request to the service.

use std::rc::Rc;

use docket_core::audit::{AuditRecord, AuditedChange};
use docket_wire::{AuditTarget, AuditTargetKind, CallerName, HistoryQuery, JobId, JobRef, ProjectId};
use worker::Request;

use super::live::ImportOutcome;
use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::{clock, log};
use crate::upstream::Service;

impl OpenJobs {
    /// Answers a request to import a job.
    pub(super) async fn import(
        self: Rc<Self>,
        project: &ProjectId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let JobRef { job } = body::json(request).await?;
        let author = change.author().clone();
        let record = change.into_record().about(AuditTarget::new(AuditTargetKind::Job, &job));
        self.fetch_and_import(project, &job, &author, Some(record)).await?;
        self.detail(&job, &HistoryQuery::default())
    }

    /// Requests a job from the service and imports it, within the budget of polls. A read has no record.
    pub(super) async fn fetch_and_import(
        self: &Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
        record: Option<AuditRecord>,
    ) -> Result<(), Failure> {
        let is_in_flight = self.waiters.borrow().has_import(job);
        if !is_in_flight {
            self.acquire_poll(by)?;
        }
        let waiter = self.waiters.borrow_mut().for_import(job, record);
        if !is_in_flight {
            let import = Rc::clone(self).run_import(project.clone(), job.clone(), by.clone());
            wasm_bindgen_futures::spawn_local(import);
        }
        match waiter.await {
            Ok(outcome) => Ok(outcome?),
            Err(_) => Err(Failure::internal("a job was not imported")),
        }
    }

    /// Imports a job for all callers that wait for it.
    async fn run_import(self: Rc<Self>, project: ProjectId, job: JobId, by: CallerName) {
        match self.import_once(&project, &job, &by).await {
            Ok(outcome) => self.waiters.borrow_mut().notify_imported(&job, &outcome),
            Err(failure) => {
                log::error(&format!("a job was not imported: {failure}"));
                self.waiters.borrow_mut().cancel_import(&job);
            }
        }
        self.publish().await;
    }

    async fn import_once(
        &self,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
    ) -> Result<ImportOutcome, Failure> {
        let service = Service::for_project(&self.env, project)?;
        let seen = self.ledger.reads().job_revision(job)?;
        match service.get_job(project, job).await {
            Ok(response) => {
                let now = clock::now();
                let mut records = self.waiters.borrow_mut().take_records(job);
                self.ledger.with_audit_of_all(now, &mut || {
                    self.ledger.import(&response, seen, by, now)?;
                    Ok(std::mem::take(&mut records))
                })?;
                Ok(Ok(()))
            }
            Err(failure) => {
                self.record_failed_call(&failure)?;
                Ok(Err(failure))
            }
        }
    }
}
