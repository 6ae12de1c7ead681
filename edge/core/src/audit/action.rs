//! What each route is called in the log. A new route does not compile without an action.

use docket_wire::{AuditAction, AuditTarget, AuditTargetKind};

use crate::http::route::{AnalyticsRoute, JobsRoute, Route, WorkerRoute};

/// An action, and what it concerns as far as the path of its request says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAction {
    pub action: AuditAction,
    pub target: Option<AuditTarget>,
}

impl From<AuditAction> for NamedAction {
    fn from(action: AuditAction) -> Self {
        Self { action, target: None }
    }
}

/// An action on something that a path names.
fn on(action: AuditAction, kind: AuditTargetKind, id: impl ToString) -> NamedAction {
    NamedAction { action, target: Some(AuditTarget::new(kind, id)) }
}

/// The action of a route, by the name that the route has in the table.
#[must_use]
pub fn of_route(route: &Route, name: &str) -> NamedAction {
    let named = match route {
        Route::Worker(route) => of_worker(route),
        Route::Jobs(_, route) => of_jobs(route),
        Route::Analytics(_, route) => of_analytics(route),
    };
    match named.action {
        AuditAction::Read => on(AuditAction::Read, AuditTargetKind::Route, name),
        _ => named,
    }
}

/// The action of a route of the `JobsObject`.
#[must_use]
pub fn of_jobs(route: &JobsRoute) -> NamedAction {
    use AuditTargetKind::{Job, Note, Submission, Template};
    match route {
        JobsRoute::CreateJob => AuditAction::CreateJob.into(),
        JobsRoute::SendMessage { job } => on(AuditAction::SendMessage, Job, job),
        JobsRoute::QueueFollowUp { job } => on(AuditAction::QueueFollowUp, Job, job),
        JobsRoute::ImportJob => AuditAction::ImportJob.into(),
        JobsRoute::PatchJob { job } => on(AuditAction::PatchJob, Job, job),
        JobsRoute::MarkInbox => AuditAction::MarkInbox.into(),
        JobsRoute::EditSubmission { submission } => on(AuditAction::EditSubmission, Submission, submission),
        JobsRoute::DiscardSubmission { submission } => {
            on(AuditAction::DiscardSubmission, Submission, submission)
        }
        JobsRoute::ResendSubmission { submission } => {
            on(AuditAction::ResendSubmission, Submission, submission)
        }
        JobsRoute::MatchSubmission { submission } => on(AuditAction::MatchSubmission, Submission, submission),
        JobsRoute::ResumeJobs => AuditAction::ResumeJobs.into(),
        JobsRoute::CreateTemplate => AuditAction::CreateTemplate.into(),
        JobsRoute::EditTemplate { template } => on(AuditAction::EditTemplate, Template, template),
        JobsRoute::DeleteTemplate { template } => on(AuditAction::DeleteTemplate, Template, template),
        JobsRoute::PutNote { day } => on(AuditAction::PutNote, Note, day),
        JobsRoute::DeleteNote { day } => on(AuditAction::DeleteNote, Note, day),
        JobsRoute::GetJob { .. }
        | JobsRoute::Jobs
        | JobsRoute::JobDetail { .. }
        | JobsRoute::Inbox
        | JobsRoute::Submissions
        | JobsRoute::Submission { .. }
        | JobsRoute::Templates
        | JobsRoute::Template { .. }
        | JobsRoute::TemplateVersions { .. }
        | JobsRoute::DayMarks
        | JobsRoute::Changes
        | JobsRoute::Live => AuditAction::Read.into(),
    }
}

/// The action of a route of the `AnalyticsObject`.
#[must_use]
pub fn of_analytics(route: &AnalyticsRoute) -> NamedAction {
    match route {
        AnalyticsRoute::StartBackfill => AuditAction::StartBackfill.into(),
        AnalyticsRoute::CancelBackfill => AuditAction::CancelBackfill.into(),
        AnalyticsRoute::ResumeVisitors => AuditAction::ResumeVisitors.into(),
        AnalyticsRoute::Visitors
        | AnalyticsRoute::VisitorsSummary
        | AnalyticsRoute::VisitorsTrend
        | AnalyticsRoute::VisitorsPageTrend
        | AnalyticsRoute::VisitorsRows
        | AnalyticsRoute::VisitorsExport
        | AnalyticsRoute::VisitorsBudget => AuditAction::Read.into(),
    }
}

fn of_worker(route: &WorkerRoute) -> NamedAction {
    match route {
        WorkerRoute::SignIn => AuditAction::SignIn.into(),
        WorkerRoute::SignOut => AuditAction::SignOut.into(),
        WorkerRoute::CreateToken => AuditAction::CreateToken.into(),
        WorkerRoute::RevokeToken { token } => on(AuditAction::RevokeToken, AuditTargetKind::Token, token),
        WorkerRoute::EndSession { session } => on(AuditAction::EndSession, AuditTargetKind::Session, session),
        WorkerRoute::EndSessions => AuditAction::EndSessions.into(),
        WorkerRoute::Restore => AuditAction::Restore.into(),
        WorkerRoute::Backup
        | WorkerRoute::Health
        | WorkerRoute::GetSession
        | WorkerRoute::GetSelf
        | WorkerRoute::Projects
        | WorkerRoute::Tokens
        | WorkerRoute::Sessions
        | WorkerRoute::People
        | WorkerRoute::Audit
        | WorkerRoute::ProjectAudit { .. }
        | WorkerRoute::Metrics
        | WorkerRoute::ProjectStatus { .. }
        | WorkerRoute::Retention { .. } => AuditAction::Read.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::route::{FoundRoute, Method, ROUTES};

    /// An id of anything.
    const ID: &str = "0123456789abcdef0123456789abcdef";
    const DAY: &str = "2026-01-31";

    #[test]
    fn every_route_that_changes_something_has_an_action_of_its_own_name() {
        for row in ROUTES {
            let path = row.pattern.replace("{projectId}", "acme").replace("{project}", "acme");
            let path = path.replace("{id}", ID).replace("{day}", DAY);
            let found = FoundRoute::find(row.method.as_str(), &path).unwrap();
            let NamedAction { action, target } = of_route(&found.route, row.name);
            let id = target.map(|target| target.id);
            if row.method == Method::Get {
                assert_eq!((action, id.as_deref()), (AuditAction::Read, Some(row.name)));
            } else {
                assert_eq!(action.as_str(), row.name);
                let named = [("{id}", ID), ("{day}", DAY)].into_iter();
                let named = named.filter(|(name, _)| row.pattern.contains(name)).map(|(_, id)| id).next();
                assert_eq!(id.as_deref(), named, "{}", row.name);
            }
        }
    }
}
