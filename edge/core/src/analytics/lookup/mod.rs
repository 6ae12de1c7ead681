//! Where a page comes from: the cache, a request that is in flight, or the service.

pub(super) mod options;
mod too_large;

use docket_wire::{
    DAY_MS, DateOrTime, Day, Interval, ProjectId, UnixMs, Utc, VisitorsQuery, VisitorsResponse,
};

use self::options::LookupOptions;
use super::freshness::is_ahead;
use super::tables::PAGE_ROWS;
use super::{Analytics, CacheEntry, FetchPermit};
use crate::metrics::Counter;
use crate::rate_limit::Exhausted;
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::{CallFailure, Unreadable};

/// A page of visitors that an operation needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    pub project: ProjectId,
    /// The range and the page.
    pub query: VisitorsQuery,
    /// How the page is looked up.
    pub lookup: LookupOptions,
}

/// How to answer a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookupDecision {
    /// Answer from the cache. The entry is stale only if the budget is exhausted.
    Hit(CacheEntry),
    /// Wait for the response to the same request, which another caller has sent.
    Join,
    /// Ask the service, and pass its answer to [`Analytics::record_fetch`]. The request is already counted.
    Fetch(FetchPermit),
    /// No request is left, and nothing is cached.
    Exhausted(Exhausted),
    /// The service's answer was too large to be read, and would be again: [`FetchError::TOO_LARGE`].
    TooLarge,
}

