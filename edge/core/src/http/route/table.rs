//! The table of all routes. What is not in it does not exist.

use docket_wire::{JobId, ProjectId, Right, SubmissionId};

use super::access::{AccessRule, Handler};
use super::method::Method;
use super::no_route::NoRoute;
use super::path::Captures;

/// One row of the table.
#[derive(Debug)]
pub struct RouteRow {
    /// The method that the route takes.
    pub method: Method,
    /// Its path, with placeholders like `{project}` for whole segments.
    pub pattern: &'static str,
    /// Its name in the logs.
    pub name: &'static str,
    /// What a caller needs to use it.
    pub access: AccessRule,
    /// What answers it.
    pub handler: Handler,
    pub(super) read: fn(&mut Captures<'_>) -> Result<Route, NoRoute>,
}

/// Makes [`Route`] and [`ROUTES`] of rows: variant and fields (one for each placeholder, in their order), name, method,
/// pattern, access, handler.
macro_rules! routes {
    ($(
        $(#[$doc:meta])*
        $variant:ident $({ $first:ident: $first_type:ty $(, $field:ident: $type:ty)* })?
        = $name:literal, $method:ident $pattern:literal, $access:expr, $handler:ident;
    )+) => {
        /// An operation of Docket's, with the identifiers from its path.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Route {
            $(
                $(#[$doc])*
                $variant $({
                    #[doc = concat!("The ", stringify!($first), " that the path names.")]
                    $first: $first_type,
                    $(
                        #[doc = concat!("The ", stringify!($field), " that the path names.")]
                        $field: $type,
                    )*
                })?,
            )+
        }

        /// All routes.
        pub const ROUTES: &[RouteRow] = &[$(
            RouteRow {
                method: Method::$method,
                pattern: $pattern,
                name: $name,
                access: $access,
                handler: Handler::$handler,
                read: |captures| {
                    let _ = &captures;
                    Ok(Route::$variant $({ $first: captures.next()?, $($field: captures.next()?,)* })?)
                },
            },
        )+];

        impl Route {
            /// Its name in the logs.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $name,)+ }
            }

            /// What a caller needs to use it.
            #[must_use]
            pub fn access(&self) -> AccessRule {
                match self { $(Self::$variant { .. } => $access,)+ }
            }

            /// What answers it.
            #[must_use]
            pub fn handler(&self) -> Handler {
                match self { $(Self::$variant { .. } => Handler::$handler,)+ }
            }

            /// The project that it concerns.
            #[must_use]
            pub fn project(&self) -> Option<&ProjectId> {
                match self { $(Self::$variant { $($first,)? .. } => routes!(@project $($first)?),)+ }
            }
        }
    };
    (@project) => { None };
    (@project $project:ident) => { Some($project) };
}

const JOBS_READ: AccessRule = AccessRule::Needs(Right::JobsRead);
const JOBS_WRITE: AccessRule = AccessRule::Needs(Right::JobsWrite);
const VISITORS_READ: AccessRule = AccessRule::Needs(Right::VisitorsRead);

routes! {
    /// Creates a job.
    CreateJob { project: ProjectId }
        = "create_job", Post "/v2/agent/{projectId}/job", JOBS_WRITE, JobsObject;
    /// Reads a job in the service's own words.
    GetJob { project: ProjectId, job: JobId }
        = "get_job", Get "/v2/agent/{projectId}/job/{id}", JOBS_READ, JobsObject;
    /// Sends a follow-up.
    SendMessage { project: ProjectId, job: JobId }
        = "send_message", Post "/v2/agent/{projectId}/job/{id}/message", JOBS_WRITE, JobsObject;
    /// Reads a page of visitors in the service's own words.
    Visitors { project: ProjectId }
        = "visitors", Get "/v1/analytics/{projectId}/visitors", VISITORS_READ, AnalyticsObject;

    /// Reports whether Docket can work.
    Health = "health", Get "/api/health", AccessRule::Public, Worker;
    /// Describes the caller.
    GetSession = "get_session", Get "/api/session", AccessRule::SignedIn, Worker;
    /// Signs a person in.
    SignIn = "sign_in", Post "/api/session", AccessRule::Public, Worker;
    /// Signs a person out. It is public, so that a browser with an expired session can drop its cookie.
    SignOut = "sign_out", Delete "/api/session", AccessRule::Public, Worker;
    /// Lists the configured projects.
    Projects = "projects", Get "/api/projects", AccessRule::SignedIn, Worker;

    /// Lists jobs, page by page.
    Jobs { project: ProjectId } = "jobs", Get "/api/projects/{project}/jobs", JOBS_READ, JobsObject;
    /// Imports a job that exists at the service.
    ImportJob { project: ProjectId }
        = "import_job", Post "/api/projects/{project}/jobs", JOBS_WRITE, JobsObject;
    /// Reads a job with its history.
    JobDetail { project: ProjectId, job: JobId }
        = "job_detail", Get "/api/projects/{project}/jobs/{id}", JOBS_READ, JobsObject;
    /// Changes the polling, visibility or labels of a job.
    PatchJob { project: ProjectId, job: JobId }
        = "patch_job", Patch "/api/projects/{project}/jobs/{id}", JOBS_WRITE, JobsObject;
    /// Queues a follow-up until the job is idle.
    QueueFollowUp { project: ProjectId, job: JobId }
        = "queue_follow_up", Post "/api/projects/{project}/jobs/{id}/follow-ups", JOBS_WRITE, JobsObject;
    /// Lists the submissions that are not settled.
    Submissions { project: ProjectId }
        = "submissions", Get "/api/projects/{project}/submissions", JOBS_READ, JobsObject;
    /// Edits a queued follow-up.
    EditSubmission { project: ProjectId, submission: SubmissionId }
        = "edit_submission", Patch "/api/projects/{project}/submissions/{id}", JOBS_WRITE, JobsObject;
    /// Cancels or discards a submission.
    DiscardSubmission { project: ProjectId, submission: SubmissionId }
        = "discard_submission", Delete "/api/projects/{project}/submissions/{id}", JOBS_WRITE, JobsObject;
    /// Sends a submission again.
    ResendSubmission { project: ProjectId, submission: SubmissionId }
        = "resend_submission", Post "/api/projects/{project}/submissions/{id}/resend", JOBS_WRITE, JobsObject;
    /// Matches a submission of unknown outcome to the job that it created.
    MatchSubmission { project: ProjectId, submission: SubmissionId }
        = "match_submission", Post "/api/projects/{project}/submissions/{id}/match", JOBS_WRITE, JobsObject;
    /// Sends changes as they happen, over a WebSocket.
    Live { project: ProjectId } = "live", Get "/api/projects/{project}/live", JOBS_READ, JobsObject;

    /// Reads the totals of a span, and of the span to compare it with.
    VisitorsSummary { project: ProjectId }
        = "visitors_summary", Get "/api/projects/{project}/visitors/summary", VISITORS_READ, AnalyticsObject;
    /// Reads the daily totals of a span.
    VisitorsTrend { project: ProjectId }
        = "visitors_trend", Get "/api/projects/{project}/visitors/trend", VISITORS_READ, AnalyticsObject;
    /// Reads visitors by path, sorted and filtered.
    VisitorsRows { project: ProjectId }
        = "visitors_rows", Get "/api/projects/{project}/visitors/rows", VISITORS_READ, AnalyticsObject;
    /// Exports visitors by path as a file.
    VisitorsExport { project: ProjectId }
        = "visitors_export", Get "/api/projects/{project}/visitors/export", VISITORS_READ, AnalyticsObject;
    /// Reads the request budget and the backfills.
    VisitorsBudget { project: ProjectId }
        = "visitors_budget", Get "/api/projects/{project}/visitors/budget", VISITORS_READ, AnalyticsObject;
    /// Starts a backfill.
    StartBackfill { project: ProjectId }
        = "start_backfill", Post "/api/projects/{project}/visitors/backfill", VISITORS_READ, AnalyticsObject;
    /// Cancels a backfill.
    CancelBackfill { project: ProjectId }
        = "cancel_backfill", Delete "/api/projects/{project}/visitors/backfill", VISITORS_READ, AnalyticsObject;
}
