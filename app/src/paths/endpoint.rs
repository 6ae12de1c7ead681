//! The API routes of the edge.

use std::fmt;

use docket_wire::{
    CallerName, Day, JobFilter, JobId, ProjectId, SessionId, SubmissionId, TemplateId, TokenId,
};

use super::{encode, query};

/// The parameters of a query.
type Query<'a> = &'a [(&'static str, String)];

/// An API route, with its parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Endpoint<'a> {
    /// GET the session, POST to sign in, DELETE to sign out.
    Session,
    /// The health of the deployment, also of its objects if it is deep.
    Health {
        is_deep: bool,
    },
    Projects,
    /// GET the tokens of programs, POST to create one.
    Tokens,
    /// DELETE to revoke a token.
    Token(&'a TokenId),
    /// Who has access.
    People,
    /// GET the sessions of a person or, without a name, one's own; DELETE to end them.
    Sessions(Option<&'a CallerName>),
    /// DELETE to end a session.
    OneSession(&'a SessionId),
    /// The audit log of a project or of what belongs to none, with its query.
    Audit(Option<&'a ProjectId>, Query<'a>),
    /// GET everything that Docket stores.
    Backup,
    /// GET a page of the jobs that match, POST to import a job.
    Jobs(&'a ProjectId, &'a JobFilter),
    Job(&'a ProjectId, &'a JobId),
    /// One job with a page of its history: the newest, or the one before a revision.
    History(&'a ProjectId, &'a JobId, Option<u64>),
    /// The live stream, from a revision on.
    Live(&'a ProjectId, Option<u64>),
    /// POST to create a job.
    CreateJob(&'a ProjectId),
    /// POST to queue a follow-up for a job.
    FollowUps(&'a ProjectId, &'a JobId),
    /// GET a submission with its whole prompt, PATCH to edit it, DELETE to discard it.
    Submission(&'a ProjectId, &'a SubmissionId),
    /// POST to match a submission to the job that it made.
    MatchSubmission(&'a ProjectId, &'a SubmissionId),
    /// POST to send a submission once more.
    ResendSubmission(&'a ProjectId, &'a SubmissionId),
    /// GET one's own inbox, with at most so many items of each group, PATCH what is read of it.
    Inbox(&'a ProjectId, Option<u32>),
    /// POST to end the pauses of prompts and polls.
    ResumeJobs(&'a ProjectId),
    /// The key, the budgets, the latest calls and the storage of a project.
    ProjectStatus(&'a ProjectId),
    /// How long data is stored, with its query.
    Retention(&'a ProjectId, Query<'a>),
    /// GET the templates, POST to create one.
    Templates(&'a ProjectId),
    /// GET a template or a version of it, PUT a new version, DELETE it if its newest version is the one that was seen.
    Template(&'a ProjectId, &'a TemplateId, Option<u32>),
    TemplateVersions(&'a ProjectId, &'a TemplateId),
    /// What happened on the days of a span.
    DayMarks(&'a ProjectId, Query<'a>),
    /// PUT the note on a day, DELETE it if it still has the text of the query.
    Note(&'a ProjectId, Day, Query<'a>),
    VisitorsSummary(&'a ProjectId, Query<'a>),
    VisitorsTrend(&'a ProjectId, Query<'a>),
    VisitorsPageTrend(&'a ProjectId, Query<'a>),
    VisitorsRows(&'a ProjectId, Query<'a>),
    VisitorsExport(&'a ProjectId, Query<'a>),
    /// POST to start a backfill, DELETE to cancel the one of the query.
    Backfill(&'a ProjectId, Query<'a>),
    VisitorsBudget(&'a ProjectId),
    /// POST to end the pause of analytics requests.
    ResumeVisitors(&'a ProjectId),
}

impl fmt::Display for Endpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Session => f.write_str("/api/session"),
            Self::Health { is_deep } => {
                f.write_str(if is_deep { "/api/health?deep=1" } else { "/api/health" })
            }
            Self::Backup => f.write_str("/api/backup"),
            Self::Projects => f.write_str("/api/projects"),
            Self::Tokens => f.write_str("/api/tokens"),
            Self::Token(token) => write!(f, "/api/tokens/{token}"),
            Self::People => f.write_str("/api/people"),
            Self::Sessions(person) => {
                f.write_str("/api/sessions")?;
                let person = person.map(|person| ("person", person.to_string()));
                query(f, person.as_slice())
            }
            Self::OneSession(session) => write!(f, "/api/sessions/{session}"),
            Self::Audit(Some(project), pairs) => in_project(f, project, "audit", pairs),
            Self::Audit(None, pairs) => {
                f.write_str("/api/audit")?;
                query(f, pairs)
            }
            Self::Jobs(project, filter) => in_project(f, project, "jobs", &filter.pairs()),
            Self::Job(project, job) => in_collection(f, project, "jobs", job.as_str()),
            Self::History(project, job, before) => {
                write!(f, "{}", Self::Job(project, job))?;
                let before = before.map(|revision| ("before", revision.to_string()));
                query(f, before.as_slice())
            }
            Self::Live(project, since) => {
                let since = since.map(|revision| ("since", revision.to_string()));
                in_project(f, project, "live", since.as_slice())
            }
            Self::CreateJob(project) => write!(f, "/v2/agent/{}/job", encode(project.as_str())),
            Self::FollowUps(project, job) => write!(f, "{}/follow-ups", Self::Job(project, job)),
            Self::Submission(project, submission) => {
                in_collection(f, project, "submissions", submission.as_str())
            }
            Self::MatchSubmission(project, submission) => {
                write!(f, "{}/match", Self::Submission(project, submission))
            }
            Self::ResendSubmission(project, submission) => {
                write!(f, "{}/resend", Self::Submission(project, submission))
            }
            Self::Inbox(project, limit) => {
                let limit = limit.map(|limit| ("limit", limit.to_string()));
                in_project(f, project, "inbox", limit.as_slice())
            }
            Self::ResumeJobs(project) => in_project(f, project, "resume", &[]),
            Self::ProjectStatus(project) => in_project(f, project, "status", &[]),
            Self::Retention(project, pairs) => in_project(f, project, "retention", pairs),
            Self::Templates(project) => in_project(f, project, "templates", &[]),
            Self::Template(project, template, version) => {
                in_collection(f, project, "templates", template.as_str())?;
                let version = version.map(|version| ("version", version.to_string()));
                query(f, version.as_slice())
            }
            Self::TemplateVersions(project, template) => {
                write!(f, "{}/versions", Self::Template(project, template, None))
            }
            Self::DayMarks(project, pairs) => in_project(f, project, "days", pairs),
            Self::Note(project, day, pairs) => {
                in_collection(f, project, "notes", &day.to_string())?;
                query(f, pairs)
            }
            Self::VisitorsSummary(project, pairs) => in_project(f, project, "visitors/summary", pairs),
            Self::VisitorsTrend(project, pairs) => in_project(f, project, "visitors/trend", pairs),
            Self::VisitorsPageTrend(project, pairs) => in_project(f, project, "visitors/page-trend", pairs),
            Self::VisitorsRows(project, pairs) => in_project(f, project, "visitors/rows", pairs),
            Self::VisitorsExport(project, pairs) => in_project(f, project, "visitors/export", pairs),
            Self::Backfill(project, pairs) => in_project(f, project, "visitors/backfill", pairs),
            Self::VisitorsBudget(project) => in_project(f, project, "visitors/budget", &[]),
            Self::ResumeVisitors(project) => in_project(f, project, "visitors/resume", &[]),
        }
    }
}

/// A resource of a project, with its query.
fn in_project(
    f: &mut fmt::Formatter<'_>,
    project: &ProjectId,
    resource: &str,
    pairs: Query<'_>,
) -> fmt::Result {
    write!(f, "/api/projects/{}/{resource}", encode(project.as_str()))?;
    query(f, pairs)
}

/// An element of a collection of a project.
fn in_collection(f: &mut fmt::Formatter<'_>, project: &ProjectId, collection: &str, id: &str) -> fmt::Result {
    in_project(f, project, collection, &[])?;
    write!(f, "/{}", encode(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_has_a_path() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job_1".parse().unwrap();
        let rows = [("from", "2026-10-01".to_owned()), ("q", "a b".to_owned())];
        let plain = JobFilter::default();
        let token: TokenId = "ci-2".parse().unwrap();
        let (zoe, session) = (CallerName("Zoë & co".into()), SessionId::new([10; 16]));
        let older = JobFilter { before: Some(job.clone()), ..JobFilter::default() };
        let submission: SubmissionId = "sub_1".parse().unwrap();
        let (template, day): (TemplateId, Day) = ("tpl:1".parse().unwrap(), "2026-10-02".parse().unwrap());
        let note = [("text", "a b".to_owned())];
        let cases = [
            (Endpoint::Session, "/api/session"),
            (Endpoint::Health { is_deep: false }, "/api/health"),
            (Endpoint::Health { is_deep: true }, "/api/health?deep=1"),
            (Endpoint::Projects, "/api/projects"),
            (Endpoint::Tokens, "/api/tokens"),
            (Endpoint::Token(&token), "/api/tokens/ci-2"),
            (Endpoint::People, "/api/people"),
            (Endpoint::Sessions(None), "/api/sessions"),
            (Endpoint::Sessions(Some(&zoe)), "/api/sessions?person=Zo%C3%AB%20%26%20co"),
            (Endpoint::OneSession(&session), "/api/sessions/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"),
            (Endpoint::Audit(None, &[]), "/api/audit"),
            (Endpoint::Audit(Some(&project), &rows), "/api/projects/acme-docs/audit?from=2026-10-01&q=a%20b"),
            (Endpoint::Jobs(&project, &plain), "/api/projects/acme-docs/jobs"),
            (Endpoint::Jobs(&project, &older), "/api/projects/acme-docs/jobs?before=job_1"),
            (Endpoint::Job(&project, &job), "/api/projects/acme-docs/jobs/job_1"),
            (Endpoint::History(&project, &job, None), "/api/projects/acme-docs/jobs/job_1"),
            (Endpoint::History(&project, &job, Some(7)), "/api/projects/acme-docs/jobs/job_1?before=7"),
            (Endpoint::Live(&project, None), "/api/projects/acme-docs/live"),
            (Endpoint::Live(&project, Some(7)), "/api/projects/acme-docs/live?since=7"),
            (Endpoint::CreateJob(&project), "/v2/agent/acme-docs/job"),
            (Endpoint::FollowUps(&project, &job), "/api/projects/acme-docs/jobs/job_1/follow-ups"),
            (Endpoint::Inbox(&project, None), "/api/projects/acme-docs/inbox"),
            (Endpoint::Inbox(&project, Some(0)), "/api/projects/acme-docs/inbox?limit=0"),
            (Endpoint::ResumeJobs(&project), "/api/projects/acme-docs/resume"),
            (Endpoint::Submission(&project, &submission), "/api/projects/acme-docs/submissions/sub_1"),
            (
                Endpoint::MatchSubmission(&project, &submission),
                "/api/projects/acme-docs/submissions/sub_1/match",
            ),
            (
                Endpoint::ResendSubmission(&project, &submission),
                "/api/projects/acme-docs/submissions/sub_1/resend",
            ),
            (Endpoint::ProjectStatus(&project), "/api/projects/acme-docs/status"),
            (Endpoint::Retention(&project, &[]), "/api/projects/acme-docs/retention"),
            (Endpoint::Templates(&project), "/api/projects/acme-docs/templates"),
            (Endpoint::Template(&project, &template, None), "/api/projects/acme-docs/templates/tpl%3A1"),
            (
                Endpoint::Template(&project, &template, Some(2)),
                "/api/projects/acme-docs/templates/tpl%3A1?version=2",
            ),
            (
                Endpoint::TemplateVersions(&project, &template),
                "/api/projects/acme-docs/templates/tpl%3A1/versions",
            ),
            (Endpoint::DayMarks(&project, &rows[..1]), "/api/projects/acme-docs/days?from=2026-10-01"),
            (Endpoint::Note(&project, day, &[]), "/api/projects/acme-docs/notes/2026-10-02"),
            (Endpoint::Note(&project, day, &note), "/api/projects/acme-docs/notes/2026-10-02?text=a%20b"),
            (Endpoint::VisitorsSummary(&project, &[]), "/api/projects/acme-docs/visitors/summary"),
            (Endpoint::VisitorsTrend(&project, &[]), "/api/projects/acme-docs/visitors/trend"),
            (Endpoint::VisitorsPageTrend(&project, &[]), "/api/projects/acme-docs/visitors/page-trend"),
            (
                Endpoint::VisitorsRows(&project, &rows),
                "/api/projects/acme-docs/visitors/rows?from=2026-10-01&q=a%20b",
            ),
            (Endpoint::VisitorsExport(&project, &[]), "/api/projects/acme-docs/visitors/export"),
            (Endpoint::Backfill(&project, &[]), "/api/projects/acme-docs/visitors/backfill"),
            (Endpoint::VisitorsBudget(&project), "/api/projects/acme-docs/visitors/budget"),
            (Endpoint::ResumeVisitors(&project), "/api/projects/acme-docs/visitors/resume"),
        ];
        for (endpoint, url) in cases {
            assert_eq!(endpoint.to_string(), url);
        }
    }
}