/// Why data could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No request is left, and nothing is cached.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    #[error(transparent)]
    Upstream(#[from] CallFailure),
    #[error("the table has expired")]
    TableExpired,
    #[error(transparent)]
    Storage(#[from] DatabaseError),
    /// Docket lost the answer to the request.
    #[error("a request to the service was dropped")]
    Dropped,
}

impl FetchError {
    /// The service's answer is too large to be read.
    pub const TOO_LARGE: Self = Self::Upstream(CallFailure::Unreadable(Unreadable::TooLarge));
    /// The table has more pages than Docket loads.
    pub const TOO_MANY_PAGES: Self = Self::Upstream(CallFailure::Unreadable(Unreadable::TooManyPages));

    /// Whether a stale answer may stand in. A caller has to see that the service rejected the request or the key.
    pub(super) fn is_temporary(&self) -> bool {
        match self {
            Self::Exhausted(_) => true,
            Self::Upstream(failure) => failure.is_temporary(),
            Self::TableExpired | Self::Storage(_) | Self::Dropped => false,
        }
    }
}

impl PageRequest {
    /// The cache key: equal for all requests that get the same answer.
    #[must_use]
    pub fn key(&self) -> String {
        let VisitorsQuery { date_from, date_to, limit, offset } = &self.query;
        let pairs = [
            date_from.as_ref().map(|from| format!("dateFrom={}", date_key(from))),
            date_to.as_ref().map(|to| format!("dateTo={}", date_key(to))),
            limit.filter(|limit| *limit != VisitorsQuery::LIMIT).map(|limit| format!("limit={limit}")),
            offset.filter(|offset| *offset > 0).map(|offset| format!("offset={offset}")),
        ];
        format!("{}?{}", self.project, pairs.into_iter().flatten().collect::<Vec<_>>().join("&"))
    }

    /// The day, if the request asks for the first full page of rows of one day; `None` for any other request.
    fn first_page_of_day(&self) -> Option<Interval> {
        let VisitorsQuery { date_from, date_to, limit, offset } = &self.query;
        let interval = Interval { from: date_from.clone()?, to: date_to.clone()? };
        let is_first = *limit == Some(PAGE_ROWS) && offset.is_none_or(|offset| offset == 0);
        (is_first && interval.is_of_one_day()).then_some(interval)
    }

    /// The end of the range, after which its data settle. Those of a range without both ends never do, because it
    /// moves with time.
    pub(super) fn settles_after(&self) -> Option<UnixMs> {
        self.query.date_from.as_ref().and(self.query.date_to.as_ref()).map(DateOrTime::instant)
    }

    /// Whether the range has not begun. Its data are known without a request.
    fn is_future(&self, now: UnixMs) -> bool {
        self.query.date_from.as_ref().is_some_and(|from| from.instant() > now)
    }
}

/// The data of a range that has not begun.
const NO_VISITORS: &str = r#"{"totals":{"human":0,"ai":0,"total":0},"visitors":[],"hasMore":false}"#;

/// A moment in a cache key. Every spelling of a moment has the same key: the day for a midnight in UTC, otherwise milliseconds.
fn date_key(date: &DateOrTime) -> String {
    let at = date.instant();
    match Day::at(at, &Utc) {
        Some(day) if at.0.rem_euclid(DAY_MS) == 0 => day.to_string(),
        _ => at.0.to_string(),
    }
}

impl<D: Database> Analytics<D> {
    /// Decides how to answer a request, and counts it if the service has to be asked.
    pub fn lookup(&self, request: &PageRequest, now: UnixMs) -> Result<LookupDecision, DatabaseError> {
        if request.is_future(now) {
            let body = NO_VISITORS.to_owned();
            return Ok(LookupDecision::Hit(CacheEntry { body, fetched_at: now, is_stale: false }));
        }
        let key = request.key();
        if self.in_flight.borrow().contains(&key) {
            self.count_lookup(Counter::Joined);
            return Ok(LookupDecision::Join);
        }
        let entry = self.cache().get(&key, now)?;
        let to = request.settles_after();
        if let Some(entry) = &entry
            && !request.lookup.is_refresh()
            && self.is_fresh(to, entry.fetched_at, now)?
        {
            self.count_lookup(Counter::Hits);
            return Ok(LookupDecision::Hit(entry.clone()));
        }
        if self.is_too_large(&key, now)? {
            self.count_lookup(Counter::Unavailable);
            return Ok(LookupDecision::TooLarge);
        }
        if let Some(permit) = self.acquire(&request.lookup, now)? {
            self.count_lookup(Counter::Misses);
            self.in_flight.borrow_mut().push(key);
            return Ok(LookupDecision::Fetch(permit));
        }
        Ok(match entry {
            Some(entry) => {
                // Data that a refresh could not replace may still be fresh.
                let is_stale = !self.is_fresh(to, entry.fetched_at, now)?;
                self.count_lookup(if is_stale { Counter::StaleHits } else { Counter::Hits });
                LookupDecision::Hit(CacheEntry { is_stale, ..entry })
            }
            None => {
                self.count_lookup(Counter::Unavailable);
                LookupDecision::Exhausted(self.exhausted(&request.lookup, now)?)
            }
        })
    }

    /// Gives up a request that [`Analytics::lookup`] decided to fetch and that was not sent. It does not count.
    ///
    /// # Errors
    /// If storage fails. Even then, the request is no longer in flight.
    pub fn cancel_fetch(&self, request: &PageRequest, permit: FetchPermit) -> Result<(), DatabaseError> {
        self.end_flight(&request.key());
        self.cancel(permit)
    }

    fn end_flight(&self, key: &str) {
        self.in_flight.borrow_mut().retain(|other| other != key);
    }

    /// Records the service's answer to a request that [`Analytics::lookup`] decided to fetch: stores the answer
    /// verbatim, and its totals under their interval.
    ///
    /// # Errors
    /// If storage fails. Even then, the request is no longer in flight.
    pub fn record_fetch(
        &self,
        request: &PageRequest,
        permit: FetchPermit,
        answer: Result<(&VisitorsResponse, &str), &CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let key = request.key();
        self.end_flight(&key);
        self.calls.borrow_mut().record(answer.err(), now);
        if let Err(failure) = answer {
            self.counters.borrow_mut().unstored().add_failure(failure);
        }
        self.record_response(permit, answer.err(), now)?;
        if answer.is_err() {
            // The budget has stored it already, unless its limit is so high that it rounds times and had nothing to
            // write.
            self.limiter().reported_counters()?;
        }
        match answer {
            Ok((page, body)) => {
                self.expect_expiry(now);
                self.totals().put(&request.project, &request.query, &page.totals, now)?;
                if let Some(day) = request.first_page_of_day() {
                    self.tables().put_day(&request.project, &day, Some(page), now)?;
                }
                self.cache().put(&key, body, now)
            }
            Err(CallFailure::Unreadable(Unreadable::TooLarge)) => self.remember_too_large(&key, now),
            Err(_) => Ok(()),
        }
    }

    /// Whether data of a range that ends at `to` can be shown without a new request.
    pub fn is_fresh(
        &self,
        to: Option<UnixMs>,
        fetched_at: UnixMs,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        if is_ahead(fetched_at, now) {
            return Ok(false);
        }
        // Data of a settled range stay fresh indefinitely.
        if to.is_some_and(|to| super::is_settled(to, fetched_at)) {
            return Ok(true);
        }
        let budget = self.budget(&LookupOptions::person(), now)?;
        Ok(now.since_ms(fetched_at) < super::unsettled_fresh_for_ms(&budget))
    }
}
