//! The list of jobs: filtered, searched, page by page.

use docket_wire::{JobEntry, JobFilter, JobSort, NamedJob};

use super::message_size::SizeBudget;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::search_query;
use crate::storage::{Database, DatabaseError, Value};

/// One page of the list.
pub(super) struct ListedJobs {
    pub(super) jobs: Vec<JobEntry>,
    pub(super) has_more: bool,
}

impl<D: Database> Ledger<D> {
    /// The jobs that match a filter, in its order, as far as there is room for them. Every query walks an index in the
    /// order of the list, so that a page costs what is on it, not what is in the ledger; one for jobs by their end
    /// costs what ended in that time.
    pub(super) fn page(
        &self,
        filter: &JobFilter,
        mut budget: SizeBudget,
    ) -> Result<ListedJobs, DatabaseError> {
        let named = filter.text.as_deref().and_then(NamedJob::from_search);
        let named = match named {
            // A text with the form of an id may be a word of prompts.
            Some(NamedJob::Id(id)) if self.jobs().load(&id)?.is_none() => None,
            named => named,
        };
        let text = match filter.text.as_deref().filter(|_| named.is_none()).map(search_query) {
            // Text without a word matches nothing.
            Some(None) => return Ok(ListedJobs { jobs: Vec::new(), has_more: false }),
            Some(Some(query)) => Some(query),
            None => None,
        };
        let mut params: Vec<Value> = Vec::new();
        // The most selective condition drives the query: SQLite keeps the order of a CROSS JOIN.
        let (driver, number) = match (&text, &filter.label) {
            _ if let Some(named) = &named => {
                let (value, driver) = match named {
                    NamedJob::Id(id) => (id.as_str().into(), "jobs WHERE jobs.id = ?"),
                    NamedJob::PullRequest(pull_request) => (
                        i64::from(*pull_request).into(),
                        "jobs INDEXED BY jobs_pull_request WHERE jobs.pull_request = ?",
                    ),
                };
                params.push(value);
                (driver, "jobs.number")
            }
            (Some(query), _) => {
                params.push(query.as_str().into());
                ("search CROSS JOIN jobs ON jobs.number = search.rowid WHERE search MATCH ?", "search.rowid")
            }
            (None, Some(label)) => {
                params.push(label.as_str().into());
                ("labels CROSS JOIN jobs ON jobs.number = labels.job WHERE labels.label = ?", "labels.job")
            }
            (None, None) if filter.ended_since.is_some() || filter.ended_until.is_some() => {
                // Without statistics, SQLite would walk the whole list in its order rather than sort what ended.
                ("jobs INDEXED BY jobs_ended WHERE jobs.ended_at IS NOT NULL", "jobs.number")
            }
            (None, None) => ("jobs WHERE TRUE", "jobs.number"),
        };
        let mut from = format!("{driver} AND jobs.is_hidden = ?");
        params.push(i64::from(filter.hidden).into());
        let mut narrow = |condition: &str, value: Value| {
            from.push_str(" AND ");
            from.push_str(condition);
            params.push(value);
        };
        if let Some(status) = &filter.status {
            narrow("jobs.status = ?", status.as_str().into());
        }
        if let Some(author) = &filter.author {
            narrow("jobs.author = ?", author.0.as_str().into());
        }
        if let (Some(label), true) = (&filter.label, filter.text.is_some()) {
            narrow("jobs.number IN (SELECT job FROM labels WHERE label = ?)", label.as_str().into());
        }
        if let Some(since) = filter.ended_since {
            narrow("jobs.ended_at >= ?", since.0.into());
        }
        if let Some(until) = filter.ended_until {
            narrow("jobs.ended_at < ?", until.0.into());
        }
        // Numbers and times rise together, so each time becomes a number, by which the list is cut.
        if let Some(since) = filter.added_since {
            let first = "SELECT number FROM jobs WHERE added_at >= ? ORDER BY added_at, number LIMIT 1";
            narrow(&format!("{number} >= ({first})"), since.0.into());
        }
        if let Some(until) = filter.added_until {
            let last =
                "SELECT number FROM jobs WHERE added_at < ? ORDER BY added_at DESC, number DESC LIMIT 1";
            narrow(&format!("{number} <= ({last})"), until.0.into());
        }
        let (after, direction) = match filter.sort {
            JobSort::Newest => ("<", "DESC"),
            JobSort::Oldest => (">", "ASC"),
        };
        if let Some(before) = &filter.before {
            narrow(
                &format!("{number} {after} (SELECT number FROM jobs WHERE id = ?)"),
                before.as_str().into(),
            );
        }
        let limit = filter.limit.unwrap_or(JobFilter::LIMIT).min(JobFilter::LIMIT_MAX);
        from.push_str(&format!(" ORDER BY {number} {direction} LIMIT ?"));
        params.push((i64::from(limit) + 1).into());
        let mut jobs = self.jobs().list(&from, &params)?;
        let has_more = budget.truncate(&mut jobs, limit as usize);
        Ok(ListedJobs { jobs, has_more })
    }
}
