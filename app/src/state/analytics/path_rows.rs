//! The rows of the paths table, loaded in chunks: scrolling loads a chunk, and all of them stay until the request
//! changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use docket_wire::{Comparison, Folder, Rows, RowsQuery, Span, VisitorRow, VisitorTotals};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::pending_chunks::{LoadReason, PendingChunks};
use super::selection::{CountedRow, Selection, VisitorsBefore};
use crate::api::ApiError;

/// Rows of a chunk: a page of the service, so that a chunk in the service's order costs at most one request.
pub(crate) const CHUNK_ROWS: u64 = 250;

/// Which rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowsKey {
    pub span: Span,
    pub query: RowsQuery,
    /// The span that the view compares with.
    pub compare: Option<Comparison>,
}

/// The rows that are loaded. All chunks belong to `key`, and to the same answer as `summary`.
#[derive(Debug, Clone)]
pub(crate) struct LoadedRows {
    /// Which rows.
    pub key: RowsKey,
    /// The latest response, without its rows.
    pub summary: Arc<Rows>,
    /// Increases whenever earlier chunks become invalid, so that the visible ones are loaded again.
    pub version: u32,
    /// The largest total of a row, which has the longest bar.
    pub max_total: u64,
    chunks: BTreeMap<u64, Arc<Chunk>>,
}

/// Either rows or folders.
#[derive(Debug)]
struct Chunk {
    rows: Vec<VisitorRow>,
    /// The visitors of each row in the compared span, if the view compares.
    before: Option<Vec<VisitorTotals>>,
    folders: Vec<Folder>,
}

impl Chunk {
    fn counted_row(&self, index: usize, key: &RowsKey) -> Option<CountedRow> {
        let totals = self.before.as_ref().and_then(|before| before.get(index));
        let span = key.compare.and_then(|compare| key.span.compared(compare).ok());
        let before = totals.zip(span).map(|(totals, span)| VisitorsBefore { total: totals.total, span });
        Some(CountedRow { row: self.rows.get(index)?.clone(), span: key.span.clone(), before })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PathEntry {
    Page(CountedRow),
    Folder(Folder),
}

/// Which page or folder an entry has counts of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum EntryName {
    Page(String),
    Folder(String),
}

impl PathEntry {
    /// The page or folder.
    pub(crate) fn name(&self) -> EntryName {
        match self {
            Self::Page(counted) => EntryName::Page(counted.row.path.clone()),
            Self::Folder(folder) => EntryName::Folder(folder.folder.clone()),
        }
    }
}

impl LoadedRows {
    /// The row with this index, if its chunk is loaded.
    pub(crate) fn entry(&self, index: u64) -> Option<PathEntry> {
        let chunk = self.chunks.get(&(index / CHUNK_ROWS))?;
        let within = usize::try_from(index % CHUNK_ROWS).ok()?;
        let page = chunk.counted_row(within, &self.key).map(PathEntry::Page);
        page.or_else(|| chunk.folders.get(within).cloned().map(PathEntry::Folder))
    }

    /// Number of rows in the table, whether loaded or not.
    pub(crate) fn count(&self) -> u64 {
        self.summary.matched
    }

    /// Whether days that are not over yet are compared with whole ones.
    pub(crate) fn compares_with_longer(&self) -> bool {
        self.summary.compared.as_ref().is_some_and(|compared| compared.longer)
    }

    /// Whether some of the paths are missing that the rows of the table are selected from.
    pub(crate) fn lacks_paths(&self) -> bool {
        !(self.summary.complete && self.summary.has_all_compared())
    }
}

/// Loads rows. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct PathRows {
    selection: Selection,
    key: Memo<Option<RowsKey>>,
    loaded: RwSignal<Option<LoadedRows>>,
    error: RwSignal<Option<ApiError>>,
    /// The chunk of the request that failed last.
    failed: StoredValue<u64>,
    pending: StoredValue<PendingChunks<(RowsKey, u64)>>,
}

impl PathRows {
    /// Loads the first chunk whenever `key` changes.
    pub(crate) fn new(selection: Selection, key: Memo<Option<RowsKey>>) -> Self {
        let rows = Self {
            selection,
            key,
            loaded: RwSignal::new(None),
            error: RwSignal::new(None),
            failed: StoredValue::new(0),
            pending: StoredValue::new(PendingChunks::new()),
        };
        Effect::new(move || {
            if key.get().is_some() {
                rows.load(0, LoadReason::Missing);
            }
        });
        rows
    }

    /// The rows that are loaded. Those of the previous key stay until the first chunk of the current one arrives.
    pub(crate) fn loaded(self) -> ReadSignal<Option<LoadedRows>> {
        self.loaded.read_only()
    }

