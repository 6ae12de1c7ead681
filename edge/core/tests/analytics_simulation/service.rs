//! The simulated documentation service. It records its answers and the times of its requests.

use std::collections::{HashMap, HashSet};

use docket_core::analytics::PageRequest;
use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_core::upstream::response::read_failure;
use docket_wire::{UnixMs, VisitorRow, VisitorTotals, VisitorsResponse};
use rand::RngExt;
use rand::rngs::StdRng;

/// Requests that the service allows per hour.
pub const LIMIT: u32 = 12;
/// Few rows per page, so that tables of several pages are cheap.
const PAGE_ROWS: u64 = 5;
const HOUR_MS: i64 = 3_600_000;

/// The project and interval of a request.
pub type Range = (String, String, String);

pub fn range_of(request: &PageRequest) -> Range {
    let date =
        |date: &Option<docket_wire::DateOrTime>| date.as_ref().map(ToString::to_string).unwrap_or_default();
    (request.project.to_string(), date(&request.query.date_from), date(&request.query.date_to))
}

#[derive(Default)]
pub struct Service {
    /// The times when requests arrived, by Docket's clock.
    pub arrivals: Vec<UnixMs>,
    /// Requests of other clients of the same key.
    pub others: u32,
    /// All totals that the service gave for a range. No two are equal.
    pub totals: HashMap<Range, HashSet<[u64; 3]>>,
    /// All rows that the service gave for a range.
    pub rows: HashMap<Range, HashSet<(String, [u64; 3])>>,
    /// The paths of each first page that the service gave for a range, and whether the range has further ones.
    pub first_pages: HashMap<Range, Vec<(HashSet<String>, bool)>>,
    counter: u64,
}

impl Service {
    /// Answers a request that arrives now.
    pub fn answer(
        &mut self,
        request: &PageRequest,
        now: UnixMs,
        rng: &mut StdRng,
        is_healthy: bool,
    ) -> Result<(VisitorsResponse, String), CallFailure> {
        let roll = if is_healthy { 100 } else { rng.random_range(0..100) };
        let begins = request.query.date_from.as_ref().map(docket_wire::DateOrTime::instant);
        assert!(begins.is_none_or(|begins| begins <= now), "a request for a range that has not begun");
        if roll < 6 {
            // The request never arrives.
            return Err(CallFailure::Unreachable);
        }
        let in_hour = self.arrivals.iter().filter(|at| (0..HOUR_MS).contains(&now.since_ms(**at))).count();
        assert!(in_hour < LIMIT as usize, "a request beyond the {LIMIT} of an hour");
        if !is_healthy && in_hour + self.others as usize >= LIMIT as usize {
            return Err(read_failure(
                429,
                (["", "30", "900", "999999999"].get(rng.random_range(0..4)).copied().unwrap_or_default(), ""),
                "",
            ));
        }
        self.arrivals.push(now);
        match roll {
            6..12 => return Err(CallFailure::Timeout { limit_ms: 20_000 }),
            12..17 => return Err(read_failure(500, ("", ""), "")),
            17..19 => return Err(read_failure(401, ("", ""), "")),
            19..21 => return Err(read_failure(400, ("", ""), "")),
            21..24 => return Err(CallFailure::Unreadable(Unreadable::CutShort)),
            24..26 if request.query.limit == Some(250) => {
                return Err(CallFailure::Unreadable(Unreadable::TooLarge));
            }
            _ => {}
        }
        let page = self.page(request, rng);
        let body = serde_json::to_string(&page).unwrap();
        Ok((page, body))
    }

    fn page(&mut self, request: &PageRequest, rng: &mut StdRng) -> VisitorsResponse {
        let range = range_of(request);
        // The range's name determines its number of rows. Sometimes two rows were inserted at the top since the page
        // before.
        let count = range.1.bytes().map(u64::from).sum::<u64>() % 17;
        let shift = if rng.random_range(0..4) == 0 { 2 } else { 0 };
        let page = request.query.offset.unwrap_or(0) / 250;
        let first = (page * PAGE_ROWS).saturating_sub(shift);
        let last = (page * PAGE_ROWS + PAGE_ROWS).min(count);
        let visitors: Vec<VisitorRow> = (first.min(last)..last)
            .map(|n| {
                self.counter += 1;
                let path = format!("/{}/{n}", ["guides", "api", "faq"][(n % 3) as usize]);
                VisitorRow { path, human: self.counter, ai: n, total: self.counter + n }
            })
            .collect();
        self.counter += 1;
        let totals =
            VisitorTotals { human: 1_000_000 + self.counter, ai: 7, total: 1_000_003 + self.counter };
        self.totals.entry(range.clone()).or_default().insert(numbers(&totals));
        if page == 0 {
            let paths = visitors.iter().map(|row| row.path.clone()).collect();
            self.first_pages.entry(range.clone()).or_default().push((paths, last < count));
        }
        let rows = self.rows.entry(range).or_default();
        rows.extend(visitors.iter().map(|row| (row.path.clone(), [row.human, row.ai, row.total])));
        VisitorsResponse { totals, visitors, has_more: last < count }
    }
}

pub fn numbers(totals: &VisitorTotals) -> [u64; 3] {
    [totals.human, totals.ai, totals.total]
}
