//! Running operations, carried out in the same way as by the Durable Object.

use docket_core::analytics::export::{ExportChunk, ExportQuery, ExportRun, ExportStart, FileFormat};
use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    BackfillRun, BackfillTask, CacheDirective, CacheEntry, DayRowsRead, FetchError, FetchResult,
    LookupDecision, LookupOptions, Operation, OperationStep, PageRead, PageRequest, Priority, RowsRead,
    TotalsRead, interval_of,
};
use docket_core::upstream::failure::CallFailure;
use docket_wire::{Interval, ProjectId, RowsQuery, Span, UnixMs, Utc, VisitorsResponse};
use rand::RngExt;

use crate::scenario::{Scenario, Shifting};

/// An operation, the time when it started, and the key of the request that it waits for.
pub struct Running {
    pub started_at: UnixMs,
    waits_for: Option<String>,
    kind: Kind,
}

enum Kind {
    Page(PageRead, PageRequest),
    Totals(TotalsRead, ProjectId, Interval),
    Rows(RowsRead, TableKey),
    DayRows(DayRowsRead, ProjectId, Span),
    ExportStart(ExportStart, TableKey, PartialExport),
    Export(ExportRun, TableKey, PartialExport),
    Backfill(BackfillRun),
}

/// An interrupted file.
#[derive(Debug, Clone)]
pub struct PartialExport {
    pub key: TableKey,
    pub span: docket_wire::Span,
    pub query: ExportQuery,
    pub text: String,
}

impl Running {
    fn new(kind: Kind, started_at: UnixMs) -> Self {
        Self { started_at, waits_for: None, kind }
    }

    pub fn backfill(task: BackfillTask, is_configured: bool, now: UnixMs) -> Self {
        Self::new(Kind::Backfill(BackfillRun::new(task, is_configured)), now)
    }
}

impl Scenario {
    /// Reads the trend of a page, as far as it is stored, and loads its newest days.
    pub fn start_page_trend(&mut self) {
        let (project, span, now) = (self.some_project(), self.some_span(), self.now());
        let (program, cache) = (self.some_program(), self.some_cache_directive());
        let lookup = LookupOptions { program, cache, ..LookupOptions::person() };
        self.check_page_trend(&project, &span);
        let days = self.days_of(&span);
        let Ok(reads) = self.analytics.page_trend_reads(&project, &days, &lookup, now) else { return };
        for read in reads {
            self.start(Running::new(Kind::DayRows(read, project.clone(), span.clone()), now));
        }
    }

    fn some_cache_directive(&mut self) -> CacheDirective {
        match self.rng.random_range(0..10) {
            0..2 => CacheDirective::NoCache,
            2 => CacheDirective::OnlyIfCached,
            _ => CacheDirective::Default,
        }
    }

    pub fn start_operation(&mut self) {
        let (project, span, now) = (self.some_project(), self.some_span(), self.now());
        let priority = if self.rng.random() { Priority::Person } else { Priority::Export };
        let program = self.some_program();
        let lookup = LookupOptions { priority, program, cache: self.some_cache_directive() };
        let interval = interval(&span);
        let key = TableKey::new(project.clone(), interval.clone());
        let kind = match self.rng.random_range(0..10) {
            0..2 => {
                let query = interval.page(50, 0);
                let request = PageRequest { project, query, lookup };
                Kind::Page(PageRead::new(request.clone()), request)
            }
            2..5 => {
                let rows = [1, 250][self.rng.random_range(0..2)];
                Kind::Totals(
                    TotalsRead::new(project.clone(), interval.clone(), rows, lookup),
                    project,
                    interval,
                )
            }
            5..8 => Kind::Rows(RowsRead::new(key.clone(), span, self.some_rows_query(), lookup), key),
            _ => match self.partial.take() {
                Some(partial) => Kind::ExportStart(
                    ExportStart::new(
                        partial.key.clone(),
                        partial.span.clone(),
                        partial.query.clone(),
                        lookup,
                    ),
                    partial.key.clone(),
                    partial,
                ),
                None => {
                    let format = [FileFormat::Csv, FileFormat::PlainCsv, FileFormat::Ndjson]
                        [self.rng.random_range(0..3)];
                    let query = ExportQuery { format, rows: self.some_rows_query(), table: None, row: None };
                    let start = ExportStart::new(key.clone(), span.clone(), query.clone(), lookup);
                    let partial = PartialExport { key: key.clone(), span, query, text: String::new() };
                    Kind::ExportStart(start, key, partial)
                }
            },
        };
        self.start(Running::new(kind, now));
    }

