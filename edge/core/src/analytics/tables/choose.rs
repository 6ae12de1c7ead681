//! The rows of a table that match a query.

use std::rc::Rc;

use docket_wire::{RowSort, RowsQuery, RowsView};

use super::sort::order;
use super::view::{is_in_view, weight};
use super::{RowEntry, Table, Tables};
use crate::storage::{Database, DatabaseError};

/// What [`Tables::choose`] depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    table: i64,
    /// The number of stored rows. It grows with every page that has new rows.
    rows: u64,
    /// The complete table that the view compares with.
    compared: Option<i64>,
    view: Option<RowsView>,
    sort: Option<RowSort>,
    descending: bool,
    text: String,
    prefix: String,
}

/// The rows of a query, in its order, before paging.
#[derive(Debug, Clone)]
pub struct ChosenRows {
    pub entries: Rc<[RowEntry]>,
    /// The same pages in the compared table, in the same order, with zeros for those that it lacks. Empty without one.
    pub before: Rc<[RowEntry]>,
}

impl<D: Database> Tables<D> {
    /// The rows of a table that match a query, in the query's order, before paging. Equal rows stay in the service's
    /// order. If the query groups by folder, the rows are sorted by path. A view that compares needs the table that it
    /// compares with, and both tables complete.
    pub fn choose(
        &self,
        table: &Table,
        compared: Option<&Table>,
        query: &RowsQuery,
    ) -> Result<ChosenRows, DatabaseError> {
        let sort = if query.by_folder { Some(RowSort::Path) } else { query.sort };
        let choice = Choice {
            table: table.id,
            rows: table.rows,
            compared: compared.map(|compared| compared.id),
            view: query.view,
            sort,
            descending: !query.by_folder && query.is_descending(),
            // A path that somebody pasted may come with a space.
            text: query.text.as_deref().unwrap_or_default().trim().to_owned(),
            prefix: query.prefix.clone().unwrap_or_default(),
        };
        if let Some((earlier, chosen)) = &*self.chosen.borrow()
            && *earlier == choice
        {
            return Ok(chosen.clone());
        }
        let (mut entries, mut before) = (self.entries(table.id)?, Vec::new());
        if let Some(view) = query.view {
            let earlier = match compared {
                Some(compared) => self.entries(compared.id)?,
                None => Vec::new(),
            };
            (entries, before) = rows_in_view(view, &entries, &earlier);
        }
        let needs_paths = sort == Some(RowSort::Path) || query.has_filter();
        let ranks = if needs_paths {
            ranks(&self.matching(&entries, &choice.prefix, &choice.text)?)
        } else {
            Vec::new()
        };
        if needs_paths {
            // Both have the same pages.
            let matches = |entry: &RowEntry| rank_of(&ranks, entry) > 0;
            entries.retain(matches);
            before.retain(matches);
        }
        if sort.is_some() || query.view.is_some() {
            let keys = sort_keys(&choice, &ranks, &entries, &before);
            let (mut sorted, mut sorted_before) = (Vec::new(), Vec::new());
            for index in order(keys, choice.descending) {
                sorted.extend(entries.get(index));
                sorted_before.extend(before.get(index));
            }
            (entries, before) = (sorted, sorted_before);
        }
        if compared.is_none() {
            before = Vec::new();
        }
        let chosen = ChosenRows { entries: entries.into(), before: before.into() };
        self.chosen.replace(Some((choice, chosen.clone())));
        Ok(chosen)
    }
}

/// What to sort each row by: the sort of the query, or else the order of its view.
fn sort_keys(choice: &Choice, ranks: &[u32], entries: &[RowEntry], before: &[RowEntry]) -> Vec<u64> {
    let mut keys = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let before = before.get(index).copied().unwrap_or_default();
        keys.push(match (choice.sort, choice.view) {
            (Some(RowSort::Path), _) => rank_of(ranks, entry).into(),
            (Some(RowSort::Human), _) => entry.human,
            (Some(RowSort::Ai), _) => entry.ai,
            (Some(RowSort::Total), _) => entry.total,
            (Some(RowSort::Share), _) => share(entry),
            (Some(RowSort::Before), _) => before.total,
            (Some(RowSort::Change), _) => change(entry, &before),
            (None, Some(view)) => weight(view, entry, &before),
            (None, None) => 0,
        });
    }
    keys
}

/// The rows of a view, each with the same page in the earlier table. A page that only the earlier table has is included,
/// with zeros.
fn rows_in_view(view: RowsView, now: &[RowEntry], earlier: &[RowEntry]) -> (Vec<RowEntry>, Vec<RowEntry>) {
    let paths = |entries: &[RowEntry]| -> Vec<u32> { entries.iter().map(|entry| entry.path).collect() };
    let (ranks_before, current) = (ranks(&paths(earlier)), ranks(&paths(now)));
    let before_of = |entry: &RowEntry| {
        let at = index(rank_of(&ranks_before, entry)).checked_sub(1);
        at.and_then(|at| earlier.get(at))
            .copied()
            .unwrap_or(RowEntry { path: entry.path, ..RowEntry::default() })
    };
    let is_gone = |entry: &&RowEntry| rank_of(&current, entry) == 0;
    let gone =
        earlier.iter().filter(is_gone).map(|entry| RowEntry { path: entry.path, ..RowEntry::default() });
    let (mut entries, mut before) = (Vec::new(), Vec::new());
    for entry in now.iter().copied().chain(gone) {
        let then = before_of(&entry);
        if is_in_view(view, &entry, &then) {
            entries.push(entry);
            before.push(then);
        }
    }
    (entries, before)
}

/// The rank of each path id in the list, from 1; 0 for ids that are not in it.
fn ranks(ids: &[u32]) -> Vec<u32> {
    let length = ids.iter().max().map_or(0, |max| max.saturating_add(1));
    let mut ranks = vec![0; index(length)];
    for (id, rank) in ids.iter().zip(1..) {
        if let Some(slot) = ranks.get_mut(index(*id)) {
            *slot = rank;
        }
    }
    ranks
}

fn rank_of(ranks: &[u32], entry: &RowEntry) -> u32 {
    ranks.get(index(entry.path)).copied().unwrap_or(0)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// How many visitors a page gained, as an integer with the same order: losses are below the middle.
fn change(entry: &RowEntry, before: &RowEntry) -> u64 {
    const UNCHANGED: u64 = 1 << 63;
    if entry.total < before.total {
        UNCHANGED.saturating_sub(before.total - entry.total)
    } else {
        UNCHANGED.saturating_add(entry.total - before.total)
    }
}

/// The share of AI as an integer with the same order: non-negative floats sort like their bits.
#[expect(clippy::cast_precision_loss, reason = "real counts stay far below 2^53")]
fn share(entry: &RowEntry) -> u64 {
    if entry.total == 0 { 0 } else { (entry.ai as f64 / entry.total as f64).to_bits() }
}
