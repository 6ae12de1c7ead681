//! Reads of a trend: unique visitors per day.

use docket_wire::{BackfillKind, Day, Interval, ProjectId, Span, Trend, TrendDay, UnixMs, UtcOffsets};

use super::TotalsRead;
use super::day_rows::is_day_missing;
use crate::analytics::tables::PAGE_ROWS;
use crate::analytics::{Analytics, BackfillKey, CachedTotals, FetchError, LookupOptions};
use crate::storage::{Database, DatabaseError};

/// The totals come with any page, so the smallest one is enough for a site whose pages are too large to be read.
const ROWS_MIN: u32 = 1;
/// The newest days that a read requests while a person waits: today and yesterday. A backfill loads the others.
pub(super) const DAYS_AT_ONCE: usize = 2;

/// The days of a span that have begun and that its zone's clocks did not skip, newest first.
pub fn days_begun(span: &Span, zone: &impl UtcOffsets, now: UnixMs) -> Vec<(Day, Interval)> {
    span.newest_first()
        .filter_map(|day| Some((day, Interval::of_day(day, span.zone(), zone)?)))
        .filter(|(_, interval)| interval.from.instant() <= now)
        .collect()
}

impl<D: Database> Analytics<D> {
    /// The reads of a trend, which can run concurrently: the newest days that are not fresh.
    pub fn trend_reads(
        &self,
        project: &ProjectId,
        days: &[(Day, Interval)],
        lookup: &LookupOptions,
        now: UnixMs,
    ) -> Result<Vec<TotalsRead>, DatabaseError> {
        let rows = self.day_rows(project, now)?;
        let mut reads = Vec::new();
        for (_, interval) in days.iter().take(DAYS_AT_ONCE) {
            let is_wanted = match self.totals().get(project, interval)? {
                Some(totals) => {
                    !self.are_totals_fresh(interval, totals, now)?
                        || (lookup.is_refresh() && reads.is_empty())
                }
                None => true,
            };
            if is_wanted {
                reads.push(TotalsRead::new(project.clone(), interval.clone(), rows, lookup.clone()));
            }
        }
        Ok(reads)
    }

    /// The rows that a request for the totals of a day asks for: a full page, for the trends of single pages and
    /// because the console requests the summary of a single day at the same time. A page that is too large costs a
    /// second request for the totals, so for a day after one, the requests of the project ask for the totals only.
    pub(crate) fn day_rows(&self, project: &ProjectId, now: UnixMs) -> Result<u32, DatabaseError> {
        Ok(if self.had_too_large(project, now)? { ROWS_MIN } else { PAGE_ROWS })
    }

    /// The trend from stored totals. `failure` is the error of a read that failed.
    ///
    /// # Errors
    /// `failure`, if no day has totals; or if storage fails.
    pub fn trend(
        &self,
        project: &ProjectId,
        span: &Span,
        days: Vec<(Day, Interval)>,
        failure: Option<FetchError>,
        now: UnixMs,
    ) -> Result<Trend, FetchError> {
        let intervals: Vec<_> = days.iter().map(|(_, interval)| interval).collect();
        let totals = self.totals().of_each(project, &intervals)?;
        let days = days.into_iter().zip(totals).rev();
        let days: Vec<_> =
            days.map(|((day, interval), totals)| trend_day(day, interval, totals, now)).collect();
        if let Some(failure) = failure
            && days.iter().all(|day| day.totals.is_none())
        {
            return Err(failure);
        }
        let is_missing = |day: &&TrendDay| is_day_missing(&day.interval, day.checked_at, now);
        let missing = u32::try_from(days.iter().filter(is_missing).count()).unwrap_or(u32::MAX);
        let key = BackfillKey::new(project, BackfillKind::Days, span);
        let backfill_error = match missing {
            0 => None,
            _ => self.backfill_error(key, now)?,
        };
        Ok(Trend {
            missing,
            backfill_error,
            cost: self.days_cost(key, missing, now)?,
            backfill: self.backfill_progress(key, now)?,
            zone: span.zone().clone(),
            days,
            budget: self.budget_view(now)?,
        })
    }
}

fn trend_day(day: Day, interval: Interval, totals: Option<CachedTotals>, now: UnixMs) -> TrendDay {
    let checked_at = totals.map(|totals| totals.checked_at);
    TrendDay {
        day,
        totals: totals.map(|totals| totals.totals),
        partial: !interval.is_over(checked_at.unwrap_or(now)),
        checked_at,
        interval,
    }
}
