//! Types of the documentation service.

mod job;
mod visitors;

pub use job::{InvalidPrompt, Job, JobStatus, Prompt, ServiceError, Source};
pub use visitors::{VisitorRow, VisitorTotals, VisitorsQuery, VisitorsResponse};
