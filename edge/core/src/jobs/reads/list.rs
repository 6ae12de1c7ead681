//! The list of jobs: filtered, searched, page by page.

use docket_wire::{JobEntry, JobFilter, NamedJob};

use super::JobReads;
use super::message_size::SizeBudget;
use crate::jobs::store::{JobQuery, JobSearch, search_query};
use crate::storage::{Database, DatabaseError};

/// One page of the list.
pub(super) struct ListedJobs {
    pub(super) jobs: Vec<JobEntry>,
    pub(super) has_more: bool,
}

impl<D: Database> JobReads<'_, D> {
    /// The jobs that match a filter, in its order, as far as there is room for them.
    pub(super) fn page(
        &self,
        filter: &JobFilter,
        mut budget: SizeBudget,
    ) -> Result<ListedJobs, DatabaseError> {
        let Some(search) = self.search(filter.text.as_deref())? else {
            return Ok(ListedJobs { jobs: Vec::new(), has_more: false });
        };
        let limit = filter.page_limit();
        // One more than the page has tells whether another page follows.
        let mut jobs = self.jobs().first(JobQuery::new(&search, filter), limit + 1)?;
        let has_more = budget.truncate(&mut jobs, limit as usize);
        Ok(ListedJobs { jobs, has_more })
    }

    /// What the text of a filter means. `None` if it has no word, and so matches nothing.
    fn search(&self, text: Option<&str>) -> Result<Option<JobSearch>, DatabaseError> {
        let Some(text) = text else { return Ok(Some(JobSearch::Everything)) };
        match NamedJob::from_search(text) {
            // A text with the form of an id may be a word of prompts.
            Some(NamedJob::Id(id)) if !self.jobs().has(&id)? => {}
            Some(named) => return Ok(Some(JobSearch::Named(named))),
            None => {}
        }
        Ok(search_query(text).map(JobSearch::Words))
    }
}
