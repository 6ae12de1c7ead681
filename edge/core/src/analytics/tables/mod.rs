//! Path tables: the visitors of every path over one exact interval, as the service reported them page by page.
//!
//! A dictionary stores the text of each path once, and a table takes a few bytes per row ([`codec`]). The pages of a
//! table are fetched at different times, and rows can move between pages in the meantime: a path that comes twice is
//! stored once and counted as a dropped duplicate, and totals that differ between pages are reported.
//!
//! Nothing here adds up unique visitors.

mod choose;
mod codec;
mod days;
mod dictionary;
mod evict;
mod folders;
mod read;
mod seen_paths;
mod sort;
mod view;
mod write;

use std::cell::RefCell;
use std::rc::Rc;

use docket_wire::{Interval, ProjectId, UnixMs, VisitorTotals, VisitorsQuery};

use crate::storage::Database;

pub use choose::ChosenRows;
pub use codec::{RowEntry, decode, encode};
pub use days::{DayRows, RowsByDay};
pub use dictionary::PATH_BYTES_MAX;
pub use read::AvailableTables;
pub use sort::pages_of;
pub use write::NotStored;

/// Rows per page: the most that the service returns.
pub const PAGE_ROWS: u32 = VisitorsQuery::LIMIT_MAX;
/// Rows per request for a page that is too large to be read at once.
pub const PART_ROWS: u32 = 25;
/// Such requests per page.
pub const PARTS_MAX: u32 = PAGE_ROWS / PART_ROWS;
/// The maximum number of pages of a table: a quarter of a million rows.
pub const PAGES_MAX: u32 = 1000;
/// The size of all tables together, without the dictionary, from which on the least recently used ones are evicted.
const BYTES_MAX: i64 = 64 * 1024 * 1024;
/// The maximum number of paths in the dictionary. Past it, all tables, the rows of days and the dictionary are deleted.
const PATHS_MAX: i64 = 1_000_000;

/// What a table shows: a project's visitors over one exact interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableKey {
    pub project: ProjectId,
    pub interval: Interval,
    name: String,
}

impl TableKey {
    /// The key of a project's visitors over an interval.
    #[must_use]
    pub fn new(project: ProjectId, interval: Interval) -> Self {
        let name = format!("{project} {} {}", interval.from, interval.to);
        Self { project, interval, name }
    }

    /// The query for one page of the table; the first is 0.
    #[must_use]
    pub fn page(&self, page: u32) -> VisitorsQuery {
        self.interval.page(PAGE_ROWS, u64::from(page) * u64::from(PAGE_ROWS))
    }

    /// The query for one part of such a page, with [`PART_ROWS`] rows; the first is 0.
    #[must_use]
    pub fn part(&self, page: u32, part: u32) -> VisitorsQuery {
        let first = u64::from(page) * u64::from(PAGE_ROWS) + u64::from(part) * u64::from(PART_ROWS);
        self.interval.page(PART_ROWS, first)
    }
}

/// The primary key of a table's page.
fn place(table: i64, page: u32) -> i64 {
    table.saturating_mul(PAGES_MAX.into()).saturating_add(page.into())
}

/// A stored table, without its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The id; never reused.
    pub id: i64,
    /// Whether the interval had settled before any of the stored pages was fetched.
    pub is_settled: bool,
    /// The number of the last page, once it is known; the first is 0.
    pub last_page: Option<u32>,
    /// The number of stored pages, up to the last one.
    pub pages: u32,
    /// The number of stored rows, each path once.
    pub rows: u64,
    /// The number of rows that were dropped because an earlier one has the same path.
    pub duplicates_dropped: u64,
    /// The site's totals, from the page that was stored last.
    pub totals: VisitorTotals,
    /// Whether the pages disagree on the totals.
    pub totals_changed: bool,
    /// When the oldest page was fetched.
    pub fetched_from: UnixMs,
    /// When the newest page was fetched.
    pub fetched_to: UnixMs,
}

impl Table {
    /// Whether all pages are stored.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.last_page.is_some_and(|last| self.pages > last)
    }
}

/// The tables of one admin key.
#[derive(Debug)]
pub struct Tables<D> {
    db: Rc<D>,
    /// The paths of the table that was written last.
    seen: RefCell<Option<seen_paths::SeenPaths>>,
    /// The rows that were chosen last, because a console that scrolls requests the same order again.
    chosen: RefCell<Option<(choose::Choice, ChosenRows)>>,
}

impl<D: Database> Tables<D> {
    /// The tables in a database that has the newest schema.
    pub(super) fn new(db: Rc<D>) -> Self {
        Self { db, seen: RefCell::default(), chosen: RefCell::default() }
    }
}
