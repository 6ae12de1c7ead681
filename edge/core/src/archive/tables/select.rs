//! Rows in another order than the service's, or some of them.

use std::rc::Rc;

use docket_wire::{RowSort, RowsQuery, VisitorRow};

use super::{Entry, PAGE_ROWS, Table, Tables};
use crate::db::{Database, DatabaseError};

/// What the rows that were chosen last were chosen by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    table: i64,
    pages: u32,
    sort: Option<RowSort>,
    descending: bool,
    text: String,
    prefix: String,
}

impl<D: Database> Tables<D> {
    /// The rows of a table that the query is about, in its order, pages aside. Equal rows stay in the service's order.
    ///
    /// # Errors
    /// If storage fails.
    pub fn choose(&self, table: &Table, query: &RowsQuery) -> Result<Rc<[Entry]>, DatabaseError> {
        let choice = Choice {
            table: table.id,
            pages: table.pages,
            sort: query.sort,
            descending: query.is_descending(),
            text: query.text.clone().unwrap_or_default(),
            prefix: query.prefix.clone().unwrap_or_default(),
        };
        if let Some((earlier, chosen)) = &*self.chosen.borrow()
            && *earlier == choice
        {
            return Ok(chosen.clone());
        }
        let mut entries = self.entries(table.id)?;
        let needs_paths = query.sort == Some(RowSort::Path) || query.has_filter();
        let ranks =
            if needs_paths { ranks(&self.matching(&choice.prefix, &choice.text)?) } else { Vec::new() };
        let rank_of = |entry: &Entry| {
            let at = usize::try_from(entry.path).ok()?;
            ranks.get(at).copied().filter(|rank| *rank > 0)
        };
        if needs_paths {
            entries.retain(|entry| rank_of(entry).is_some());
        }
        if let Some(sort) = query.sort {
            let key = |entry: &Entry| match sort {
                RowSort::Path => rank_of(entry).map_or(0, u64::from),
                RowSort::Human => entry.human,
                RowSort::Ai => entry.ai,
                RowSort::Total => entry.total,
                RowSort::Share => share(entry),
            };
            let order = order(entries.iter().map(key), choice.descending);
            entries = order.into_iter().filter_map(|place| entries.get(place).copied()).collect();
        }
        let chosen: Rc<[Entry]> = entries.into();
        self.chosen.replace(Some((choice, chosen.clone())));
        Ok(chosen)
    }

    /// The rows at the places `offset` up to `offset + limit` in the service's order, as far as they are held. A place
    /// whose row was dropped is empty.
    ///
    /// # Errors
    /// If storage fails.
    pub fn in_order(&self, table: &Table, offset: u64, limit: u32) -> Result<Vec<VisitorRow>, DatabaseError> {
        let (first, end) = (offset, offset.saturating_add(limit.into()));
        let mut rows = Vec::new();
        for page in pages_of(offset, limit) {
            let begins = u64::from(page) * u64::from(PAGE_ROWS);
            let entries = self.page(table.id, page)?.unwrap_or_default();
            let within = entries.into_iter().zip(begins..).filter(|(_, at)| (first..end).contains(at));
            rows.extend(self.rows(&within.map(|(entry, _)| entry).collect::<Vec<_>>())?);
        }
        Ok(rows)
    }

    /// Rows with the texts of their paths.
    ///
    /// # Errors
    /// If storage fails.
    pub fn rows(&self, entries: &[Entry]) -> Result<Vec<VisitorRow>, DatabaseError> {
        let row = |(path, entry): (String, &Entry)| VisitorRow {
            path,
            human: entry.human,
            ai: entry.ai,
            total: entry.total,
        };
        Ok(self.paths(entries)?.into_iter().zip(entries).map(row).collect())
    }
}

/// The service's pages that have the rows `offset` up to `offset + limit`.
#[must_use]
pub fn pages_of(offset: u64, limit: u32) -> std::ops::Range<u32> {
    let page = |row: u64| u32::try_from(row / u64::from(PAGE_ROWS)).unwrap_or(u32::MAX);
    page(offset)..page(offset.saturating_add(limit.saturating_sub(1).into())).saturating_add(1)
}

/// Place of each path in the list, from 1; 0 for those that are not in it.
fn ranks(numbers: &[u32]) -> Vec<u32> {
    let length = numbers.iter().max().map_or(0, |max| max.saturating_add(1));
    let mut ranks = vec![0; usize::try_from(length).unwrap_or(0)];
    for (number, rank) in numbers.iter().zip(1..) {
        if let Some(slot) = usize::try_from(*number).ok().and_then(|at| ranks.get_mut(at)) {
            *slot = rank;
        }
    }
    ranks
}

/// The share of AI as a number with the same order: positive floats are ordered as their bits are.
#[expect(clippy::cast_precision_loss, reason = "counts above 2^53 do not come by themselves")]
fn share(entry: &Entry) -> u64 {
    if entry.total == 0 { 0 } else { (entry.ai as f64 / entry.total as f64).to_bits() }
}

/// The places of the keys in their order. Equal ones stay as they stand, in either direction.
pub(super) fn order(keys: impl Iterator<Item = u64>, descending: bool) -> Vec<usize> {
    // Turned around, the smallest is the largest.
    let turned = keys.map(|key| if descending { !key } else { key });
    let mut order: Vec<(u64, usize)> = turned.zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}
