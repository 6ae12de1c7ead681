//! The table of all routes. What is not in it does not exist.

use docket_wire::{
    AuditAction, AuditTarget, Day, JobFilter, JobId, ProjectId, Right, SessionId, SubmissionId, TemplateId,
    TokenId,
};

use super::audit_target::PathTarget;
use super::authorization::AuthorizationRule;
use super::input::RequestInput;
use super::method::RequestMethod;
use super::no_route::NoRoute;
use super::path::Captures;
use super::response::{ResponseBudget, ResponseTexts};

/// One row of the table.
#[derive(Debug)]
pub struct RouteRow {
    /// The method that the route takes.
    pub method: RequestMethod,
    /// Its path, with placeholders like `{project}` for whole segments.
    pub pattern: &'static str,
    /// Its name in the logs.
    pub name: &'static str,
    /// What a caller needs to use it.
    pub authorization: AuthorizationRule,
    /// What the Worker checks before it forwards a request.
    pub input: RequestInput,
    /// The query parameters of a route under `/api`. The service's own routes name none, and ignore unknown ones as the
    /// service does.
    pub parameters: &'static [&'static str],
    /// The budget that its responses name, beside those of analytics requests.
    pub budget: Option<ResponseBudget>,
    /// Whose texts the response has, if the route changes something of a project's jobs.
    pub texts: ResponseTexts,
    pub(super) read: fn(&mut Captures<'_>) -> Result<Route, NoRoute>,
}

impl RouteRow {
    /// Whether the response of a route of a project's jobs is withheld from a caller who may not read them. A read needs that
    /// right.
    #[must_use]
    pub fn needs_read_for_response(&self) -> bool {
        self.method != RequestMethod::Get && self.texts == ResponseTexts::Others
    }
}

/// An operation of Docket's by what answers it, with the identifiers from its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The Worker itself, also without a caller.
    Public(PublicRoute),
    /// The Worker itself.
    Worker(WorkerRoute),
    /// The `JobsObject` of the project.
    Jobs(ProjectId, JobsRoute),
    /// The `AnalyticsObject` of the project's admin key.
    Analytics(ProjectId, AnalyticsRoute),
}

impl Route {
    /// The project that the path names.
    #[must_use]
    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            Self::Worker(
                WorkerRoute::ProjectAudit { project }
                | WorkerRoute::ProjectStatus { project }
                | WorkerRoute::Retention { project },
            ) => Some(project),
            Self::Public(_)
            | Self::Worker(
                WorkerRoute::Metrics
                | WorkerRoute::Backup
                | WorkerRoute::Restore
                | WorkerRoute::GetSelf
                | WorkerRoute::Projects
                | WorkerRoute::Tokens
                | WorkerRoute::CreateToken
                | WorkerRoute::RevokeToken { .. }
                | WorkerRoute::Sessions
                | WorkerRoute::EndSession { .. }
                | WorkerRoute::EndSessions
                | WorkerRoute::People
                | WorkerRoute::Audit,
            ) => None,
            Self::Jobs(project, _) | Self::Analytics(project, _) => Some(project),
        }
    }
}

