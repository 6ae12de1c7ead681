//! Path tables: page by page from the service.

use std::rc::Rc;

use docket_core::analytics::tables::{AvailableTables, NotKept, PAGES_MAX, Table, TableKey};
use docket_core::analytics::{Lookup, Priority, request_key};
use docket_core::upstream::response::{CallFailure, Unreadable};
use docket_wire::{BackfillKind, ProblemCode, ProjectId, Span, UnixMs};

use super::OpenAnalytics;
use super::fetch::{NoPage, read};
use super::summary::interval;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::platform::time_zone::Zone;

/// Where a page of a table belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetTable {
    /// This table, which stays what it is however long it takes.
    Table(i64),
    /// The table that is good now, or a new one.
    Current {
        /// Whether it is being gathered, and is good for that reason.
        is_backfilling: bool,
        /// Begun at this moment or later; any if it is absent.
        since: Option<UnixMs>,
    },
}

/// The days that a query is about, and the tables of them.
pub(super) fn subject(project: &ProjectId, pairs: &[(&str, &str)]) -> Result<(Span, TableKey), Failure> {
    let span = Span::from_pairs(pairs.iter().copied())?;
    let interval = interval(&span, &Zone::named(span.zone())?)?;
    Ok((span, TableKey::new(project.clone(), interval)))
}

/// The table was dropped while somebody wanted more of it.
pub(super) fn gone() -> Failure {
    Failure::new(ProblemCode::TableExpired, "This table is not held any more. Begin a new export.")
}

impl OpenAnalytics {
    /// Whether all rows of a span are being gathered.
    pub(super) fn is_backfilling(&self, project: &ProjectId, span: &Span) -> Result<bool, Failure> {
        Ok(self.core.backfill(project, BackfillKind::Paths, span, clock::now())?.is_some())
    }

    /// The tables that there are.
    pub(super) fn held(&self, subject: &TableKey, is_backfilling: bool) -> Result<AvailableTables, Failure> {
        let now = clock::now();
        Ok(self.core.tables().held(subject, is_backfilling, &|at| self.core.is_fresh(None, at, now))?)
    }

    /// Sees to it that a page of a table is held. Brings the table.
    pub(super) async fn have_page(
        self: &Rc<Self>,
        subject: &TableKey,
        into: TargetTable,
        page: u32,
        wish: Lookup,
    ) -> Result<Table, NoPage> {
        let table = self.table_for(subject, into)?;
        if let Some(table) = table
            && (table.last_page.is_some_and(|last| page > last)
                || self.core.tables().has_page(table.id, page)?)
        {
            return Ok(table);
        }
        if page >= PAGES_MAX {
            return Err(NoPage::Call(CallFailure::Unreadable(Unreadable::TooLarge)));
        }
        // A table is not put together of old pages and new ones.
        let query = subject.page(page);
        let kept = self.fresh_page(&subject.project, &query, wish).await?;
        // In the meantime somebody else may have begun the table, or dropped it.
        let table = match self.table_for(subject, into)? {
            Some(table) => table,
            None => self.core.tables().begin(subject, clock::now())?,
        };
        let answer = read(&kept)?;
        if wish.priority == Priority::Export && answer.has_more && !answer.visitors.is_empty() {
            // The service works on the next page while this one is kept and written. If that goes wrong, so does asking
            // for it in its turn.
            let _ = self.ask_ahead(subject, table.id, page.saturating_add(1), wish);
        }
        let table = self.core.tables().keep(table.id, subject, page, &answer, kept.fetched_at);
        let table = table.map_err(|error| match error {
            NotKept::Database(error) => error.into(),
            NotKept::Gone => NoPage::Inside(gone()),
            NotKept::TooLong => NoPage::Call(CallFailure::Unreadable(Unreadable::TooLarge)),
        })?;
        if page > 0 {
            // The table has its rows now, in a hundredth of the room; else one large table would push out the answers
            // that stand in for others.
            self.core.forget(&request_key(&subject.project, &query))?;
        }
        Ok(table)
    }

    /// Asks for a page that will be wanted next, without waiting for it: whoever wants it finds it kept or under way.
    fn ask_ahead(
        self: &Rc<Self>,
        subject: &TableKey,
        table: i64,
        page: u32,
        wish: Lookup,
    ) -> Result<(), NoPage> {
        if page < PAGES_MAX && !self.core.tables().has_page(table, page)? {
            self.ask(&subject.project, &subject.page(page), wish)?;
        }
        Ok(())
    }

    fn table_for(&self, subject: &TableKey, into: TargetTable) -> Result<Option<Table>, NoPage> {
        match into {
            TargetTable::Table(id) => match self.core.tables().by_id(id, subject)? {
                Some(table) => Ok(Some(table)),
                None => Err(NoPage::Inside(gone())),
            },
            TargetTable::Current { is_backfilling, since } => {
                let current = self.held(subject, is_backfilling).map_err(NoPage::Inside)?.current;
                Ok(current.filter(|table| since.is_none_or(|since| table.id >= since.0)))
            }
        }
    }
}