    fn some_rows_query(&mut self) -> RowsQuery {
        let pairs: &[(&str, &str)] = [
            &[][..],
            &[],
            &[("offset", "250"), ("limit", "300")],
            &[("sort", "ai")],
            &[("q", "api")],
            &[("group", "folder")],
        ][self.rng.random_range(0..6)];
        RowsQuery::from_pairs(pairs.iter().copied()).unwrap()
    }

    pub fn start(&mut self, running: Running) {
        self.drive(running);
    }

    /// Runs an operation until it waits for the service, or ends.
    fn drive(&mut self, mut running: Running) {
        loop {
            let now = self.now();
            let step = match &mut running.kind {
                Kind::Page(read, request) => read
                    .step(&self.analytics, now)
                    .map(|step| needed(step, |entry| self.check_page(&entry, request, running.started_at))),
                Kind::Totals(read, project, interval) => read.step(&self.analytics, now).map(|step| {
                    needed(step, |available| {
                        self.check_available(available, project, interval, running.started_at)
                    })
                }),
                Kind::Rows(read, key) => read
                    .step(&self.analytics, now)
                    .map(|step| needed(step, |rows| self.check_rows(&rows, key, running.started_at))),
                Kind::DayRows(read, project, span) => read
                    .step(&self.analytics, now)
                    .map(|step| needed(step, |()| self.check_page_trend(project, span))),
                Kind::Backfill(run) => {
                    let before = self.queued_backfills();
                    let step = run.step(&self.analytics, now);
                    self.check_ended_backfills(before);
                    step.map(|step| needed(step, |()| ()))
                }
                Kind::ExportStart(start, key, partial) => match start.step(&self.analytics, now) {
                    Ok(OperationStep::Done(run)) => {
                        running.kind = Kind::Export(run, key.clone(), partial.clone());
                        continue;
                    }
                    step => step.map(|step| needed(step, |_| ())),
                },
                Kind::Export(run, key, partial) => match run.step(&self.analytics, now) {
                    Ok(OperationStep::Done(ExportChunk::Text(text))) => {
                        partial.text.push_str(&text);
                        continue;
                    }
                    Ok(OperationStep::Done(end)) => {
                        self.partial = self.check_export(run, &end, key, partial.clone());
                        return;
                    }
                    step => step.map(|step| needed(step, |_| ())),
                },
            };
            let (request, is_waited_for) = match step {
                Ok(Needed::Nothing) => return,
                Ok(Needed::Fetch(request)) => (request, true),
                Ok(Needed::Prefetch(request)) => (request, false),
                Err(error) => return self.say(|| format!("failed: {error}")),
            };
            let fetched = match self.request(&request) {
                Ok(Source::Cache(entry)) => Ok(entry),
                Ok(Source::Service) if is_waited_for => {
                    running.waits_for = Some(request.key());
                    self.running.push(running);
                    return;
                }
                Ok(Source::Service) => continue,
                Err(error) => Err(error),
            };
            if is_waited_for && !self.apply(&mut running, fetched) {
                return;
            }
        }
    }

