//! What crosses a wire: the documentation service's types, and Docket's own.
//!
//! Shared by the app, the edge and the stand-in service, so that a change to a message is a compile
//! error in all three. Nothing here does I/O or reads a clock. Every message has a test that pins its
//! JSON; see `tests/`.

mod date;
mod filter;
mod id;
mod jobs;
mod live;
mod problem;
mod service;
mod session;
mod time;
mod visitors;

pub use date::{DatePoint, InvalidDate};
pub use filter::{InvalidFilter, JobFilter};
pub use id::{IdRule, InvalidId, InvalidLabel, JobId, Label, OperatorName, ProjectId, SubmissionId};
pub use jobs::{
    Attach, Event, EventKind, Fault, JobDetail, JobEntry, JobPatch, Snapshot, Submission, SubmissionKind,
    SubmissionState, Watch,
};
pub use live::{LiveMessage, PING, PONG};
pub use problem::{Problem, ProblemCode};
pub use service::{
    InvalidPrompt, InvalidQuery, Job, JobStatus, Prompt, ServiceError, Source, VisitorRow, VisitorTotals,
    VisitorsPage, VisitorsQuery,
};
pub use session::{Health, HealthState, Project, Right, Session, SignIn};
pub use time::UnixMs;
pub use visitors::{
    BudgetReport, BudgetView, Change, Comparison, Day, Earlier, Folder, Gather, GatherWhat, Gathering,
    Interval, InvalidDay, InvalidSpan, InvalidZone, Offsets, RowSort, Rows, RowsQuery, Span, Summary, Trend,
    TrendDay, Utc, Waiting, ZoneName, day_start,
};

/// Header that every request which changes something carries when it is authenticated by a cookie.
/// A form on another site cannot set it.
pub const ANTI_FORGERY_HEADER: &str = "X-Docket";

/// Header with a key of the caller's making: the same key again gets the same job, not a second one.
pub const IDEMPOTENCY_HEADER: &str = "Idempotency-Key";

/// Header with which a person says that a prompt which looks like a double of another is meant.
pub const CONFIRM_HEADER: &str = "Docket-Confirm";

/// Response header: requests the service allows in an hour, as Docket has it.
pub const BUDGET_LIMIT_HEADER: &str = "Docket-Budget-Limit";
/// Response header: requests left in the current hour.
pub const BUDGET_REMAINING_HEADER: &str = "Docket-Budget-Remaining";
/// Response header: seconds until at least one more request is free.
pub const BUDGET_RESET_HEADER: &str = "Docket-Budget-Reset";
/// Response header, `1`: the answer is older than it should be, since the budget is spent or the service fails.
/// `Age` says how old.
pub const STALE_HEADER: &str = "Docket-Stale";
