//! The queries of the reads of jobs.

mod filter;
mod history_query;
mod named_job;
mod submissions_query;

pub use filter::{JobFilter, JobSort};
pub use history_query::HistoryQuery;
pub use named_job::{NamedJob, pull_request};
pub use submissions_query::SubmissionsQuery;
