//! The invariants of every output, and of the requests to the service.

use std::collections::HashSet;

use docket_core::analytics::export::{ExportChunk, ExportRun, FileFormat};
use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{AvailableTotals, BackfillKey, CacheEntry, PageRequest, is_settled};
use docket_core::storage::Database;
use docket_core::storage::DatabaseError;
use docket_wire::{
    BackfillKind, DateOrTime, Interval, ProjectId, QueuedBackfill, Rows, Span, UnixMs, VisitorTotals,
    VisitorsResponse,
};

use crate::operations::{PartialExport, interval};
use crate::scenario::Scenario;
use crate::service::{Range, numbers, range_of};

fn range(project: &ProjectId, interval: &Interval) -> Range {
    (project.to_string(), interval.from.to_string(), interval.to.to_string())
}

impl Scenario {
    /// Data that are not marked as stale are fresh, or were fetched for this operation.
    fn check_age(&self, interval: Option<&Interval>, fetched_at: UnixMs, started_at: UnixMs, is_stale: bool) {
        let to = interval.map(|interval| interval.to.instant());
        // Storage may be interrupted here, which this does not check.
        let Ok(is_fresh) = self.analytics.is_fresh(to, fetched_at, started_at) else { return };
        assert!(is_stale || is_fresh || fetched_at >= started_at, "stale data are not marked");
    }

    /// The service gave the totals, unless the range had not begun. Such a range costs no request.
    fn check_totals(&self, range: &Range, totals: &VisitorTotals, fetched_at: UnixMs) {
        if range.1.parse::<DateOrTime>().unwrap().instant() > fetched_at {
            return assert_eq!(numbers(totals), [0; 3], "{range:?}");
        }
        let is_given = self.service.totals.get(range).is_some_and(|given| given.contains(&numbers(totals)));
        assert!(is_given, "{totals:?} were never given for {range:?}");
    }

    pub fn check_page(&self, entry: &CacheEntry, request: &PageRequest, started_at: UnixMs) {
        let page: VisitorsResponse = serde_json::from_str(&entry.body).unwrap();
        self.check_totals(&range_of(request), &page.totals, entry.fetched_at);
        let to = request.query.date_to.clone().zip(request.query.date_from.clone());
        let interval = to.map(|(to, from)| Interval { from, to });
        self.check_age(interval.as_ref(), entry.fetched_at, started_at, entry.is_stale);
    }

    pub fn check_available(
        &self,
        available: AvailableTotals,
        project: &ProjectId,
        interval: &Interval,
        started_at: UnixMs,
    ) {
        self.check_totals(&range(project, interval), &available.totals.totals, available.totals.checked_at);
        self.check_age(Some(interval), available.totals.checked_at, started_at, available.is_stale);
    }

    /// A number of a day is one that the service gave for this day, a zero needs all rows of the day, and a page is
    /// unknown only if it was not among the rows that were read.
    pub fn check_page_trend(&self, project: &ProjectId, span: &Span) {
        let (now, days) = (self.now(), self.days_of(span));
        for path in ["/guides/0", "/api/4", "/guides/9", "/nowhere"] {
            let read = self.analytics.page_trend(project, path, span, days.clone(), None, now);
            // Storage may be interrupted here, which this does not check.
            let Ok(trend) = read else { return };
            let Ok(backfills) = self.disk.run("SELECT 1 FROM backfills LIMIT 1", &[]) else { return };
            let requests = trend.cost.as_ref().map_or(0, |cost| cost.requests);
            // Other backfills may load some of the days.
            assert!(
                requests == trend.missing || !backfills.is_empty() && requests < trend.missing,
                "{trend:?}"
            );
            for day in &trend.days {
                let Some(read) = day.read else { continue };
                let range = range(project, &day.interval);
                let has_no_such_page = |has_more: bool| {
                    let firsts = self.service.first_pages.get(&range);
                    firsts.is_some_and(|firsts| {
                        firsts.iter().any(|(paths, more)| *more == has_more && !paths.contains(path))
                    })
                };
                match read.totals.map(|totals| numbers(&totals)) {
                    None => assert!(read.rows == 0 || has_no_such_page(true), "{path} is known on {range:?}"),
                    Some([0, 0, 0]) => assert!(has_no_such_page(false), "{path} is no zero on {range:?}"),
                    Some(given) => {
                        let rows = self.service.rows.get(&range);
                        let is_given = rows.is_some_and(|rows| rows.contains(&(path.to_owned(), given)));
                        assert!(is_given, "{given:?} was never given for {path} on {range:?}");
                    }
                }
                assert_eq!(day.partial, !day.interval.is_over(read.checked_at));
            }
        }
    }

