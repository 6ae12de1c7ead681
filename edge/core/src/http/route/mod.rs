//! Which operation a request is for, and what it takes to be let in.

use docket_wire::{JobId, ProjectId, Right, SubmissionId};
use percent_encoding::percent_decode_str;

/// The methods that Docket knows. `HEAD` is answered like `GET`, without the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// GET, or HEAD.
    Get,
    /// POST.
    Post,
    /// PATCH.
    Patch,
    /// DELETE.
    Delete,
}

impl Method {
    const ALL: [Self; 4] = [Self::Get, Self::Post, Self::Patch, Self::Delete];

    /// The method of a request; none for one that no route takes.
    #[must_use]
    pub fn parse(method: &str) -> Option<Self> {
        match method {
            "GET" | "HEAD" => Some(Self::Get),
            "POST" => Some(Self::Post),
            "PATCH" => Some(Self::Patch),
            "DELETE" => Some(Self::Delete),
            _ => None,
        }
    }

    fn allow(self) -> &'static str {
        match self {
            Self::Get => "GET, HEAD",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// An operation of Docket's, with what its path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// Start a job.
    CreateJob {
        /// In which project.
        project: ProjectId,
    },
    /// Look at a job as the service would tell it.
    GetJob {
        /// In which project.
        project: ProjectId,
        /// Which.
        job: JobId,
    },
    /// Follow a job up.
    SendMessage {
        /// In which project.
        project: ProjectId,
        /// Which.
        job: JobId,
    },
    /// Unique visitors.
    Visitors {
        /// Of which project.
        project: ProjectId,
    },
    /// Totals of a range, and of what it is compared with.
    VisitorsSummary {
        /// Of which project.
        project: ProjectId,
    },
    /// Unique visitors day by day.
    VisitorsTrend {
        /// Of which project.
        project: ProjectId,
    },
    /// Visitors by page, sorted and filtered.
    VisitorsRows {
        /// Of which project.
        project: ProjectId,
    },
    /// Visitors by page, as a file.
    VisitorsExport {
        /// Of which project.
        project: ProjectId,
    },
    /// Load figures in the background.
    StartBackfill {
        /// Of which project.
        project: ProjectId,
    },
    /// Stop a backfill.
    CancelBackfill {
        /// Of which project.
        project: ProjectId,
    },
    /// What is left of the hour's requests for figures.
    VisitorsBudget {
        /// Of which project.
        project: ProjectId,
    },
    /// Who is signed in.
    GetSession,
    /// Sign in.
    SignIn,
    /// Sign out.
    SignOut,
    /// The configured projects.
    Projects,
    /// The ledger's jobs, page by page.
    Jobs {
        /// Of which project.
        project: ProjectId,
    },
    /// One job with its history.
    JobDetail {
        /// In which project.
        project: ProjectId,
        /// Which.
        job: JobId,
    },
    /// Take a job in that the service has already.
    ImportJob {
        /// In which project.
        project: ProjectId,
    },
    /// Watch, hide or label a job.
    PatchJob {
        /// In which project.
        project: ProjectId,
        /// Which.
        job: JobId,
    },
    /// Follow a job up when it rests.
    QueueFollowUp {
        /// In which project.
        project: ProjectId,
        /// Which.
        job: JobId,
    },
    /// The submissions that wait for something or somebody.
    Submissions {
        /// Of which project.
        project: ProjectId,
    },
    /// Write a waiting follow-up anew.
    EditSubmission {
        /// In which project.
        project: ProjectId,
        /// Which.
        submission: SubmissionId,
    },
    /// Take a submission back, or lay it aside.
    DiscardSubmission {
        /// In which project.
        project: ProjectId,
        /// Which.
        submission: SubmissionId,
    },
    /// Send a submission once more.
    ResendSubmission {
        /// In which project.
        project: ProjectId,
        /// Which.
        submission: SubmissionId,
    },
    /// Name the job that a submission of unknown outcome made.
    MatchSubmission {
        /// In which project.
        project: ProjectId,
        /// Which.
        submission: SubmissionId,
    },
    /// Changes as they happen, over a WebSocket.
    Live {
        /// Of which project.
        project: ProjectId,
    },
    /// Whether Docket can do its work.
    Health,
}

/// What it takes to use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Nothing.
    Public,
    /// A session or a token, with whatever rights.
    SignedIn,
    /// A session or a token with this right.
    Needs(Right),
}

