//! Rows of a range: in the service's order as soon as they are there, and in any other once all of them are.

use std::ops::Range;
use std::rc::Rc;

use docket_core::analytics::Lookup;
use docket_core::analytics::tables::{AvailableTables, Table, TableKey, pages_of};
use docket_wire::{BackfillKind, ProjectId, Rows, RowsQuery, Span};

use super::fetch::NoPage;
use super::tables::{TargetTable, gone, subject};
use super::{OpenAnalytics, with_age};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

/// A table of so many pages is asked for at once by whoever wants it sorted.
const PAGES_AT_ONCE: u32 = 4;

/// A table to show, and whether a newer one could not be had.
pub(super) struct Shown {
    pub(super) table: Table,
    pub(super) is_stale: bool,
}

impl OpenAnalytics {
    pub(super) async fn rows(
        self: &Rc<Self>,
        project: &ProjectId,
        pairs: &[(&str, &str)],
        wish: Lookup,
    ) -> Result<Reply, Failure> {
        let query = RowsQuery::from_pairs(pairs.iter().copied())?;
        let (span, subject) = subject(project, pairs)?;
        let shown = match self.whole(&subject, &span, &query, wish)? {
            Some(shown) => shown,
            None => {
                let pages =
                    if query.needs_all() { 0..PAGES_AT_ONCE } else { pages_of(query.offset, limit(&query)) };
                self.with_pages(&subject, &span, pages, wish).await?
            }
        };
        self.told(subject, &span, &query, shown)
    }

    fn told(
        &self,
        subject: TableKey,
        span: &Span,
        query: &RowsQuery,
        shown: Shown,
    ) -> Result<Reply, Failure> {
        let Shown { table, is_stale } = shown;
        let now = clock::now();
        self.core.tables().used(table.id, now)?;
        let (skip, take) = (places(query.offset), places(limit(query).into()));
        let (mut rows, mut folders, mut matched) = (Vec::new(), Vec::new(), table.rows);
        if query.needs_all() {
            let chosen = self.core.tables().choose(&table, query)?;
            if query.by_folder {
                folders = self.core.tables().folders(&chosen, query)?;
                matched = count(folders.len());
                folders.drain(..skip.min(folders.len()));
                folders.truncate(take);
            } else {
                let behind = chosen.get(skip..).unwrap_or_default();
                rows = self.core.tables().rows(behind.get(..take).unwrap_or(behind))?;
                matched = count(chosen.len());
            }
        } else {
            rows = self.core.tables().in_order(&table, query.offset, limit(query))?;
        }
        let backfill_error = match table.is_complete() {
            true => None,
            false => self.core.backfill_error(&subject.project, BackfillKind::Paths, span, now)?,
        };
        let reply = Rows {
            backfill_error,
            partial: !subject.interval.is_over(table.fetched_from),
            backfill: self.core.backfill(&subject.project, BackfillKind::Paths, span, now)?,
            interval: subject.interval,
            rows,
            folders,
            matched,
            loaded: table.rows,
            complete: table.is_complete(),
            pages_loaded: table.pages,
            duplicates_dropped: table.duplicates_dropped,
            totals_changed: table.totals_changed,
            fetched_from: table.fetched_from,
            fetched_to: table.fetched_to,
            stale: is_stale,
            totals: table.totals,
            budget: self.core.budget_view(now)?,
        };
        Ok(with_age(Reply::json(200, &reply), table.fetched_from, is_stale))
    }

    /// The table for those who need all of it, if it is there: an old one as well, unless it is so small that it is asked
    /// for at once.
    fn whole(
        &self,
        subject: &TableKey,
        span: &Span,
        query: &RowsQuery,
        wish: Lookup,
    ) -> Result<Option<Shown>, Failure> {
        if !query.needs_all() {
            return Ok(None);
        }
        let AvailableTables { current, whole } =
            self.held(subject, self.is_backfilling(&subject.project, span)?)?;
        let Some(table) = whole else { return Ok(None) };
        let is_stale = current.is_none_or(|current| current.id != table.id);
        let is_good = !is_stale && !wish.force_refresh;
        Ok((is_good || table.pages > PAGES_AT_ONCE).then_some(Shown { table, is_stale }))
    }

    /// The table that is good now, of which these pages are there, unless it has fewer. If they can't be had, an old one.
    pub(super) async fn with_pages(
        self: &Rc<Self>,
        subject: &TableKey,
        span: &Span,
        pages: Range<u32>,
        wish: Lookup,
    ) -> Result<Shown, NoPage> {
        let is_backfilling = self.is_backfilling(&subject.project, span).map_err(NoPage::Inside)?;
        let into = TargetTable::Current { is_backfilling, since: wish.force_refresh.then(clock::now) };
        let mut table = None;
        for page in pages {
            match self.have_page(subject, into, page, wish).await {
                Ok(had) => {
                    let is_last = had.last_page.is_some_and(|last| page >= last);
                    table = Some(had);
                    if is_last {
                        break;
                    }
                }
                Err(none) => {
                    let held = self.held(subject, is_backfilling).map_err(NoPage::Inside)?;
                    return instead(held.whole, table, none);
                }
            }
        }
        table.map(|table| Shown { table, is_stale: false }).ok_or(NoPage::Inside(gone()))
    }
}

/// What to show if a page could not be had: an older table that is whole, or what is held. But failures that do not
/// pass have to be seen.
fn instead(whole: Option<Table>, table: Option<Table>, none: NoPage) -> Result<Shown, NoPage> {
    let passes = match &none {
        NoPage::Spent { .. } => true,
        NoPage::Call(failure) => failure.passes(),
        NoPage::Inside(_) => false,
    };
    match whole.map(|table| Shown { table, is_stale: true }) {
        Some(whole) if passes => Ok(whole),
        _ => match table {
            Some(table) if passes && table.pages > 0 => Ok(Shown { table, is_stale: false }),
            _ => Err(none),
        },
    }
}

fn limit(query: &RowsQuery) -> u32 {
    query.limit.unwrap_or(RowsQuery::LIMIT)
}

fn places(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
