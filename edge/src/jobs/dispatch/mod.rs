//! From a request to the method of [`OpenJobs`] that answers its route.

mod budget_headers;

use std::rc::Rc;

use docket_core::audit::NamedAction;
use docket_core::auth::caller::from_header;
use docket_core::http::route::{FoundRoute, JobsRoute, ResponseBudget, Route, WorkerRoute};
use docket_core::http::target::QueryPairs;
use docket_wire::{CallerName, ProblemCode, ProjectId};
use worker::{Request, Response};

use super::open_jobs::OpenJobs;
use crate::audit::{change_of, messages};
use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, can_read_jobs};
use crate::http::objects;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// Answers a request that the Worker sent or forwarded.
    pub(super) async fn answer(
        self: Rc<Self>,
        request: Request,
        url: &str,
        request_id: &str,
    ) -> Result<Response, Failure> {
        if messages::is_message(url) {
            return Ok(messages::answer(self.ledger.audit(), &self.refusals, &request, url)
                .await?
                .into_response()?);
        }
        let FoundRoute { row, route } = objects::forwarded_route(&request, url)?;
        let (project, route) = match route {
            Route::Jobs(project, route) => (project, route),
            Route::Worker(WorkerRoute::ProjectStatus { .. }) => return Ok(self.status()?.into_response()?),
            Route::Worker(WorkerRoute::Metrics) => return Ok(self.sample()?.into_response()?),
            Route::Worker(WorkerRoute::Retention { .. }) => {
                return Ok(self.retention(&QueryPairs::of(url))?.into_response()?);
            }
            Route::Public(_) | Route::Worker(_) | Route::Analytics(..) => {
                return Err(Failure::internal("not a route of the jobs object"));
            }
        };
        let caller = from_header(&request.headers().get(CALLER_HEADER)?.unwrap_or_default());
        self.ledger.bind_project(&project)?;
        let pairs = QueryPairs::of(url);
        if route == JobsRoute::Live {
            return self.connect(&caller, &pairs, &request).await;
        }
        let author = caller.clone();
        let is_withheld = row.needs_read_for_response() && !can_read_jobs(request.headers())?;
        let answered = async {
            if row.budget == Some(ResponseBudget::Changes) {
                self.ledger.changes_of(&caller).acquire(clock::now())??;
            }
            Rc::clone(&self).answer_route(&project, route, caller, &pairs, request).await
        }
        .await;
        let answered = if is_withheld { withhold(answered) } else { answered };
        let answered = match row.budget {
            Some(budget) => self.with_budget(budget, &author, answered),
            None => answered,
        };
        Ok(answered?.complete(request_id)?)
    }

    async fn answer_route(
        self: Rc<Self>,
        project: &ProjectId,
        route: JobsRoute,
        caller: CallerName,
        pairs: &QueryPairs,
        request: Request,
    ) -> Result<Reply, Failure> {
        // Most requests only read.
        let action = NamedAction::from(route.audit_action());
        let change = || change_of(&request, &caller, action);
        match route {
            JobsRoute::CreateJob => self.submit(None, change()?, request).await,
            JobsRoute::SendMessage { job } => self.submit(Some(job), change()?, request).await,
            JobsRoute::GetJob { job } => self.get_job(project, &job, &caller, pairs, &request).await,
            JobsRoute::Jobs => self.list(pairs, &request),
            JobsRoute::JobDetail { job } => self.read_detail(&job, &caller, pairs, &request).await,
            JobsRoute::ImportJob => self.import(project, change()?, &request).await,
            JobsRoute::PatchJob { job } => self.patch(&job, change()?, &request).await,
            JobsRoute::Inbox => self.inbox(&caller, pairs),
            JobsRoute::MarkInbox => self.mark_inbox(&caller, &request).await,
            JobsRoute::QueueFollowUp { job } => self.queue(job, change()?, &request).await,
            JobsRoute::Submissions => self.open_submissions(pairs),
            JobsRoute::Submission { submission } => self.submission(&submission),
            JobsRoute::EditSubmission { submission } => self.edit(&submission, change()?, &request).await,
            JobsRoute::DiscardSubmission { submission } => self.discard(&submission, change()?).await,
            JobsRoute::ResendSubmission { submission } => self.resend(&submission, change()?).await,
            JobsRoute::MatchSubmission { submission } => {
                self.match_submission(project, &submission, change()?, &request).await
            }
            JobsRoute::Templates => self.templates(),
            JobsRoute::CreateTemplate => self.create_template(change()?, &request).await,
            JobsRoute::Template { template } => self.template(&template, pairs),
            JobsRoute::TemplateVersions { template } => self.template_versions(&template),
            JobsRoute::EditTemplate { template } => self.edit_template(&template, change()?, &request).await,
            JobsRoute::DeleteTemplate { template } => self.delete_template(&template, change()?, pairs),
            JobsRoute::DayMarks => self.day_marks(pairs),
            JobsRoute::PutNote { day } => self.put_note(day, change()?, &request).await,
            JobsRoute::DeleteNote { day } => self.delete_note(day, change()?, pairs),
            JobsRoute::Changes => self.changes(&caller, pairs).await,
            JobsRoute::Live => Err(Failure::internal("a WebSocket has no reply")),
            JobsRoute::ResumeJobs => self.end_pauses(change()?).await,
        }
    }
}

/// Removes what others wrote from the response to a change, for a caller who may not read the project's jobs. The caller learns
/// only that the change was made, or why it was not.
fn withhold(answered: Result<Reply, Failure>) -> Result<Reply, Failure> {
    match answered {
        Ok(_) => Ok(Reply::empty(204)),
        Err(failure) if failure.code() == ProblemCode::NoteConflict => {
            Err(Failure::new(ProblemCode::NoteConflict, "The note has changed."))
        }
        Err(failure) => Err(failure),
    }
}
