//! Which index serves a list of jobs, so that a page costs what is on it.

use docket_wire::{JobFilter, JobSort, NamedJob};

use crate::storage::Value;

/// What the text of a search means.
#[derive(Debug)]
pub(crate) enum JobSearch {
    /// There is no text.
    Everything,
    /// The text names a job, or those of a pull request.
    Named(NamedJob),
    /// The text has words, as a query of [`search_query`](super::search_query).
    Words(String),
}

/// The list of jobs as a query. It walks an index in the order of the list, so that a page costs what is on it, not what
/// is in the ledger; a list of jobs by their end costs what ended in that time.
#[derive(Debug)]
pub(crate) struct JobQuery {
    /// What follows `FROM`.
    from: String,
    params: Vec<Value>,
    /// The column of the walked index that has the jobs' numbers.
    number: &'static str,
}

impl JobQuery {
    /// The jobs that match a search and a filter, in its order.
    pub(crate) fn new(search: &JobSearch, filter: &JobFilter) -> Self {
        let mut query = Self::driven(search, filter);
        query.narrow("jobs.is_hidden = ?", i64::from(filter.hidden).into());
        query.narrow_by_values(search, filter);
        query.narrow_by_times(filter);
        query.sort(filter);
        query
    }

    /// The most selective condition drives the query: SQLite keeps the order of a CROSS JOIN.
    fn driven(search: &JobSearch, filter: &JobFilter) -> Self {
        let (from, number, value) = match (search, &filter.label) {
            (JobSearch::Named(NamedJob::Id(id)), _) => {
                ("jobs WHERE jobs.id = ?", "jobs.number", Some(id.as_str().into()))
            }
            (JobSearch::Named(NamedJob::PullRequest(pull_request)), _) => (
                "jobs INDEXED BY jobs_pull_request WHERE jobs.pull_request = ?",
                "jobs.number",
                Some(i64::from(*pull_request).into()),
            ),
            (JobSearch::Words(words), _) => (
                "search CROSS JOIN jobs ON jobs.number = search.rowid WHERE search MATCH ?",
                "search.rowid",
                Some(words.as_str().into()),
            ),
            (JobSearch::Everything, Some(label)) => (
                "labels CROSS JOIN jobs ON jobs.number = labels.job WHERE labels.label = ?",
                "labels.job",
                Some(label.as_str().into()),
            ),
            (JobSearch::Everything, None) if filter.ended_since.is_some() || filter.ended_until.is_some() => {
                // Without statistics, SQLite would walk the whole list in its order rather than sort what ended.
                ("jobs INDEXED BY jobs_ended WHERE jobs.ended_at IS NOT NULL", "jobs.number", None)
            }
            (JobSearch::Everything, None) => ("jobs WHERE TRUE", "jobs.number", None),
        };
        Self { from: from.to_owned(), params: value.into_iter().collect(), number }
    }

    fn narrow_by_values(&mut self, search: &JobSearch, filter: &JobFilter) {
        if let Some(status) = &filter.status {
            self.narrow("jobs.status = ?", status.as_str().into());
        }
        if let Some(author) = &filter.author {
            self.narrow("jobs.author = ?", author.0.as_str().into());
        }
        // Without a text, the label drives the query.
        if let (Some(label), true) = (&filter.label, !matches!(search, JobSearch::Everything)) {
            self.narrow("jobs.number IN (SELECT job FROM labels WHERE label = ?)", label.as_str().into());
        }
    }

    fn narrow_by_times(&mut self, filter: &JobFilter) {
        let number = self.number;
        if let Some(since) = filter.ended_since {
            self.narrow("jobs.ended_at >= ?", since.0.into());
        }
        if let Some(until) = filter.ended_until {
            self.narrow("jobs.ended_at < ?", until.0.into());
        }
        // Numbers and times rise together, so each time becomes a number, by which the list is cut.
        if let Some(since) = filter.added_since {
            let first = "SELECT number FROM jobs WHERE added_at >= ? ORDER BY added_at, number LIMIT 1";
            self.narrow(&format!("{number} >= ({first})"), since.0.into());
        }
        if let Some(until) = filter.added_until {
            let last =
                "SELECT number FROM jobs WHERE added_at < ? ORDER BY added_at DESC, number DESC LIMIT 1";
            self.narrow(&format!("{number} <= ({last})"), until.0.into());
        }
    }

    /// Sorts the list, and starts it after the last job of the page before.
    fn sort(&mut self, filter: &JobFilter) {
        let number = self.number;
        let (after, direction) = match filter.sort {
            JobSort::Newest => ("<", "DESC"),
            JobSort::Oldest => (">", "ASC"),
        };
        if let Some(before) = &filter.before {
            let last = "SELECT number FROM jobs WHERE id = ?";
            self.narrow(&format!("{number} {after} ({last})"), before.as_str().into());
        }
        self.from.push_str(&format!(" ORDER BY {number} {direction}"));
    }

    fn narrow(&mut self, condition: &str, value: Value) {
        self.from.push_str(" AND ");
        self.from.push_str(condition);
        self.params.push(value);
    }

    /// What follows `FROM` for the first jobs, and its parameters.
    pub(super) fn first(mut self, limit: u32) -> (String, Vec<Value>) {
        self.from.push_str(" LIMIT ?");
        self.params.push(i64::from(limit).into());
        (self.from, self.params)
    }
}
