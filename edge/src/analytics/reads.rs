//! The routes that read visitors: the service's own operation, summaries, trends and rows.

use std::rc::Rc;

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    CacheEntry, FetchError, LookupOptions, Operation, PageRead, PageRequest, RowsRead, days_begun,
    interval_of,
};
use docket_core::http::target::QueryPairs;
use docket_wire::{
    Comparison, Day, Interval, InvalidParameter, ProjectId, RowsQuery, Span, UnixMs, VisitorsQuery, page_path,
};
use futures_util::future::join;

use super::open_analytics::OpenAnalytics;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::storage::sql::Sql;
use crate::platform::time_zone::Zone;
use crate::platform::{clock, log};

impl OpenAnalytics {
    /// Answers the service's own operation, whose answer is passed on verbatim.
    pub(super) async fn visitors(
        self: &Rc<Self>,
        project: ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let query = VisitorsQuery::from_pairs(pairs)?;
        let mut read = PageRead::new(PageRequest { project, query, lookup });
        let CacheEntry { body, fetched_at, is_stale } = self.run(&mut read).await?;
        Ok(Reply::json_text(200, body).aged(fetched_at, is_stale))
    }

    pub(super) async fn summary(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let span = Span::from_pairs(pairs)?;
        let zone = Zone::named(span.zone())?;
        let comparison = Comparison::from_pairs(pairs)?;
        let mut reads = self.core.summary_reads(project, &span, comparison, &zone, lookup)?;
        let compared = async {
            match self.run(reads.compared.as_mut()?).await {
                Ok(totals) => Some((reads.compared_interval?, totals)),
                // Without a comparison, the summary still answers.
                Err(error) => {
                    if let FetchError::Storage(error) = error {
                        log::error(&error.to_string());
                    }
                    None
                }
            }
        };
        let (totals, compared) = join(self.run(&mut reads.range), compared).await;
        let summary = self.core.summary(reads.interval, totals?, compared, clock::now())?;
        Ok(Reply::json(200, &summary).aged(summary.checked_at, summary.stale))
    }

    pub(super) async fn trend(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let now = clock::now();
        let (span, days) = begun_days(pairs, now)?;
        let reads = self.core.trend_reads(project, &days, &lookup, now)?;
        let failure = self.run_both(reads).await;
        let is_stale = failure.is_some();
        let trend = self.core.trend(project, &span, days, failure, clock::now())?;
        let checked_at = trend.days.iter().rev().find_map(|day| day.checked_at);
        Ok(Reply::json(200, &trend).aged_if_known(checked_at, is_stale))
    }

    pub(super) async fn page_trend(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let path = page_path(pairs)?;
        let now = clock::now();
        let (span, days) = begun_days(pairs, now)?;
        let reads = self.core.page_trend_reads(project, &days, &lookup, now)?;
        let failure = self.run_both(reads).await;
        let is_stale = failure.is_some();
        let trend = self.core.page_trend(project, path, &span, days, failure, clock::now())?;
        let checked_at = trend.days.iter().rev().find_map(|day| Some(day.read?.checked_at));
        Ok(Reply::json(200, &trend).aged_if_known(checked_at, is_stale))
    }

    /// Runs the reads of a trend concurrently, two at most. Returns the first error: a trend with older days shows none.
    async fn run_both<O: Operation<Sql>>(self: &Rc<Self>, reads: Vec<O>) -> Option<FetchError> {
        let mut reads = reads.into_iter();
        let run = async |read: Option<O>| self.run(&mut read?).await.err();
        let (first, second) = join(run(reads.next()), run(reads.next())).await;
        let failure = first.or(second);
        if let Some(FetchError::Storage(error)) = &failure {
            log::error(&error.to_string());
        }
        failure
    }

    pub(super) async fn rows(
        self: &Rc<Self>,
        project: ProjectId,
        pairs: &QueryPairs,
        lookup: LookupOptions,
    ) -> Result<Reply, Failure> {
        let query = RowsQuery::from_pairs(pairs)?;
        let comparison = Comparison::from_pairs(pairs)?;
        let needs_comparison = query.needs_comparison();
        let (span, key) = table_key(project.clone(), pairs)?;
        let mut read = RowsRead::new(key, span.clone(), query, lookup);
        if needs_comparison {
            let needed =
                || InvalidParameter::new("compare", "must be previous or year, because the view compares");
            let span = span.compared(comparison.ok_or_else(needed)?)?;
            let interval = interval_of(&span, &Zone::named(span.zone())?)?;
            read = read.compared_with(TableKey::new(project, interval), span);
        }
        let rows = self.run(&mut read).await?;
        Ok(Reply::json(200, &rows).aged(rows.fetched_from, rows.stale))
    }
}

/// The span of a query, and its days that have begun.
fn begun_days(pairs: &QueryPairs, now: UnixMs) -> Result<(Span, Vec<(Day, Interval)>), Failure> {
    let span = Span::from_pairs(pairs)?;
    let days = days_begun(&span, &Zone::named(span.zone())?, now);
    Ok((span, days))
}

/// The span of a query, and the key of its table.
pub(super) fn table_key(project: ProjectId, pairs: &QueryPairs) -> Result<(Span, TableKey), Failure> {
    let span = Span::from_pairs(pairs)?;
    let interval = interval_of(&span, &Zone::named(span.zone())?)?;
    Ok((span, TableKey::new(project, interval)))
}
