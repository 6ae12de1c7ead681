//! Path tables: every page's visitors over one exact interval, as the service gave them page by page.
//!
//! The text of each path is kept once, in a dictionary; a table is a few hundred bytes for each page of rows
//! ([`codec`]). The pages of a table are asked for at different moments, and meanwhile rows move: a path that comes
//! twice is kept once and counted as shifted, and totals that are not the same on every page are reported.
//!
//! Unique visitors are never added up here, over pages or over anything else.

mod codec;
mod find;
mod folders;
mod paths;
mod select;
mod store;

use std::cell::RefCell;
use std::rc::Rc;

use docket_wire::{Interval, ProjectId, UnixMs, VisitorTotals, VisitorsQuery};

use crate::storage::Database;

pub use codec::{Entry, decode, encode};
pub use find::AvailableTables;
pub use select::pages_of;
pub use store::NotStored;

/// Rows that are asked for at once: the most that the service gives.
pub const PAGE_ROWS: u32 = VisitorsQuery::LIMIT_MAX;
/// Pages of a table at most: a quarter of a million rows.
pub const PAGES_MAX: u32 = 1000;
/// Bytes of all tables together, without the dictionary. What was used longest ago is dropped first.
const BYTES_MAX: i64 = 64 * 1024 * 1024;
/// Paths in the dictionary, at most; past that everything is begun anew.
const PATHS_MAX: i64 = 1_000_000;

/// What a table is about: a project's visitors over one exact interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableKey {
    /// Whose.
    pub project: ProjectId,
    /// From when to when.
    pub interval: Interval,
    name: String,
}

impl TableKey {
    /// The visitors of a project over an interval.
    #[must_use]
    pub fn new(project: ProjectId, interval: Interval) -> Self {
        let name = format!("{project} {} {}", interval.from, interval.to);
        Self { project, interval, name }
    }

    /// What to ask the service for one of its pages; the first is 0.
    #[must_use]
    pub fn page(&self, page: u32) -> VisitorsQuery {
        self.interval.page(PAGE_ROWS, u64::from(page) * u64::from(PAGE_ROWS))
    }
}

/// Where in storage a page of a table is.
fn place(table: i64, page: u32) -> i64 {
    table.saturating_mul(PAGES_MAX.into()).saturating_add(page.into())
}

/// What is known of a table, rows aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its number; never given twice.
    pub id: i64,
    /// Whether the interval was over and counted to the end before the first page was asked for.
    pub settled: bool,
    /// The last page, once that is known; the first is 0.
    pub last_page: Option<u32>,
    /// Pages that are held, up to the last one.
    pub pages: u32,
    /// Rows that are held, each path once.
    pub rows: u64,
    /// Rows that were dropped, since their path was held already.
    pub duplicates_dropped: u64,
    /// The site's totals, as the page that was asked for last has them.
    pub totals: VisitorTotals,
    /// Whether pages had different totals.
    pub totals_changed: bool,
    /// When the first page was asked for.
    pub fetched_from: UnixMs,
    /// When the last one was.
    pub fetched_to: UnixMs,
}

impl Table {
    /// Whether all pages are held.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.last_page.is_some_and(|last| self.pages > last)
    }
}

/// The tables of one admin key.
#[derive(Debug)]
pub struct Tables<D> {
    db: Rc<D>,
    /// The paths that the table written last has already.
    seen: RefCell<Option<store::Seen>>,
    /// The rows chosen last: whoever scrolls asks for the same again.
    chosen: RefCell<Option<(select::Choice, Rc<[Entry]>)>>,
}

impl<D: Database> Tables<D> {
    /// The tables in a database, which has today's schema.
    pub(super) fn new(db: Rc<D>) -> Self {
        Self { db, seen: RefCell::default(), chosen: RefCell::default() }
    }
}
