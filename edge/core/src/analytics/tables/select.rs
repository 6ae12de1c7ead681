//! Rows in another order than the service's, or some of them.

use std::rc::Rc;

use docket_wire::{RowSort, RowsQuery, VisitorRow};

use super::{Entry, PAGE_ROWS, PAGES_MAX, Table, Tables};
use crate::storage::{Database, DatabaseError};

/// What the rows that were chosen last were chosen by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    table: i64,
    /// How many were held: with each page that brings any, it grows.
    rows: u64,
    sort: Option<RowSort>,
    descending: bool,
    text: String,
    prefix: String,
}

impl<D: Database> Tables<D> {
    /// The rows of a table that the query is about, in its order, pages aside. Equal rows stay in the service's order.
    /// For folders they come by path, so that those of a folder are beside each other.
    ///
    /// # Errors
    /// If storage fails.
    pub fn choose(&self, table: &Table, query: &RowsQuery) -> Result<Rc<[Entry]>, DatabaseError> {
        let sort = if query.by_folder { Some(RowSort::Path) } else { query.sort };
        let choice = Choice {
            table: table.id,
            rows: table.rows,
            sort,
            descending: !query.by_folder && query.is_descending(),
            text: query.text.clone().unwrap_or_default(),
            prefix: query.prefix.clone().unwrap_or_default(),
        };
        if let Some((earlier, chosen)) = &*self.chosen.borrow()
            && *earlier == choice
        {
            return Ok(chosen.clone());
        }
        let mut entries = self.entries(table.id)?;
        let needs_paths = sort == Some(RowSort::Path) || query.has_filter();
        let ranks =
            if needs_paths { ranks(&self.matching(&choice.prefix, &choice.text)?) } else { Vec::new() };
        if needs_paths {
            entries.retain(|entry| rank_of(&ranks, entry) > 0);
        }
        if let Some(sort) = sort {
            let mut keys = Vec::new();
            for entry in &entries {
                keys.push(match sort {
                    RowSort::Path => rank_of(&ranks, entry).into(),
                    RowSort::Human => entry.human,
                    RowSort::Ai => entry.ai,
                    RowSort::Total => entry.total,
                    RowSort::Share => share(entry),
                });
            }
            let mut sorted = Vec::new();
            for place in order(keys, choice.descending) {
                sorted.extend(entries.get(place));
            }
            entries = sorted;
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
            let mut within = Vec::new();
            for (entry, at) in entries.into_iter().zip(begins..) {
                if (first..end).contains(&at) {
                    within.push(entry);
                }
            }
            rows.extend(self.rows(&within)?);
        }
        Ok(rows)
    }

    /// Rows with the texts of their paths.
    ///
    /// # Errors
    /// If storage fails.
    pub fn rows(&self, entries: &[Entry]) -> Result<Vec<VisitorRow>, DatabaseError> {
        let mut rows = Vec::new();
        for (path, entry) in self.paths(entries)?.into_iter().zip(entries) {
            rows.push(VisitorRow { path, human: entry.human, ai: entry.ai, total: entry.total });
        }
        Ok(rows)
    }
}

/// The service's pages that have the rows `offset` up to `offset + limit`.
#[must_use]
pub fn pages_of(offset: u64, limit: u32) -> std::ops::Range<u32> {
    // Behind the last page that there can be, there is one that never comes.
    let page = |row: u64| u32::try_from(row / u64::from(PAGE_ROWS)).unwrap_or(PAGES_MAX).min(PAGES_MAX);
    page(offset)..page(offset.saturating_add(limit.saturating_sub(1).into())) + 1
}

/// Place of each path in the list, from 1; 0 for those that are not in it.
fn ranks(numbers: &[u32]) -> Vec<u32> {
    let length = numbers.iter().max().map_or(0, |max| max.saturating_add(1));
    let mut ranks = vec![0; index(length)];
    for (number, rank) in numbers.iter().zip(1..) {
        if let Some(slot) = ranks.get_mut(index(*number)) {
            *slot = rank;
        }
    }
    ranks
}

fn rank_of(ranks: &[u32], entry: &Entry) -> u32 {
    ranks.get(index(entry.path)).copied().unwrap_or(0)
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The share of AI as a number with the same order: positive floats are ordered as their bits are.
#[expect(clippy::cast_precision_loss, reason = "counts above 2^53 do not come by themselves")]
fn share(entry: &Entry) -> u64 {
    if entry.total == 0 { 0 } else { (entry.ai as f64 / entry.total as f64).to_bits() }
}

/// The places of the keys in their order. Equal ones stay as they stand, in either direction.
///
/// Sorts by one byte after the other, the lowest first: the library's sort weighs ten times as much in the Worker.
pub(super) fn order(mut keys: Vec<u64>, descending: bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    if descending {
        // Turned around, the smallest is the largest.
        keys.iter_mut().for_each(|key| *key = !*key);
    }
    for byte in 0..8_u32 {
        let digit =
            |place: usize| keys.get(place).map_or(0, |key| usize::from((key >> (8 * byte)).to_le_bytes()[0]));
        let mut begins = [0_usize; 257];
        for place in &places {
            if let Some(count) = begins.get_mut(digit(*place) + 1) {
                *count += 1;
            }
        }
        if begins.contains(&places.len()) {
            // The same byte everywhere.
            continue;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut sorted = vec![0; places.len()];
        for place in places {
            if let Some(at) = begins.get_mut(digit(place)) {
                if let Some(slot) = sorted.get_mut(*at) {
                    *slot = place;
                }
                *at += 1;
            }
        }
        places = sorted;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_a_stable_sort(
            keys in proptest::collection::vec(prop_oneof![0..5_u64, any::<u64>(), Just(1 << 53)], 0..50),
            descending: bool,
        ) {
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|place| if descending { !keys[*place] } else { keys[*place] });
            prop_assert_eq!(order(keys, descending), expected);
        }
    }
}