/// Makes the enums of routes and [`ROUTES`] of rows: variant and fields (one for each placeholder after the project's,
/// in their order), name, method, pattern, authorization and input. Then, if there are any: the query parameters (`takes`), the budget
/// that the response names (`names`), and `shows Own` if a change of a project's jobs has no text of others
/// in its response. What answers the routes matches its enum, so a row without an answer does not compile. A row that
/// changes something also needs the variant of [`AuditAction`] with its name, and a read (`Get`) does not.
macro_rules! routes {
    ($(
        $(#[$group_doc:meta])*
        $group:ident of $handler:ident {$(
            $(#[$doc:meta])*
            $variant:ident $({ $field:ident: $type:ty })?
            = $name:literal, $method:ident $pattern:literal, $authorization:expr, $input:ident
            $(, takes $parameters:expr)? $(, names $budget:ident)? $(, shows $texts:ident)?;
        )+}
    )+) => {
        $(
            $(#[$group_doc])*
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub enum $group {$(
                $(#[$doc])*
                $variant $({
                    #[doc = concat!("The ", stringify!($field), " that the path names.")]
                    $field: $type,
                })?,
            )+}

            impl $group {
                /// Its action in the audit log, and what its path names.
                #[must_use]
                pub fn audit_action(&self) -> (AuditAction, Option<AuditTarget>) {
                    match self {$(
                        Self::$variant $({ $field })? => routes!(@audited $method $variant $($field)?),
                    )+}
                }
            }
        )+

        /// All routes.
        pub const ROUTES: &[RouteRow] = &[$($(
            RouteRow {
                method: RequestMethod::$method,
                pattern: $pattern,
                name: $name,
                authorization: $authorization,
                input: RequestInput::$input,
                parameters: routes!(@parameters $($parameters)?),
                budget: routes!(@budget $($budget)?),
                texts: routes!(@texts $($texts)?),
                read: |captures| routes!(@read $handler captures $group::$variant $({ $field: captures.next()? })?),
            },
        )+)+];
    };
    (@parameters) => { &[] };
    (@parameters $parameters:expr) => { &$parameters };
    (@budget) => { None };
    (@budget $budget:ident) => { Some(ResponseBudget::$budget) };
    (@texts) => { ResponseTexts::Others };
    (@texts $texts:ident) => { ResponseTexts::$texts };
    (@audited Get $variant:ident $($field:ident)?) => {{
        $(let _ = $field;)?
        (AuditAction::Read, None)
    }};
    (@audited $method:ident $variant:ident) => { (AuditAction::$variant, None) };
    (@audited $method:ident $variant:ident $field:ident) => { (AuditAction::$variant, Some($field.target())) };
    (@read Public $captures:ident $($route:tt)+) => {{
        let _ = $captures;
        Ok(Route::Public($($route)+))
    }};
    (@read Worker $captures:ident $($route:tt)+) => {{
        let _ = $captures;
        Ok(Route::Worker($($route)+))
    }};
    (@read $handler:ident $captures:ident $($route:tt)+) => {{
        let project = $captures.next()?;
        Ok(Route::$handler(project, $($route)+))
    }};
}

const AUDIT_READ: AuthorizationRule = AuthorizationRule::Needs(Right::AuditRead);
const AUDIT: [&str; 8] = ["author", "action", "refused", "atSince", "atUntil", "before", "limit", "format"];
const BACKUP_READ: AuthorizationRule = AuthorizationRule::Needs(Right::BackupRead);
const JOBS_READ: AuthorizationRule = AuthorizationRule::Needs(Right::JobsRead);
const JOBS_WRITE: AuthorizationRule = AuthorizationRule::Needs(Right::JobsWrite);
const VISITORS_READ: AuthorizationRule = AuthorizationRule::Needs(Right::VisitorsRead);
const PERSON_JOBS: AuthorizationRule = AuthorizationRule::NeedsPerson(Right::JobsWrite);
const PERSON_INBOX: AuthorizationRule = AuthorizationRule::NeedsPerson(Right::JobsRead);
const PERSON_ACCESS: AuthorizationRule = AuthorizationRule::NeedsPerson(Right::AccessManage);
const PERSON_VISITORS: AuthorizationRule = AuthorizationRule::NeedsPerson(Right::VisitorsRead);

routes! {
    /// A route that the Worker answers, also without a caller.
    PublicRoute of Public {
        /// Reports whether Docket can work.
        Health = "health", Get "/api/health", AuthorizationRule::Public, Unchecked, takes ["deep", "ready"];
        /// Describes the caller. It is public, because the app asks before a person has signed in.
        GetSession = "get_session", Get "/api/session", AuthorizationRule::Public, Unchecked;
        /// Signs a person in.
        SignIn = "sign_in", Post "/api/session", AuthorizationRule::Public, Unchecked;
        /// Signs a person out. It is public, so that a browser with an expired session can drop its cookie.
        SignOut = "sign_out", Delete "/api/session", AuthorizationRule::Public, Unchecked;
    }

    /// A route that the Worker answers to a caller.
    WorkerRoute of Worker {
        /// Reports metrics of the projects in which the caller has the right.
        Metrics = "metrics", Get "/api/metrics", AuthorizationRule::NeedsSomewhere(Right::MetricsRead), Unchecked;
        /// Reads everything that Docket stores.
        Backup = "read_backup", Get "/api/backup", BACKUP_READ, Unchecked, takes ["resume"];
        /// Takes a step of a restore.
        Restore = "restore", Post "/api/restore", PERSON_ACCESS, Unchecked, takes ["object", "backup"];
        /// Describes the caller.
        GetSelf = "self", Get "/api/self", AuthorizationRule::SignedIn, Unchecked;
        /// Lists the projects in which the caller has a right.
        Projects = "projects", Get "/api/projects", AuthorizationRule::SignedIn, Unchecked;
        /// Lists the tokens.
        Tokens = "tokens", Get "/api/tokens", PERSON_ACCESS, Unchecked;
        /// Creates a token.
        CreateToken = "create_token", Post "/api/tokens", PERSON_ACCESS, Unchecked;
        /// Revokes a token.
        RevokeToken { token: TokenId } = "revoke_token", Delete "/api/tokens/{id}", PERSON_ACCESS, Unchecked;
        /// Lists the sessions of a person: the caller's own, or for admins those of any person.
        Sessions = "sessions", Get "/api/sessions", AuthorizationRule::AnyPerson, Unchecked, takes ["person"];
        /// Ends a session.
        EndSession { session: SessionId }
            = "end_session", Delete "/api/sessions/{id}", AuthorizationRule::AnyPerson, Unchecked;
        /// Ends the sessions of a person, except the one of the request.
        EndSessions = "end_sessions", Delete "/api/sessions", AuthorizationRule::AnyPerson, Unchecked, takes ["person"];
        /// Lists who has access, and why.
        People = "people", Get "/api/people", PERSON_ACCESS, Unchecked;
        /// Reads the audit log of what belongs to no project: sign-ins and tokens.
        Audit = "audit", Get "/api/audit", AUDIT_READ, Unchecked, takes AUDIT;
        /// Reads the audit log of a project.
        ProjectAudit { project: ProjectId }
            = "project_audit", Get "/api/projects/{project}/audit", AUDIT_READ, Unchecked, takes AUDIT;
        /// Reports the key, the budgets, the latest calls and the storage of a project.
        ProjectStatus { project: ProjectId }
            = "project_status", Get "/api/projects/{project}/status", JOBS_READ, Unchecked;
        /// Reports how long a project's data is stored, and what retention would delete.
        Retention { project: ProjectId }
            = "retention", Get "/api/projects/{project}/retention", JOBS_READ, Unchecked,
            takes ["jobsDays", "promptsDays", "visitorsDays", "auditDays"];
    }

    /// A route that the `JobsObject` of a project answers.
    JobsRoute of Jobs {
        /// Creates a job.
        CreateJob = "create_job", Post "/v2/agent/{projectId}/job", JOBS_WRITE, Prompt, names Prompts, shows Own;
        /// Reads a job as the service's response, verbatim.
        GetJob { job: JobId } = "get_job", Get "/v2/agent/{projectId}/job/{id}", JOBS_READ, Unchecked, names Polls;
        /// Sends a follow-up.
        SendMessage { job: JobId }
            = "send_message", Post "/v2/agent/{projectId}/job/{id}/message", JOBS_WRITE, Prompt, names Prompts, shows Own;
        /// Lists jobs, page by page.
        Jobs = "jobs", Get "/api/projects/{project}/jobs", JOBS_READ, JobFilter,
            takes JobFilter::PARAMETERS, names Prompts;
        /// Imports a job that exists at the service.
        ImportJob = "import_job", Post "/api/projects/{project}/jobs", JOBS_WRITE, JobRef, names Polls;
        /// Reads a job with its history.
        JobDetail { job: JobId } = "job_detail", Get "/api/projects/{project}/jobs/{id}", JOBS_READ, Unchecked,
            takes ["before", "limit"];
        /// Changes the polling, visibility or labels of a job.
        PatchJob { job: JobId } = "patch_job", Patch "/api/projects/{project}/jobs/{id}", JOBS_WRITE, JobPatch, names Changes;
        /// Reads the caller's own inbox.
        Inbox = "inbox", Get "/api/projects/{project}/inbox", PERSON_INBOX, Unchecked, takes ["limit"];
        /// Stores what the caller has read of it.
        MarkInbox = "mark_inbox", Patch "/api/projects/{project}/inbox", PERSON_INBOX, InboxPatch, names Changes, shows Own;
        /// Queues a follow-up until the job is idle.
        QueueFollowUp { job: JobId }
            = "queue_follow_up", Post "/api/projects/{project}/jobs/{id}/follow-ups", JOBS_WRITE, FollowUp, names Prompts, shows Own;
        /// Lists the submissions that are not settled, page by page.
        Submissions = "submissions", Get "/api/projects/{project}/submissions", JOBS_READ, Unchecked,
            takes ["before", "limit"];
        /// Reads a submission with its whole prompt.
        Submission { submission: SubmissionId }
            = "submission", Get "/api/projects/{project}/submissions/{id}", JOBS_READ, Unchecked;
        /// Edits a queued follow-up.
        EditSubmission { submission: SubmissionId }
            = "edit_submission", Patch "/api/projects/{project}/submissions/{id}", JOBS_WRITE, PromptEdit, names Changes;
        /// Cancels or discards a submission.
        DiscardSubmission { submission: SubmissionId }
            = "discard_submission", Delete "/api/projects/{project}/submissions/{id}", JOBS_WRITE, Unchecked, names Changes;
        /// Sends a submission again.
        ResendSubmission { submission: SubmissionId }
            = "resend_submission", Post "/api/projects/{project}/submissions/{id}/resend", JOBS_WRITE, Unchecked, names Prompts;
        /// Matches a submission of unknown outcome to the job that it created.
        MatchSubmission { submission: SubmissionId }
            = "match_submission", Post "/api/projects/{project}/submissions/{id}/match", JOBS_WRITE, JobRef, names Polls;
        /// Lists the prompt templates.
        Templates = "templates", Get "/api/projects/{project}/templates", JOBS_READ, Unchecked;
        /// Creates a prompt template.
        CreateTemplate = "create_template", Post "/api/projects/{project}/templates", JOBS_WRITE, NewTemplate, names Changes, shows Own;
        /// Reads a prompt template: its newest version, or an older one.
        Template { template: TemplateId }
            = "template", Get "/api/projects/{project}/templates/{id}", JOBS_READ, Unchecked, takes ["version"];
        /// Lists the versions of a prompt template.
        TemplateVersions { template: TemplateId }
            = "template_versions", Get "/api/projects/{project}/templates/{id}/versions", JOBS_READ, Unchecked;
        /// Edits a prompt template, which creates a new version of it.
        EditTemplate { template: TemplateId }
            = "edit_template", Put "/api/projects/{project}/templates/{id}", JOBS_WRITE, TemplateEdit, names Changes, shows Own;
        /// Deletes a prompt template with all its versions.
        DeleteTemplate { template: TemplateId }
            = "delete_template", Delete "/api/projects/{project}/templates/{id}", JOBS_WRITE, Unchecked,
            takes ["version"], names Changes, shows Own;
        /// Lists what happened on the days of a span: notes, and what became of jobs.
        DayMarks = "day_marks", Get "/api/projects/{project}/days", JOBS_READ, Unchecked,
            takes ["from", "to", "zone"];
        /// Writes the note on a day.
        PutNote { day: Day } = "put_note", Put "/api/projects/{project}/notes/{day}", JOBS_WRITE, Note, names Changes;
        /// Deletes the note on a day.
        DeleteNote { day: Day }
            = "delete_note", Delete "/api/projects/{project}/notes/{day}", JOBS_WRITE, Unchecked,
            takes ["text"], names Changes;
        /// Answers with the changes after a revision, at once or when there are some.
        Changes = "changes", Get "/api/projects/{project}/changes", JOBS_READ, Unchecked,
            takes ["since", "wait"];
        /// Sends changes as they happen, over a WebSocket.
        Live = "live", Get "/api/projects/{project}/live", JOBS_READ, WebSocket, takes ["since"];
        /// Ends the pauses of prompts and polls that the service asked for.
        ResumeJobs = "resume_jobs", Post "/api/projects/{project}/resume", PERSON_JOBS, Unchecked, names Changes, shows Own;
    }

    /// A route that the `AnalyticsObject` of a project's admin key answers.
    AnalyticsRoute of Analytics {
        /// Reads a page of visitors as the service's response, verbatim.
        Visitors = "visitors", Get "/v1/analytics/{projectId}/visitors", VISITORS_READ, VisitorsQuery;
        /// Reads the totals of a span, and of the span to compare it with.
        VisitorsSummary
            = "visitors_summary", Get "/api/projects/{project}/visitors/summary", VISITORS_READ, Unchecked,
            takes ["from", "to", "zone", "compare"];
        /// Reads the daily totals of a span.
        VisitorsTrend
            = "visitors_trend", Get "/api/projects/{project}/visitors/trend", VISITORS_READ, Unchecked,
            takes ["from", "to", "zone"];
        /// Reads the daily visitors of a page.
        VisitorsPageTrend
            = "visitors_page_trend", Get "/api/projects/{project}/visitors/page-trend", VISITORS_READ, Unchecked,
            takes ["path", "from", "to", "zone"];
        /// Reads visitors by path, sorted and filtered.
        VisitorsRows = "visitors_rows", Get "/api/projects/{project}/visitors/rows", VISITORS_READ, Unchecked,
            takes ["from", "to", "zone", "offset", "limit", "sort", "order", "q", "prefix", "view", "compare", "group"];
        /// Exports visitors by path as a file.
        VisitorsExport
            = "visitors_export", Get "/api/projects/{project}/visitors/export", VISITORS_READ, Unchecked,
            takes ["from", "to", "zone", "sort", "order", "q", "prefix", "format", "plain", "table", "row"];
        /// Reads the request budget and the backfills.
        VisitorsBudget
            = "visitors_budget", Get "/api/projects/{project}/visitors/budget", VISITORS_READ, Unchecked;
        /// Starts a backfill.
        StartBackfill
            = "start_backfill", Post "/api/projects/{project}/visitors/backfill", VISITORS_READ, Backfill, names Changes;
        /// Cancels a backfill.
        CancelBackfill
            = "cancel_backfill", Delete "/api/projects/{project}/visitors/backfill", VISITORS_READ, Unchecked,
            takes ["kind", "from", "to", "zone"], names Changes;
        /// Ends the pause of analytics requests that the service asked for.
        ResumeVisitors
            = "resume_visitors", Post "/api/projects/{project}/visitors/resume", PERSON_VISITORS, Unchecked, names Changes;
    }
}
