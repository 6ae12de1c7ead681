//! The budgets of prompts and polls, in the headers of responses.

use docket_core::auth::caller::CallerKind;
use docket_core::http::route::JobsRoute;
use docket_wire::CallerName;

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::http::rate_limit::with_rate_limit;
use crate::http::reply::Reply;
use crate::platform::clock;

/// The budget that the response to a route names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RouteBudget {
    Prompts,
    Polls,
}

impl RouteBudget {
    /// The budget that a route names in its responses. The list names that of prompts, so that a program can read it
    /// before it sends one.
    pub(super) fn of(route: &JobsRoute) -> Option<Self> {
        match route {
            JobsRoute::CreateJob
            | JobsRoute::SendMessage { .. }
            | JobsRoute::QueueFollowUp { .. }
            | JobsRoute::ResendSubmission { .. }
            | JobsRoute::Jobs => Some(Self::Prompts),
            JobsRoute::GetJob { .. } | JobsRoute::ImportJob | JobsRoute::MatchSubmission { .. } => {
                Some(Self::Polls)
            }
            JobsRoute::JobDetail { .. }
            | JobsRoute::PatchJob { .. }
            | JobsRoute::Inbox
            | JobsRoute::MarkInbox
            | JobsRoute::Submissions
            | JobsRoute::Submission { .. }
            | JobsRoute::EditSubmission { .. }
            | JobsRoute::DiscardSubmission { .. }
            | JobsRoute::Templates
            | JobsRoute::CreateTemplate
            | JobsRoute::Template { .. }
            | JobsRoute::TemplateVersions { .. }
            | JobsRoute::EditTemplate { .. }
            | JobsRoute::DeleteTemplate { .. }
            | JobsRoute::DayMarks
            | JobsRoute::PutNote { .. }
            | JobsRoute::DeleteNote { .. }
            | JobsRoute::Changes
            | JobsRoute::Live
            | JobsRoute::ResumeJobs => None,
        }
    }
}

impl OpenJobs {
    /// Adds the rate limit fields of a budget.
    pub(super) fn with_rate_limit(
        &self,
        spent: RouteBudget,
        caller: &CallerName,
        answered: Result<Reply, Failure>,
    ) -> Result<Reply, Failure> {
        let now = clock::now();
        let (name, budget) = match spent {
            RouteBudget::Prompts => ("prompts", self.ledger.prompt_budget(now)),
            RouteBudget::Polls => ("polls", self.ledger.request_poll_budget(CallerKind::of(caller), now)),
        };
        with_rate_limit(answered, budget.map(|budget| vec![(name, budget)]), now)
    }
}
