//! Unique visitors day by day.

use std::rc::Rc;

use docket_core::analytics::Lookup;
use docket_wire::{BackfillKind, Day, Interval, ProjectId, Span, Trend, TrendDay, UnixMs};
use futures_util::future::join;

use super::fetch::NoPage;
use super::{OpenAnalytics, summary};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::time_zone::Zone;

/// A day's totals come with any page; this is the smallest.
const ROWS: u32 = 1;

impl OpenAnalytics {
    pub(super) async fn trend(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &[(&str, &str)],
        wish: Lookup,
    ) -> Result<Reply, Failure> {
        let span = Span::from_pairs(pairs.iter().copied())?;
        let zone = Zone::named(span.zone())?;
        let days = begun(&span, &zone, clock::now());

        // The newest two may be asked for while somebody waits: today, and one that ended since. The others are gathered.
        let mut wanted = Vec::new();
        for (_, interval) in days.iter().take(2) {
            let is_wanted = match self.core.totals(project, interval)? {
                Some(kept) => !self.is_fresh(interval, kept)? || (wish.force_refresh && wanted.is_empty()),
                None => true,
            };
            if is_wanted {
                wanted.push(interval);
            }
        }
        let mut wanted = wanted.into_iter();
        // A single day's page asks for its summary at the same time: the same request is the same call.
        let limit = if span.len() == 1 { summary::ROWS } else { ROWS };
        let mut next = || self.asked_for(project, wanted.next(), limit, wish);
        let (first, second) = join(next(), next()).await;
        let failure = first.err().or(second.err());

        let days = days.into_iter().rev().map(|(day, interval)| self.day(project, day, interval));
        let days = days.collect::<Result<Vec<_>, _>>()?;
        if let Some(failure) = failure
            && days.iter().all(|day| day.totals.is_none())
        {
            return Err(failure.into());
        }
        let now = clock::now();
        let is_missing = |day: &&TrendDay| match day.checked_at {
            Some(checked_at) => !day.interval.is_over(checked_at) && day.interval.is_over(now),
            None => true,
        };
        let missing = u32::try_from(days.iter().filter(is_missing).count()).unwrap_or(u32::MAX);
        let backfill_error = match missing {
            0 => None,
            _ => self.core.backfill_error(project, BackfillKind::Days, &span, now)?,
        };
        let trend = Trend {
            missing,
            backfill_error,
            backfill: self.core.backfill(project, BackfillKind::Days, &span, now)?,
            zone: span.zone().clone(),
            days,
            budget: self.core.budget_view(now)?,
        };
        Ok(Reply::json(200, &trend))
    }

    async fn asked_for(
        self: &Rc<Self>,
        project: &ProjectId,
        interval: Option<&Interval>,
        limit: u32,
        wish: Lookup,
    ) -> Result<(), NoPage> {
        match interval {
            Some(interval) => self.figures(project, interval, limit, wish).await.map(drop),
            None => Ok(()),
        }
    }

    fn day(&self, project: &ProjectId, day: Day, interval: Interval) -> Result<TrendDay, Failure> {
        let kept = self.core.totals(project, &interval)?;
        let checked_at = kept.map(|kept| kept.checked_at);
        Ok(TrendDay {
            day,
            totals: kept.map(|kept| kept.totals),
            partial: !interval.is_over(checked_at.unwrap_or_else(clock::now)),
            checked_at,
            interval,
        })
    }
}

/// The days of a span that began already and were not skipped, the newest first.
pub(super) fn begun(span: &Span, zone: &Zone, now: UnixMs) -> Vec<(Day, Interval)> {
    span.newest_first()
        .filter_map(|day| Some((day, Interval::of_day(day, span.zone(), zone)?)))
        .filter(|(_, interval)| interval.from.instant() <= now)
        .collect()
}