    fn request(&mut self, request: &PageRequest) -> Result<Source, FetchError> {
        match self.analytics.lookup(request, self.now())? {
            LookupDecision::Hit(entry) => Ok(Source::Cache(entry)),
            LookupDecision::TooLarge => Err(FetchError::TOO_LARGE),
            LookupDecision::Exhausted(exhausted) => {
                let allows_none = request.lookup.cache == CacheDirective::OnlyIfCached;
                let wait_s = exhausted.retry_at.map_or(0, |at| at.wait_s(self.now()));
                assert_eq!(wait_s == 0, allows_none, "an exhausted budget names a time to wait");
                Err(exhausted.into())
            }
            LookupDecision::Join => {
                assert!(
                    self.calls.iter().any(|(call, ..)| call.key() == request.key()),
                    "nothing is under way"
                );
                Ok(Source::Service)
            }
            LookupDecision::Fetch(permit) => {
                assert_ne!(request.lookup.cache, CacheDirective::OnlyIfCached, "it allows no request");
                self.say(|| format!("call {}", request.key()));
                self.calls.push((request.clone(), permit, self.now()));
                Ok(Source::Service)
            }
        }
    }

    /// Returns whether the operation continues.
    fn apply(&mut self, running: &mut Running, fetched: FetchResult) -> bool {
        let now = self.now();
        let analytics = &self.analytics;
        let applied = match &mut running.kind {
            Kind::Page(read, _) => read.apply(analytics, fetched, now),
            Kind::Totals(read, ..) => read.apply(analytics, fetched, now),
            Kind::Rows(read, _) => read.apply(analytics, fetched, now),
            Kind::DayRows(read, ..) => read.apply(analytics, fetched, now),
            Kind::Backfill(run) => run.apply(analytics, fetched, now),
            Kind::ExportStart(start, ..) => start.apply(analytics, fetched, now),
            Kind::Export(run, ..) => run.apply(analytics, fetched, now),
        };
        applied.is_ok()
    }

    pub fn answer_one(&mut self) {
        if !self.calls.is_empty() {
            let index = self.rng.random_range(0..self.calls.len());
            self.answer(index, false);
        }
    }

    pub fn answer_all(&mut self) {
        while !self.calls.is_empty() {
            self.answer(0, false);
        }
    }

    pub fn answer_all_successfully(&mut self) {
        while !self.calls.is_empty() {
            self.answer(0, true);
        }
    }

    fn answer(&mut self, index: usize, is_healthy: bool) {
        let (request, permit, made_at) = self.calls.swap_remove(index);
        let now = self.now();
        let answer: Result<(VisitorsResponse, String), CallFailure> =
            self.service.answer(&request, made_at, &mut self.rng, is_healthy);
        let read = answer.as_ref().map(|(page, body)| (page, body.as_str()));
        // Like the object, this answers callers even if the answer could not be stored.
        let _ = self.analytics.record_fetch(&request, permit, read, now);
        self.say(|| format!("answer {}: {:?}", request.key(), answer.as_ref().err()));
        let fetched = match answer {
            Ok((_, body)) => Ok(CacheEntry { body, fetched_at: now, is_stale: false }),
            Err(failure) => Err(FetchError::Upstream(failure)),
        };
        let key = request.key();
        let (waiting, others) = std::mem::take(&mut self.running)
            .into_iter()
            .partition(|running| running.waits_for.as_ref() == Some(&key));
        self.running = others;
        let waiting: Vec<Running> = waiting;
        for mut running in waiting {
            running.waits_for = None;
            if self.apply(&mut running, fetched.clone()) {
                self.drive(running);
            }
        }
    }
}

/// The interval of a span.
pub fn interval(span: &Span) -> Interval {
    match span.zone().is_utc() {
        true => interval_of(span, &Utc).unwrap(),
        false => interval_of(span, &Shifting).unwrap(),
    }
}

enum Needed {
    Fetch(PageRequest),
    Prefetch(PageRequest),
    Nothing,
}

enum Source {
    Cache(CacheEntry),
    Service,
}

/// What a step needs. Checks its output, if it has one.
fn needed<T>(step: OperationStep<T>, check: impl FnOnce(T)) -> Needed {
    match step {
        OperationStep::Fetch(request) => Needed::Fetch(request),
        OperationStep::Prefetch(request) => Needed::Prefetch(request),
        OperationStep::Done(output) => {
            check(output);
            Needed::Nothing
        }
    }
}
