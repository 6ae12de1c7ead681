//! What polls tell of the durations of jobs.

mod cache;
mod end;

pub(in crate::jobs) use cache::DurationCache;