    /// A backfill of paths that is no longer queued has loaded all pages, or says why not.
    pub fn check_ended_backfills(&self, before: Vec<(ProjectId, QueuedBackfill)>) {
        let queued = self.queued_backfills();
        for (project, QueuedBackfill { kind, span, .. }) in before {
            let is_queued = queued
                .iter()
                .any(|(other, backfill)| (other, backfill.kind, &backfill.span) == (&project, kind, &span));
            if is_queued || kind != BackfillKind::Paths {
                continue;
            }
            let key = TableKey::new(project.clone(), interval(&span));
            let read = || {
                let error =
                    self.analytics.backfill_error(BackfillKey::new(&project, kind, &span), self.now())?;
                let newest = self.analytics.tables().available(&key, None, &|_| Ok(true))?.current;
                Ok::<_, DatabaseError>((error, newest))
            };
            // Storage may be interrupted here, which this does not check.
            let Ok((error, newest)) = read() else { continue };
            let is_complete = newest.is_some_and(|table| table.is_complete());
            assert!(error.is_some() || is_complete, "a backfill of {span:?} ended before its last page");
        }
    }

    pub fn check_rows(&self, rows: &Rows, key: &TableKey, started_at: UnixMs) {
        let range = range(&key.project, &key.interval);
        if rows.pages_loaded > 0 {
            self.check_totals(&range, &rows.totals, rows.fetched_to);
        }
        let given = self.service.rows.get(&range).cloned().unwrap_or_default();
        for row in &rows.rows {
            let row = (row.path.clone(), [row.human, row.ai, row.total]);
            assert!(given.contains(&row), "{row:?} was never given");
        }
        for folder in &rows.folders {
            let totals: HashSet<u64> = given.iter().map(|(_, numbers)| numbers[2]).collect();
            assert!(totals.contains(&folder.at_least.total), "{folder:?} is a sum");
        }
        let paths: HashSet<&str> = rows.rows.iter().map(|row| row.path.as_str()).collect();
        assert_eq!(paths.len(), rows.rows.len(), "a path is shown twice");
        // A backfill may take as long as it needs.
        if rows.backfill.is_none() && !is_settled(key.interval.to.instant(), rows.fetched_from) {
            self.check_age(None, rows.fetched_to, started_at, rows.stale);
        }
    }

    /// A file is complete, or says that it is not. Returns an interrupted file that can be resumed.
    pub fn check_export(
        &self,
        run: &ExportRun,
        end: &ExportChunk,
        key: &TableKey,
        mut partial: PartialExport,
    ) -> Option<PartialExport> {
        let table = run.table();
        let text = &partial.text;
        let (rows, is_complete) = match partial.query.format {
            FileFormat::PlainCsv => {
                assert!(text.is_empty() || text.starts_with("path,human,ai,total\n"));
                (csv_rows(text), *end == ExportChunk::End)
            }
            FileFormat::Csv => {
                assert_eq!(*end, ExportChunk::End);
                let last = text.lines().last().unwrap_or_default();
                assert!(["# end: true", "# end: false"].contains(&last), "{last}");
                (csv_rows(text), last == "# end: true")
            }
            FileFormat::Ndjson => {
                assert_eq!(*end, ExportChunk::End);
                let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
                let is_complete = last["end"].as_bool().unwrap();
                let is_row = |line: &&str| line.starts_with("{\"path\"");
                let rows = text.lines().filter(is_row);
                let path =
                    |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["path"].to_string();
                let rows: Vec<String> = rows.map(path).collect();
                assert_eq!(last["rows"], rows.len() as u64, "the file counts its rows");
                (rows, is_complete)
            }
        };
        let distinct: HashSet<&String> = rows.iter().collect();
        assert_eq!(distinct.len(), rows.len(), "a path is written twice");
        if is_complete {
            assert!(table.is_complete(), "an incomplete file says that it is complete");
            let has_filter = partial.query.rows.has_filter();
            assert!(has_filter || rows.len() as u64 == table.rows, "{} of {} rows", rows.len(), table.rows);
            return None;
        }
        assert!(
            !rows.is_empty() || !table.is_complete() || partial.query.row.unwrap_or_default() <= table.rows
        );
        self.say(|| format!("an export of {key:?} was interrupted after {} rows", rows.len()));
        // A resumed file continues after its rows, without the line that says how to resume it.
        if partial.query.format == FileFormat::Ndjson && partial.query.table.is_none_or(|id| id == table.id) {
            let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
            partial.text.truncate(end);
            partial.query.table = Some(table.id);
            partial.query.row = Some(rows.len() as u64);
            return Some(partial);
        }
        None
    }
}

fn csv_rows(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with('"'));
    rows.map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect()
}
