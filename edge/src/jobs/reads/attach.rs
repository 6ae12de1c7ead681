//! Jobs that a read or an import adds to the ledger, requested from the service. Equal requests are made once.

use std::rc::Rc;

use docket_core::audit::AuditRecord;
use docket_wire::{CallerName, JobId, ProjectId};

use crate::http::failure::Failure;
use crate::jobs::live::LookupOutcome;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};
use crate::upstream::Service;

impl OpenJobs {
    /// Requests a job from the service and adds it to the ledger, within the budget of polls. An import has a record.
    pub(in crate::jobs) async fn fetch_and_attach(
        self: &Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
        record: Option<AuditRecord>,
    ) -> Result<(), Failure> {
        let is_in_flight = self.waiters.borrow().has_lookup(job);
        if !is_in_flight {
            self.acquire_poll(by)?;
        }
        let waiter = self.waiters.borrow_mut().for_lookup(job, record);
        if !is_in_flight {
            let lookup = Rc::clone(self).look_up(project.clone(), job.clone(), by.clone());
            wasm_bindgen_futures::spawn_local(lookup);
        }
        match waiter.await {
            Ok(outcome) => Ok(outcome?),
            Err(_) => Err(Failure::internal("a job was not added to the ledger")),
        }
    }

    async fn look_up(self: Rc<Self>, project: ProjectId, job: JobId, by: CallerName) {
        match self.look_up_once(&project, &job, &by).await {
            Ok(outcome) => self.waiters.borrow_mut().notify_lookup(&job, &outcome),
            Err(failure) => {
                log::error(&format!("a job was not added to the ledger: {failure}"));
                self.waiters.borrow_mut().cancel_lookup(&job);
            }
        }
        self.publish().await;
    }

    async fn look_up_once(
        &self,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
    ) -> Result<LookupOutcome, Failure> {
        let service = Service::for_project(&self.env, project)?;
        let seen = self.ledger.reads().job_revision(job)?;
        match service.get_job(project, job).await {
            Ok(response) => {
                let now = clock::now();
                let mut records = self.waiters.borrow_mut().take_records(job);
                self.ledger.with_audit_of_all(now, &mut || {
                    self.ledger.attach(&response, seen, by, now)?;
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
