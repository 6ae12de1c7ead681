//! The rows of the visitors page, by the piece: what is on the screen is fetched, and what was fetched is kept until
//! something else is asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use docket_wire::{Folder, ProjectId, Rows, RowsQuery, Span, VisitorRow};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{Api, ApiError};

/// Rows in a piece: a page of the service's, so that a piece in its order costs one request at most.
pub(crate) const PIECE: u64 = 250;

/// What is asked for.
pub(crate) type Key = (Span, RowsQuery);

/// What is there. Pieces are of the same answer as `head`, and belong to `key`.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    /// What was asked for.
    pub key: Key,
    /// The latest answer, without its rows.
    pub head: Arc<Rows>,
    /// Counts the answers that changed what is known, so that nothing of an earlier one stays on the screen.
    pub edition: u32,
    /// The largest total of a row so far: the length of the longest bar. The maximum is no sum.
    pub largest: u64,
    pieces: BTreeMap<u64, Arc<Piece>>,
}

/// Rows or folders, in a row.
#[derive(Debug)]
struct Piece {
    rows: Vec<VisitorRow>,
    folders: Vec<Folder>,
}

/// A row or a folder.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A row.
    Path(VisitorRow),
    /// A folder.
    Folder(Folder),
}

impl Held {
    /// The row with this number, if it is there.
    pub(crate) fn item(&self, index: u64) -> Option<Item> {
        let piece = self.pieces.get(&(index / PIECE))?;
        let within = usize::try_from(index % PIECE).ok()?;
        let path = piece.rows.get(within).cloned().map(Item::Path);
        path.or_else(|| piece.folders.get(within).cloned().map(Item::Folder))
    }

    /// How many rows there are to show.
    pub(crate) fn count(&self) -> u64 {
        self.head.matched
    }
}

/// The rows. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(crate) struct PathRows {
    api: Api,
    project: StoredValue<ProjectId>,
    wanted: Memo<Option<Key>>,
    held: RwSignal<Option<Held>>,
    error: RwSignal<Option<ApiError>>,
    /// Pieces on their way, of what is wanted.
    underway: StoredValue<Vec<(Key, u64)>>,
}

impl PathRows {
    /// Follows what is wanted.
    pub(crate) fn new(api: Api, project: ProjectId, wanted: Memo<Option<Key>>) -> Self {
        let rows = Self {
            api,
            project: StoredValue::new(project),
            wanted,
            held: RwSignal::new(None),
            error: RwSignal::new(None),
            underway: StoredValue::new(Vec::new()),
        };
        Effect::new(move || {
            if wanted.get().is_some() {
                rows.load(0);
            }
        });
        rows
    }

    /// What is there; while something else is on its way, what was there before.
    pub(crate) fn held(self) -> ReadSignal<Option<Held>> {
        self.held.read_only()
    }

    /// Why the last piece could not be had.
    pub(crate) fn error(self) -> ReadSignal<Option<ApiError>> {
        self.error.read_only()
    }

    /// Whether what is there is not what is wanted.
    pub(crate) fn is_old(self) -> bool {
        let wanted = self.wanted.get();
        self.held.with(|held| held.as_ref().is_some_and(|held| Some(&held.key) != wanted.as_ref()))
    }

    /// Asks for what is known of the rows now.
    pub(crate) fn again(self) {
        self.load(0);
    }

    /// Sees to it that the piece is there which the row with this number is in.
    pub(crate) fn need(self, index: u64) {
        let piece = index / PIECE;
        let wanted = self.wanted.get_untracked();
        let is_there = self.held.with_untracked(|held| {
            held.as_ref()
                .is_some_and(|held| Some(&held.key) == wanted.as_ref() && held.pieces.contains_key(&piece))
        });
        if !is_there {
            self.load(piece);
        }
    }

    /// The next page in the service's order: one request.
    pub(crate) fn more(self) {
        let held = self.held.with_untracked(|held| held.as_ref().map(|held| held.head.loaded));
        self.load(held.unwrap_or(0) / PIECE);
    }

    fn load(self, piece: u64) {
        let Some(Some(key)) = self.wanted.try_get_untracked() else { return };
        let job = (key, piece);
        if self.underway.with_value(|underway| underway.contains(&job)) {
            return;
        }
        self.underway.update_value(|underway| underway.push(job.clone()));
        self.error.set(None);
        spawn_local(async move {
            let ((span, query), piece) = &job;
            let limit = u32::try_from(PIECE).ok();
            let query = RowsQuery { offset: piece * PIECE, limit, ..query.clone() };
            let Some(project) = self.project.try_get_value() else { return };
            let answer = self.api.rows(&project, span, &query).await;
            self.underway.try_update_value(|underway| underway.retain(|other| *other != job));
            // By now the page may have been left, or something else be wanted.
            if self.wanted.try_get_untracked().flatten().as_ref() == Some(&job.0) {
                match answer {
                    Ok(rows) => self.take_in(job.0, job.1, rows),
                    Err(error) => self.error.set(Some(error)),
                }
            }
        });
    }

    fn take_in(self, key: Key, piece: u64, mut rows: Rows) {
        let new = Piece { rows: std::mem::take(&mut rows.rows), folders: std::mem::take(&mut rows.folders) };
        self.held.update(|held| {
            let before = held.take();
            let edition = before.as_ref().map_or(0, |held| held.edition);
            // Pieces of one answer: with the next one, all rows may have moved.
            let same = before.filter(|held| {
                held.key == key
                    && (held.head.fetched_from, held.head.matched) == (rows.fetched_from, rows.matched)
                    && held.head.complete == rows.complete
            });
            let (edition, largest, mut pieces) = match same {
                Some(held) => (held.edition, held.largest, held.pieces),
                None => (edition + 1, 0, BTreeMap::new()),
            };
            let largest = new.rows.iter().map(|row| row.total).fold(largest, u64::max);
            pieces.insert(piece, Arc::new(new));
            *held = Some(Held { key, head: Arc::new(rows), edition, largest, pieces });
        });
    }
}