    /// Why the latest request failed.
    pub(crate) fn error(self) -> ReadSignal<Option<ApiError>> {
        self.error.read_only()
    }

    /// Whether the rows that are loaded belong to a previous key.
    pub(crate) fn is_outdated(self) -> bool {
        let key = self.key.get();
        self.loaded.with(|loaded| loaded.as_ref().is_some_and(|loaded| Some(&loaded.key) != key.as_ref()))
    }

    /// Loads the first chunk again, and with it the state of the backfill.
    pub(crate) fn refresh(self) {
        self.load(0, LoadReason::Refresh);
    }

    /// Repeats the request that failed.
    pub(crate) fn retry(self) {
        self.load(self.failed.get_value(), LoadReason::Missing);
    }

    /// Loads the chunk that has the row with this index, unless it is loaded.
    pub(crate) fn ensure_loaded(self, index: u64) {
        let chunk = index / CHUNK_ROWS;
        let key = self.key.get_untracked();
        let is_loaded = self.loaded.with_untracked(|loaded| {
            loaded
                .as_ref()
                .is_some_and(|loaded| Some(&loaded.key) == key.as_ref() && loaded.chunks.contains_key(&chunk))
        });
        if !is_loaded {
            self.load(chunk, LoadReason::Missing);
        }
    }

    /// Loads the next chunk in the service's order, which costs one request.
    pub(crate) fn load_more(self) {
        let rows = self.loaded.with_untracked(|loaded| loaded.as_ref().map(|loaded| loaded.summary.loaded));
        self.load(rows.unwrap_or(0) / CHUNK_ROWS, LoadReason::Missing);
    }

    fn load(self, chunk: u64, reason: LoadReason) {
        let Some(Some(key)) = self.key.try_get_untracked() else { return };
        let request = (key, chunk);
        let begin = |pending: &mut PendingChunks<_>| pending.begin(request.clone(), reason);
        if self.pending.try_update_value(begin) != Some(true) {
            return;
        }
        // A refresh is no attempt of a person: the alert stays until a load of its chunk succeeds.
        if reason == LoadReason::Missing {
            self.error.set(None);
        }
        spawn_local(async move {
            let (RowsKey { span, query, compare }, chunk) = &request;
            let limit = u32::try_from(CHUNK_ROWS).ok();
            let query = RowsQuery { offset: chunk * CHUNK_ROWS, limit, ..query.clone() };
            let Some(project) = self.selection.project.try_get_value() else { return };
            let result = self.selection.console.api.rows(&project, span, &query, *compare).await;
            let is_due_again = self.pending.try_update_value(|pending| pending.end(&request));
            // The response may arrive when the page has been left or the key has changed.
            if self.key.try_get_untracked().flatten().as_ref() == Some(&request.0) {
                let chunk = request.1;
                match result {
                    Ok(rows) => {
                        if self.failed.get_value() == chunk {
                            self.error.set(None);
                        }
                        self.insert(request.0, chunk, rows);
                    }
                    Err(error) => {
                        self.failed.set_value(chunk);
                        self.error.set(Some(error));
                    }
                }
                if is_due_again == Some(true) {
                    self.load(chunk, LoadReason::Refresh);
                }
            }
        });
    }

    fn insert(self, key: RowsKey, index: u64, mut rows: Rows) {
        let chunk = Chunk {
            rows: std::mem::take(&mut rows.rows),
            before: rows.compared.as_mut().map(|compared| std::mem::take(&mut compared.rows)),
            folders: std::mem::take(&mut rows.folders),
        };
        self.selection.record_budget(rows.budget);
        self.selection.recount(|path| {
            let index = chunk.rows.iter().position(|row| row.path == path)?;
            chunk.counted_row(index, &key)
        });
        self.loaded.update(|loaded| {
            let previous = loaded.take();
            let version = previous.as_ref().map_or(0, |loaded| loaded.version);
            // Chunks of another answer are discarded, since each of its rows can have moved.
            let same = previous.filter(|loaded| loaded.key == key && is_same_version(&loaded.summary, &rows));
            let (version, max_total, mut chunks) = match same {
                Some(loaded) => (loaded.version, loaded.max_total, loaded.chunks),
                None => (version + 1, 0, BTreeMap::new()),
            };
            let max_total = chunk.rows.iter().map(|row| row.total).fold(max_total, u64::max);
            chunks.insert(index, Arc::new(chunk));
            *loaded = Some(LoadedRows { key, summary: Arc::new(rows), version, max_total, chunks });
        });
    }
}

/// Whether the rows of two responses belong together: each row can have moved in another answer.
pub(super) fn is_same_version(before: &Rows, after: &Rows) -> bool {
    (before.fetched_from, before.matched, before.complete)
        == (after.fetched_from, after.matched, after.complete)
        && before.has_all_compared() == after.has_all_compared()
}
