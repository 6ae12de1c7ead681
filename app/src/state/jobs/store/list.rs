//! Sorted lists of jobs, as changes insert, replace and remove rows.

use std::cmp::Ordering;
use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, JobSort, UnixMs};

use crate::state::jobs::filter;

/// What happened to a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JobChange {
    /// It was started, after all other jobs.
    Started,
    Updated,
}

/// The jobs that match a filter.
#[derive(Debug, Clone)]
pub(super) struct FilteredList {
    pub(super) filter: JobFilter,
    pub(super) jobs: Vec<Arc<JobEntry>>,
    pub(super) has_more: bool,
    /// How far the list is loaded.
    pub(super) end: Option<Arc<JobEntry>>,
    /// Jobs that match the words of the filter but left the list, each once.
    pub(super) left: Vec<JobId>,
    /// Whether the rows came with a response to the filter, and no change was missed since.
    pub(super) is_current: bool,
    /// Whether jobs were started since the words of the filter were searched for.
    pub(super) lacks_new: bool,
}

impl FilteredList {
    /// The list of a filter before its first page is loaded.
    pub(super) fn new(filter: JobFilter) -> Self {
        Self {
            filter,
            jobs: Vec::new(),
            has_more: false,
            end: None,
            left: Vec::new(),
            is_current: false,
            lacks_new: false,
        }
    }

    /// Inserts, replaces or removes a row. Only the edge knows whether a job matches the words of the filter; one that left the
    /// list matches them when it returns.
    pub(super) fn upsert(&mut self, job: Arc<JobEntry>, change: JobChange) {
        let is_listed = self.jobs.iter().any(|row| row.id == job.id);
        let has_left = self.left.contains(&job.id);
        let position = match &self.filter {
            filter if !filter::matches(filter, &job) => {
                if is_listed && !has_left {
                    self.left.push(job.id.clone());
                }
                Position::Absent
            }
            filter if filter.text.is_some() && !has_left => {
                // The response to a search may have overtaken the change.
                self.lacks_new |= change == JobChange::Started && !is_listed;
                Position::Unchanged
            }
            filter => Position::Sorted(filter.sort),
        };
        upsert(&mut self.jobs, self.end.as_deref().filter(|_| self.has_more), job, position);
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

/// Puts the latest state of a row into a list, unless the list has a later one. A row that belongs behind `end`, how far the
/// list is loaded if there is more of it, comes with the next page.
pub(super) fn upsert(
    rows: &mut Vec<Arc<JobEntry>>,
    end: Option<&JobEntry>,
    job: Arc<JobEntry>,
    position: Position,
) {
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
        // The last row that was loaded may have left the list, and may return.
        if end.is_none_or(|end| sort_key(end).cmp(&sort_key(&job)) != order) {
            let index = rows.partition_point(|row| sort_key(row).cmp(&sort_key(&job)) == order);
            rows.insert(index, job);
        }
    }
}

/// Rows are sorted by this.
fn sort_key(job: &JobEntry) -> (UnixMs, &JobId) {
    (job.added_at, &job.id)
}
