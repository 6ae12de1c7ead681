//! What people do with submissions: edit, cancel, discard, resend and match them.

use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_core::http::target::QueryPairs;
use docket_core::jobs::StateConflict;
use docket_wire::{JobRef, ProjectId, Prompt, Submission, SubmissionId, SubmissionsQuery};
use worker::Request;

use super::responses::AnswerTexts;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::upstream::Service;

impl OpenJobs {
    /// A page of the submissions that are queued, being sent, rejected or of unknown outcome.
    pub(crate) fn open_submissions(&self, pairs: &QueryPairs) -> Result<Reply, Failure> {
        let query = SubmissionsQuery::from_pairs(pairs)?;
        if let Some(before) = &query.before
            && !self.ledger.reads().has_submission(before)?
        {
            return Err(Failure::invalid("before", "before must be the id of a submission in the ledger."));
        }
        Ok(Reply::json(200, &self.ledger.reads().open_submissions(&query)?))
    }

    /// One submission with its whole prompt.
    pub(crate) fn submission(&self, id: &SubmissionId) -> Result<Reply, Failure> {
        Ok(Reply::json(200, &self.load_submission(id)?))
    }

    /// Replaces the prompt of a queued follow-up.
    pub(crate) async fn edit(
        self: Rc<Self>,
        id: &SubmissionId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let prompt: Prompt = body::json(request).await?;
        let edited = self.change(change, |by, now| self.ledger.edit(id, &prompt, by, now))?;
        self.publish_submission(edited).await
    }

    /// Cancels or discards a submission.
    pub(crate) async fn discard(
        self: Rc<Self>,
        id: &SubmissionId,
        change: AuditedChange,
    ) -> Result<Reply, Failure> {
        let discarded = self.change(change, |by, now| self.ledger.discard(id, by, now))?;
        self.publish_submission(discarded).await
    }

    /// Resends a submission, and answers as for a new one.
    pub(crate) async fn resend(
        self: Rc<Self>,
        id: &SubmissionId,
        change: AuditedChange,
    ) -> Result<Reply, Failure> {
        match self.change(change, |by, now| self.ledger.resend(id, by, now))? {
            // Who resends a prompt may read it.
            Ok(decision) => self.carry_out(decision, AnswerTexts::All).await,
            Err(conflict) => Err(conflict.into()),
        }
    }

    /// Matches a submission of unknown outcome to a job that the service knows.
    pub(crate) async fn match_submission(
        self: Rc<Self>,
        project: &ProjectId,
        id: &SubmissionId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let JobRef { job } = body::json(request).await?;
        self.ledger.check_match(id, &job)??;
        self.acquire_poll(change.author())?;
        let seen = self.ledger.reads().job_revision(&job)?;
        let response = match Service::for_project(&self.env, project)?.get_job(project, &job).await {
            Ok(response) => response,
            Err(failure) => {
                self.record_failed_call(&failure)?;
                return Err(failure.into());
            }
        };
        let matched =
            self.change(change, |by, now| self.ledger.match_submission(id, &response, seen, by, now))?;
        self.publish_submission(matched).await
    }

    pub(super) fn load_submission(&self, id: &SubmissionId) -> Result<Submission, Failure> {
        Ok(self.ledger.reads().submission(id)?.ok_or(StateConflict::UnknownSubmission)?)
    }

    async fn publish_submission(
        self: &Rc<Self>,
        outcome: Result<Submission, StateConflict>,
    ) -> Result<Reply, Failure> {
        let submission = outcome?;
        self.publish().await;
        Ok(Reply::json(200, &submission))
    }
}
