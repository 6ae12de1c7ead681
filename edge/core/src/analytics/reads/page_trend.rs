//! Reads of the trend of a page: its unique visitors per day, among the first rows of each day.

use docket_wire::{BackfillKind, Day, Interval, PageDay, PageDayRead, PageTrend, ProjectId, Span, UnixMs};

use super::day_rows::{DayRowsRead, is_day_missing};
use super::trend::DAYS_AT_ONCE;
use crate::analytics::tables::RowsByDay;
use crate::analytics::{Analytics, BackfillKey, FetchError, LookupOptions};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// The reads of a page's trend: the newest days, unless their rows are fresh. They can run concurrently. The trend of all
    /// pages makes the same requests, so their responses are usually cached.
    pub fn page_trend_reads(
        &self,
        project: &ProjectId,
        days: &[(Day, Interval)],
        lookup: &LookupOptions,
        now: UnixMs,
    ) -> Result<Vec<DayRowsRead>, DatabaseError> {
        let mut reads = Vec::new();
        for (_, interval) in days.iter().take(DAYS_AT_ONCE) {
            let is_fresh = match self.tables().day_checked_at(project, interval)? {
                Some(checked_at) => self.is_fresh(Some(interval.to.instant()), checked_at, now)?,
                None => false,
            };
            if !is_fresh || (lookup.is_refresh() && reads.is_empty()) {
                reads.push(DayRowsRead::new(project.clone(), interval.clone(), lookup.clone()));
            }
        }
        Ok(reads)
    }

    /// The trend of a page from stored rows. `failure` is the error of a read that failed.
    ///
    /// # Errors
    /// `failure`, if no day has rows; or if storage fails.
    pub fn page_trend(
        &self,
        project: &ProjectId,
        path: &str,
        span: &Span,
        days: Vec<(Day, Interval)>,
        failure: Option<FetchError>,
        now: UnixMs,
    ) -> Result<PageTrend, FetchError> {
        let stored = match (days.last(), days.first()) {
            // The newest day is the first.
            (Some((_, first)), Some((_, last))) => {
                self.tables().days_between(project, first.from.instant(), last.to.instant())?
            }
            _ => RowsByDay::new(),
        };
        let id = self.tables().id_of(path)?;
        let kind = BackfillKind::DayPaths;
        let key = BackfillKey::new(project, kind, span);
        let (mut missing, mut shown) = (Vec::new(), Vec::new());
        for (day, interval) in days.into_iter().rev() {
            let rows = stored.get(&(interval.from.instant().0, interval.to.instant().0));
            let checked_at = rows.map(|rows| rows.checked_at);
            if is_day_missing(&interval, checked_at, now) {
                missing.push((interval.from.to_string(), interval.to.to_string()));
            }
            let read = match rows {
                Some(rows) => {
                    let (count, totals) = rows.read(id)?;
                    Some(PageDayRead { totals, rows: count, checked_at: rows.checked_at })
                }
                None => None,
            };
            shown.push(PageDay {
                day,
                partial: !interval.is_over(checked_at.unwrap_or(now)),
                interval,
                read,
            });
        }
        if let Some(failure) = failure
            && shown.iter().all(|day| day.read.is_none())
        {
            return Err(failure);
        }
        let backfill_error = if missing.is_empty() { None } else { self.backfill_error(key, now)? };
        Ok(PageTrend {
            path: path.to_owned(),
            zone: span.zone().clone(),
            days: shown,
            missing: u32::try_from(missing.len()).unwrap_or(u32::MAX),
            backfill_error,
            cost: self.days_cost(key, self.days_to_load(key, &missing, now)?, now)?,
            backfill: self.backfill_progress(key, now)?,
            budget: self.budget_view(now)?,
        })
    }
}
