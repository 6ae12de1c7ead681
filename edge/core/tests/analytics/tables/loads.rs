//! Loads of path tables that a backfill, a refresh or an export share.

use docket_core::analytics::export::{ExportQuery, ExportStart};
use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    Analytics, BackfillRun, CacheDirective, CacheEntry, LookupDecision, Operation, OperationStep,
    PageRequest, RowsRead,
};
use docket_core::analytics::{LookupOptions, interval_of};
use docket_wire::{
    BackfillKind, BackfillRequest, ProjectId, RowsQuery, Span, UnixMs, Utc, VisitorRow, VisitorTotals,
    VisitorsResponse,
};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const HOUR_MS: i64 = 3_600_000;
/// Pages of each table.
const PAGES: u64 = 6;

struct World {
    analytics: Analytics<Sqlite>,
    now: UnixMs,
    path_bytes: usize,
    /// The pages that the service was asked for.
    requested: Vec<u64>,
}

impl World {
    fn new() -> Self {
        let analytics = Analytics::open(Sqlite::in_memory(), 1000).unwrap();
        Self { analytics, now: NOON, path_bytes: 0, requested: Vec::new() }
    }

    /// Answers a request of an operation, if the cache does not have it.
    fn request(&mut self, request: &PageRequest) -> Option<CacheEntry> {
        let permit = match self.analytics.lookup(request, self.now).unwrap() {
            LookupDecision::Hit(entry) => return Some(entry),
            LookupDecision::Fetch(permit) => permit,
            other => panic!("{other:?}"),
        };
        let number = request.query.offset.unwrap_or(0) / 250;
        self.requested.push(number);
        let path = format!("/{number}{}", "x".repeat(self.path_bytes));
        let page = VisitorsResponse {
            totals: VisitorTotals { human: 9, ai: 0, total: 9 },
            visitors: vec![VisitorRow { path, human: 1, ai: 0, total: 1 }],
            has_more: number + 1 < PAGES,
        };
        let body = serde_json::to_string(&page).unwrap();
        self.analytics.record_fetch(request, permit, Ok((&page, &body)), self.now).unwrap();
        Some(CacheEntry { body, fetched_at: self.now, is_stale: false })
    }

    fn run<O: Operation<Sqlite>>(&mut self, operation: &mut O) -> O::Output {
        loop {
            match operation.step(&self.analytics, self.now).unwrap() {
                OperationStep::Done(output) => return output,
                OperationStep::Prefetch(request) => drop(self.request(&request)),
                OperationStep::Fetch(request) => {
                    let entry = self.request(&request).unwrap();
                    operation.apply(&self.analytics, Ok(entry), self.now).unwrap();
                }
            }
        }
    }

    fn run_backfill(&mut self, tasks: usize) {
        for _ in 0..tasks {
            let task = self.analytics.due_backfills(1, self.now).unwrap().remove(0);
            self.run(&mut BackfillRun::new(task, true));
        }
    }

    fn rows(&mut self, pairs: &[(&str, &str)], force_refresh: bool) -> docket_wire::Rows {
        let query = RowsQuery::from_pairs(pairs.iter().copied()).unwrap();
        let cache = if force_refresh { CacheDirective::NoCache } else { CacheDirective::Default };
        let lookup = LookupOptions { cache, ..LookupOptions::person() };
        self.run(&mut RowsRead::new(key(&span()), span(), query, lookup))
    }
}

fn project() -> ProjectId {
    "acme".parse().unwrap()
}

/// It has today in it, so that its data become stale.
fn span() -> Span {
    Span::from_pairs([("from", "2026-11-01"), ("to", "2026-11-20")]).unwrap()
}

fn key(span: &Span) -> TableKey {
    TableKey::new(project(), interval_of(span, &Utc).unwrap())
}

fn start_backfill(world: &World) {
    let request = BackfillRequest { kind: BackfillKind::Paths, span: span() };
    world.analytics.start_backfill(&project(), &request, None, &Utc, world.now).unwrap();
}

#[test]
fn a_refresh_during_a_backfill_leaves_the_loaded_pages() {
    for is_export in [false, true] {
        let mut world = World::new();
        start_backfill(&world);
        world.run_backfill(3);
        world.now = NOON.plus_ms(HOUR_MS);
        if is_export {
            let query = ExportQuery::from_pairs([]).unwrap();
            let lookup = LookupOptions { cache: CacheDirective::NoCache, ..LookupOptions::person() };
            world.run(&mut ExportStart::new(key(&span()), span(), query, lookup));
        } else {
            assert_eq!(world.rows(&[], true).pages_loaded, 3);
        }
        world.run_backfill(3);
        assert!(world.rows(&[], false).complete);
        assert_eq!(world.requested, [0, 1, 2, 3, 4, 5], "no page is requested twice");
    }
}

#[test]
fn a_table_does_not_expire_while_a_backfill_loads_it() {
    let mut world = World::new();
    start_backfill(&world);
    world.run_backfill(3);
    world.now = NOON.plus_ms(48 * HOUR_MS);
    let tables = |world: &World| {
        let deleted = world.analytics.delete_expired(Some(0), world.now).unwrap();
        // Other data of these days may go before it.
        deleted.tables + world.analytics.delete_expired(Some(0), world.now).unwrap().tables
    };
    assert_eq!(tables(&world), 0);
    world.run_backfill(3);
    world.now = world.now.plus_ms(HOUR_MS);
    assert_eq!(tables(&world), 1);
    assert_eq!(world.requested, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_backfill_goes_on_in_its_table_when_another_read_has_completed_it() {
    let mut world = World::new();
    start_backfill(&world);
    world.run_backfill(2);
    let pages: Vec<String> = (2..PAGES).map(|page| (page * 250).to_string()).collect();
    for offset in &pages {
        world.rows(&[("offset", offset), ("limit", "250")], false);
    }
    world.now = NOON.plus_ms(3 * HOUR_MS);
    assert!(world.rows(&[], false).complete);
    world.run_backfill(4);
    assert_eq!(world.analytics.next_backfill_at(world.now), Ok(None));
    assert_eq!(world.requested, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn an_export_pays_each_page_once_even_if_the_cache_does_not_take_it() {
    for path_bytes in [0, 1_000_000] {
        let mut world = World::new();
        world.path_bytes = path_bytes;
        let query = ExportQuery::from_pairs([]).unwrap();
        let mut run = world.run(&mut ExportStart::new(key(&span()), span(), query, LookupOptions::person()));
        while let docket_core::analytics::export::ExportChunk::Text(_) = world.run(&mut run) {}
        assert_eq!(world.requested, [0, 1, 2, 3, 4, 5]);
    }
}
