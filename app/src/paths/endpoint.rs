//! The API routes of the edge.

use std::fmt;

use docket_wire::{CallerName, JobFilter, JobId, ProjectId, SessionId, SubmissionId, TokenId};

use super::{encode, query};

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
    Audit(Option<&'a ProjectId>, &'a [(&'static str, String)]),
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
    /// A submission with its whole prompt, or one of its actions: `/match` or `/resend`.
    Submission(&'a ProjectId, &'a SubmissionId, &'static str),
    /// GET one's own inbox, with its query, PATCH what is read of it.
    Inbox(&'a ProjectId, &'static str),
    /// POST to end the pauses of prompts and polls.
    ResumeJobs(&'a ProjectId),
    /// A resource of a project that has no other name here, by the rest of the path, with its query.
    InProject(&'a ProjectId, &'a str, &'a [(&'static str, String)]),
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
            Self::Audit(project, pairs) => {
                match project {
                    Some(project) => write!(f, "/api/projects/{}/audit", encode(project.as_str()))?,
                    None => f.write_str("/api/audit")?,
                }
                query(f, pairs)
            }
            Self::Jobs(project, filter) => {
                write!(f, "/api/projects/{}/jobs", encode(project.as_str()))?;
                query(f, &filter.pairs())
            }
            Self::Job(project, job) => {
                write!(f, "/api/projects/{}/jobs/{}", encode(project.as_str()), encode(job.as_str()))
            }
            Self::History(project, job, before) => {
                write!(f, "{}", Self::Job(project, job))?;
                let before = before.map(|revision| ("before", revision.to_string()));
                query(f, before.as_slice())
            }
            Self::Live(project, since) => {
                write!(f, "/api/projects/{}/live", encode(project.as_str()))?;
                let since = since.map(|revision| ("since", revision.to_string()));
                query(f, since.as_slice())
            }
            Self::CreateJob(project) => write!(f, "/v2/agent/{}/job", encode(project.as_str())),
            Self::FollowUps(project, job) => write!(f, "{}/follow-ups", Self::Job(project, job)),
            Self::Submission(project, submission, action) => {
                let submission = encode(submission.as_str());
                write!(f, "/api/projects/{}/submissions/{submission}{action}", encode(project.as_str()))
            }
            Self::Inbox(project, query) => {
                write!(f, "/api/projects/{}/inbox{query}", encode(project.as_str()))
            }
            Self::ResumeJobs(project) => write!(f, "/api/projects/{}/resume", encode(project.as_str())),
            Self::InProject(project, resource, pairs) => {
                write!(f, "/api/projects/{}/{resource}", encode(project.as_str()))?;
                query(f, pairs)
            }
        }
    }
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
            (Endpoint::Inbox(&project, ""), "/api/projects/acme-docs/inbox"),
            (Endpoint::Inbox(&project, "?limit=0"), "/api/projects/acme-docs/inbox?limit=0"),
            (Endpoint::ResumeJobs(&project), "/api/projects/acme-docs/resume"),
            (Endpoint::Submission(&project, &submission, ""), "/api/projects/acme-docs/submissions/sub_1"),
            (
                Endpoint::Submission(&project, &submission, "/resend"),
                "/api/projects/acme-docs/submissions/sub_1/resend",
            ),
            (
                Endpoint::InProject(&project, "templates/tpl_1", &[]),
                "/api/projects/acme-docs/templates/tpl_1",
            ),
            (
                Endpoint::InProject(&project, "visitors/rows", &rows),
                "/api/projects/acme-docs/visitors/rows?from=2026-10-01&q=a%20b",
            ),
        ];
        for (endpoint, url) in cases {
            assert_eq!(endpoint.to_string(), url);
        }
    }
}