/// Why a request is for no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// There is nothing at this path.
    #[error("There is no such route.")]
    Unknown,
    /// There is something, but not for this method.
    #[error("This route takes {allow} only.")]
    Method {
        /// The `Allow` header's value.
        allow: String,
    },
    /// A segment of the path is not what it should be.
    #[error("The path's {field} is not good: {reason}.")]
    Segment {
        /// The segment's name in the contract.
        field: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

/// Whether a path is one of the API's. All others are the app's.
#[must_use]
pub fn is_api(path: &str) -> bool {
    ["/api", "/v1", "/v2"]
        .iter()
        .any(|prefix| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

impl Route {
    /// Finds the operation for a method and a path as they stand in the request, still percent-encoded.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(method: &str, path: &str) -> Result<Self, NoRoute> {
        let segments = decode(path)?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        if let Some(method) = Method::parse(method)
            && let Some(route) = Self::at(method, &segments)?
        {
            return Ok(route);
        }
        let mut allow = Vec::new();
        for method in Method::ALL {
            if Self::at(method, &segments)?.is_some() {
                allow.push(method.allow());
            }
        }
        if allow.is_empty() {
            Err(NoRoute::Unknown)
        } else {
            Err(NoRoute::Method { allow: allow.join(", ") })
        }
    }

    /// The table of all routes. What does not stand here does not exist.
    fn at(method: Method, segments: &[&str]) -> Result<Option<Self>, NoRoute> {
        use Method::{Delete, Get, Patch, Post};
        Ok(Some(match (method, segments) {
            (Post, ["v2", "agent", project, "job"]) => Self::CreateJob { project: id("projectId", project)? },
            (Get, ["v2", "agent", project, "job", job]) => {
                Self::GetJob { project: id("projectId", project)?, job: id("id", job)? }
            }
            (Post, ["v2", "agent", project, "job", job, "message"]) => {
                Self::SendMessage { project: id("projectId", project)?, job: id("id", job)? }
            }
            (Get, ["v1", "analytics", project, "visitors"]) => {
                Self::Visitors { project: id("projectId", project)? }
            }
            (Get, ["api", "projects", project, "visitors", "summary"]) => {
                Self::VisitorsSummary { project: id("project", project)? }
            }
            (Get, ["api", "projects", project, "visitors", "trend"]) => {
                Self::VisitorsTrend { project: id("project", project)? }
            }
            (Get, ["api", "projects", project, "visitors", "rows"]) => {
                Self::VisitorsRows { project: id("project", project)? }
            }
            (Get, ["api", "projects", project, "visitors", "export"]) => {
                Self::VisitorsExport { project: id("project", project)? }
            }
            (method @ (Post | Delete), ["api", "projects", project, "visitors", "backfill"]) => {
                let project = id("project", project)?;
                if method == Post {
                    Self::StartBackfill { project }
                } else {
                    Self::CancelBackfill { project }
                }
            }
            (Get, ["api", "projects", project, "visitors", "budget"]) => {
                Self::VisitorsBudget { project: id("project", project)? }
            }
            (Get, ["api", "session"]) => Self::GetSession,
            (Post, ["api", "session"]) => Self::SignIn,
            (Delete, ["api", "session"]) => Self::SignOut,
            (Get, ["api", "health"]) => Self::Health,
            (Get, ["api", "projects"]) => Self::Projects,
            (Get, ["api", "projects", project, "jobs"]) => Self::Jobs { project: id("project", project)? },
            (Get, ["api", "projects", project, "jobs", job]) => {
                Self::JobDetail { project: id("project", project)?, job: id("id", job)? }
            }
            (Post, ["api", "projects", project, "jobs"]) => {
                Self::ImportJob { project: id("project", project)? }
            }
            (Patch, ["api", "projects", project, "jobs", job]) => {
                Self::PatchJob { project: id("project", project)?, job: id("id", job)? }
            }
            (Post, ["api", "projects", project, "jobs", job, "follow-ups"]) => {
                Self::QueueFollowUp { project: id("project", project)?, job: id("id", job)? }
            }
            (Get, ["api", "projects", project, "submissions"]) => {
                Self::Submissions { project: id("project", project)? }
            }
            (method @ (Patch | Delete), ["api", "projects", project, "submissions", submission]) => {
                let (project, submission) = (id("project", project)?, id("id", submission)?);
                if method == Patch {
                    Self::EditSubmission { project, submission }
                } else {
                    Self::DiscardSubmission { project, submission }
                }
            }
            (Post, ["api", "projects", project, "submissions", submission, "resend"]) => {
                Self::ResendSubmission { project: id("project", project)?, submission: id("id", submission)? }
            }
            (Post, ["api", "projects", project, "submissions", submission, "match"]) => {
                Self::MatchSubmission { project: id("project", project)?, submission: id("id", submission)? }
            }
            (Get, ["api", "projects", project, "live"]) => Self::Live { project: id("project", project)? },
            _ => return Ok(None),
        }))
    }

    /// What it takes to use it.
    #[must_use]
    pub fn access(&self) -> Access {
        match self {
            // Signing out is open too: whoever holds a dead cookie must be able to drop it.
            Self::Health | Self::SignIn | Self::SignOut => Access::Public,
            Self::GetSession | Self::Projects => Access::SignedIn,
            Self::GetJob { .. }
            | Self::Jobs { .. }
            | Self::JobDetail { .. }
            | Self::Submissions { .. }
            | Self::Live { .. } => Access::Needs(Right::JobsRead),
            Self::CreateJob { .. }
            | Self::SendMessage { .. }
            | Self::ImportJob { .. }
            | Self::PatchJob { .. }
            | Self::QueueFollowUp { .. }
            | Self::EditSubmission { .. }
            | Self::DiscardSubmission { .. }
            | Self::ResendSubmission { .. }
            | Self::MatchSubmission { .. } => Access::Needs(Right::JobsWrite),
            Self::Visitors { .. }
            | Self::VisitorsSummary { .. }
            | Self::VisitorsTrend { .. }
            | Self::VisitorsRows { .. }
            | Self::VisitorsExport { .. }
            | Self::StartBackfill { .. }
            | Self::CancelBackfill { .. }
            | Self::VisitorsBudget { .. } => Access::Needs(Right::VisitorsRead),
        }
    }

    /// The project it is about.
    #[must_use]
    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            Self::CreateJob { project }
            | Self::GetJob { project, .. }
            | Self::SendMessage { project, .. }
            | Self::Visitors { project }
            | Self::VisitorsSummary { project }
            | Self::VisitorsTrend { project }
            | Self::VisitorsRows { project }
            | Self::VisitorsExport { project }
            | Self::StartBackfill { project }
            | Self::CancelBackfill { project }
            | Self::VisitorsBudget { project }
            | Self::Jobs { project }
            | Self::JobDetail { project, .. }
            | Self::ImportJob { project }
            | Self::PatchJob { project, .. }
            | Self::QueueFollowUp { project, .. }
            | Self::Submissions { project }
            | Self::EditSubmission { project, .. }
            | Self::DiscardSubmission { project, .. }
            | Self::ResendSubmission { project, .. }
            | Self::MatchSubmission { project, .. }
            | Self::Live { project } => Some(project),
            Self::GetSession | Self::SignIn | Self::SignOut | Self::Projects | Self::Health => None,
        }
    }

    /// Whether the archive answers it, and not the desk.
    #[must_use]
    pub fn is_about_visitors(&self) -> bool {
        self.access() == Access::Needs(Right::VisitorsRead)
    }

    /// Its name in the logs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::CreateJob { .. } => "create_job",
            Self::GetJob { .. } => "get_job",
            Self::SendMessage { .. } => "send_message",
            Self::Visitors { .. } => "visitors",
            Self::VisitorsSummary { .. } => "visitors_summary",
            Self::VisitorsTrend { .. } => "visitors_trend",
            Self::VisitorsRows { .. } => "visitors_rows",
            Self::VisitorsExport { .. } => "visitors_export",
            Self::StartBackfill { .. } => "start_backfill",
            Self::CancelBackfill { .. } => "cancel_backfill",
            Self::VisitorsBudget { .. } => "visitors_budget",
            Self::ImportJob { .. } => "import_job",
            Self::PatchJob { .. } => "patch_job",
            Self::QueueFollowUp { .. } => "queue_follow_up",
            Self::Submissions { .. } => "submissions",
            Self::EditSubmission { .. } => "edit_submission",
            Self::DiscardSubmission { .. } => "discard_submission",
            Self::ResendSubmission { .. } => "resend_submission",
            Self::MatchSubmission { .. } => "match_submission",
            Self::GetSession => "get_session",
            Self::SignIn => "sign_in",
            Self::SignOut => "sign_out",
            Self::Projects => "projects",
            Self::Jobs { .. } => "jobs",
            Self::JobDetail { .. } => "job_detail",
            Self::Live { .. } => "live",
            Self::Health => "health",
        }
    }
}

fn id<T: std::str::FromStr<Err: std::fmt::Display>>(field: &'static str, text: &str) -> Result<T, NoRoute> {
    text.parse().map_err(|reason: T::Err| NoRoute::Segment { field, reason: reason.to_string() })
}

/// The path's segments, each decoded exactly once.
fn decode(path: &str) -> Result<Vec<String>, NoRoute> {
    path.strip_prefix('/').ok_or(NoRoute::Unknown)?.split('/').map(decode_segment).collect()
}

fn decode_segment(segment: &str) -> Result<String, NoRoute> {
    let whole_escapes = segment
        .split('%')
        .skip(1)
        .all(|escape| escape.as_bytes().get(..2).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)));
    let text = percent_decode_str(segment).decode_utf8().ok().filter(|_| whole_escapes);
    match text.as_deref() {
        None | Some("" | "." | "..") => Err(NoRoute::Unknown),
        Some(text) => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests;
