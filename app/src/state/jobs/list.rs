//! Sorted lists of jobs, as changes insert, replace and remove rows.

use std::cmp::Ordering;
use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, JobSort, UnixMs};

use super::search;

/// The jobs that match a filter.
#[derive(Debug, Clone)]
pub(super) struct FilteredList {
    pub(super) filter: JobFilter,
    pub(super) jobs: Vec<Arc<JobEntry>>,
    pub(super) has_more: bool,
    /// Whether the rows came with a response to the filter, and no change was missed since.
    pub(super) is_current: bool,
}

impl FilteredList {
    /// Inserts, replaces or removes a row. Only the edge knows whether a job matches the words of the filter.
    pub(super) fn upsert(&mut self, job: Arc<JobEntry>) {
        let position = match &self.filter {
            filter if !search::matches(filter, &job) => Position::Absent,
            filter if filter.text.is_some() => Position::Unchanged,
            filter => Position::Sorted(filter.sort),
        };
        upsert(&mut self.jobs, self.has_more, job, position);
    }
}

/// Where a row belongs in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Not in the list.
    Absent,
    /// Where it is; not in the list if it is not there yet.
    Unchanged,
    /// Where this order puts it.
    Sorted(JobSort),
}

/// Puts the latest state of a row into a list, unless the list has a later one. A row that belongs behind the last one
/// that is loaded comes with the next page.
pub(super) fn upsert(rows: &mut Vec<Arc<JobEntry>>, has_more: bool, job: Arc<JobEntry>, position: Position) {
    if let Some(index) = rows.iter().position(|row| row.id == job.id) {
        match rows.get_mut(index) {
            Some(row) if row.revision > job.revision => {}
            Some(row) if position != Position::Absent => *row = job,
            _ => drop(rows.remove(index)),
        }
    } else if let Position::Sorted(sort) = position {
        let order = match sort {
            JobSort::Newest => Ordering::Greater,
            JobSort::Oldest => Ordering::Less,
        };
        let index = rows.partition_point(|row| sort_key(row).cmp(&sort_key(&job)) == order);
        if index < rows.len() || !has_more {
            rows.insert(index, job);
        }
    }
}

/// Rows are sorted by this.
fn sort_key(job: &JobEntry) -> (UnixMs, &JobId) {
    (job.added_at, &job.id)
}
