//! The queries of the reads of jobs.

mod filter;
mod named_job;
mod page_query;

pub use filter::{JobFilter, JobSort};
pub use named_job::{NamedJob, pull_request};
pub use page_query::{HistoryQuery, PageQuery, SubmissionsQuery};
