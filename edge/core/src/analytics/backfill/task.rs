use docket_wire::{BackfillKind, CallerName, Interval, ProjectId, UnixMs, VisitorsQuery};

use crate::analytics::tables::PAGE_ROWS;
use crate::storage::{DatabaseError, Row};

/// One request of a backfill: the totals or first rows of a day, or one page of a range's rows. The request for the
/// next page exists once this page is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillTask {
    pub(super) backfill: i64,
    pub(super) nth: i64,
    pub kind: BackfillKind,
    pub project: ProjectId,
    /// The interval of the totals or rows.
    pub interval: Interval,
    /// The program that started the backfill; `None` for a person.
    pub program: Option<CallerName>,
    /// When the task was taken.
    pub(super) taken_at: UnixMs,
}

impl BackfillTask {
    /// The page of the range's rows; the first is 0.
    #[must_use]
    pub fn page(&self) -> u32 {
        match self.kind {
            BackfillKind::Days | BackfillKind::DayPaths => 0,
            BackfillKind::Paths => u32::try_from(self.nth).unwrap_or(u32::MAX),
        }
    }

    /// The query that this task sends to the service, unless its answer is too large.
    #[must_use]
    pub fn query(&self) -> VisitorsQuery {
        self.interval.page(PAGE_ROWS, u64::from(self.page()) * u64::from(PAGE_ROWS))
    }

    /// Reads the columns `kind`, `backfill`, `nth`, `project`, `date_from`, `date_to` and `program`.
    pub(super) fn read(mut row: Row, taken_at: UnixMs) -> Result<Self, DatabaseError> {
        let unknown_kind = || DatabaseError("a backfill has an unknown kind".to_owned());
        Ok(Self {
            kind: BackfillKind::parse(&row.text()?).ok_or_else(unknown_kind)?,
            backfill: row.integer()?,
            nth: row.integer()?,
            project: row.parsed()?,
            interval: Interval { from: row.parsed()?, to: row.parsed()? },
            program: row.text_or_null()?.map(CallerName),
            taken_at,
        })
    }
}
