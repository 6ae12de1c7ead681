//! What retention would delete.

use docket_wire::{JobsRetention, RetentionQuery, UnixMs};

use super::LedgerRetention;
use crate::jobs::store::{ExpiredCount, Expiring};
use crate::retention::rule;
use crate::storage::{Database, DatabaseError};

impl<D: Database> LedgerRetention<'_, D> {
    /// How long the settings store data, and what retention would delete now. Days in the query replace those of the settings. Reads
    /// a bounded number of rows.
    pub fn preview(&self, query: &RetentionQuery, now: UnixMs) -> Result<JobsRetention, DatabaseError> {
        let set = self.settings;
        let count = |what| move |before| self.count_expired(before, what);
        Ok(JobsRetention {
            jobs: rule(set.jobs_days, query.jobs_days, now, count(Expiring::Jobs))?,
            prompts: rule(set.prompts_days, query.prompts_days, now, count(Expiring::Prompts))?,
            audit: self.audit.retention(query.audit_days, None, now)?,
        })
    }

    fn count_expired(&self, before: UnixMs, what: Expiring) -> Result<(i64, Option<UnixMs>), DatabaseError> {
        let table = self.table();
        let counts = [table.count_jobs(before, what)?, table.count_closed(before, what)?];
        let oldest = counts.iter().filter_map(|count| count.oldest).min();
        Ok((counts.iter().map(|ExpiredCount { count, .. }| count).sum(), oldest))
    }
}
