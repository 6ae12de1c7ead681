//! Sorting and paging of rows.

use docket_wire::VisitorRow;

use super::{PAGE_ROWS, PAGES_MAX, RowEntry, Table, Tables};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Tables<D> {
    /// The stored rows at the positions from `offset` up to `offset + limit` in the service's order. A dropped
    /// duplicate leaves its position empty.
    pub fn in_order(&self, table: &Table, offset: u64, limit: u32) -> Result<Vec<VisitorRow>, DatabaseError> {
        let (first, end) = (offset, offset.saturating_add(limit.into()));
        let mut rows = Vec::new();
        for page in pages_of(offset, limit) {
            let start = u64::from(page) * u64::from(PAGE_ROWS);
            let entries = self.page(table.id, page)?.unwrap_or_default();
            let mut within = Vec::new();
            for (entry, at) in entries.into_iter().zip(start..) {
                if (first..end).contains(&at) {
                    within.push(entry);
                }
            }
            rows.extend(self.rows(&within)?);
        }
        Ok(rows)
    }

    /// Whether rows follow the first `end` positions: stored ones, or those of pages that are not loaded.
    pub fn has_rows_behind(&self, table: &Table, end: u64) -> Result<bool, DatabaseError> {
        let Some(last) = table.last_page else { return Ok(true) };
        let start = u64::from(last) * u64::from(PAGE_ROWS);
        if end < start {
            return Ok(true);
        }
        let rows = self.page(table.id, last)?.map_or(0, |entries| entries.len());
        Ok(end < start.saturating_add(u64::try_from(rows).unwrap_or(u64::MAX)))
    }

    /// The rows of these entries, with the text of their paths.
    pub fn rows(&self, entries: &[RowEntry]) -> Result<Vec<VisitorRow>, DatabaseError> {
        let mut rows = Vec::new();
        for (path, entry) in self.paths(entries)?.into_iter().zip(entries) {
            rows.push(VisitorRow { path, human: entry.human, ai: entry.ai, total: entry.total });
        }
        Ok(rows)
    }
}

/// The pages that contain the rows from `offset` up to `offset + limit`.
#[must_use]
pub fn pages_of(offset: u64, limit: u32) -> std::ops::Range<u32> {
    // Offsets past the last possible page map to the page after it. No table has that page.
    let page = |row: u64| u32::try_from(row / u64::from(PAGE_ROWS)).unwrap_or(PAGES_MAX).min(PAGES_MAX);
    page(offset)..page(offset.saturating_add(limit.saturating_sub(1).into())) + 1
}

/// The indexes of the keys in sorted order. The sort is stable in either direction.
///
/// This is a radix sort by bytes, because the standard library's sort adds ten times as much code to the Worker.
pub(super) fn order(mut keys: Vec<u64>, descending: bool) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..keys.len()).collect();
    if descending {
        // With inverted bits, the smallest key is the largest.
        keys.iter_mut().for_each(|key| *key = !*key);
    }
    for byte in 0..8_u32 {
        let digit =
            |index: usize| keys.get(index).map_or(0, |key| usize::from((key >> (8 * byte)).to_le_bytes()[0]));
        let mut starts = [0_usize; 257];
        for index in &indexes {
            if let Some(count) = starts.get_mut(digit(*index) + 1) {
                *count += 1;
            }
        }
        if starts.contains(&indexes.len()) {
            // All keys have the same byte here.
            continue;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut sorted = vec![0; indexes.len()];
        for index in indexes {
            if let Some(at) = starts.get_mut(digit(index)) {
                if let Some(slot) = sorted.get_mut(*at) {
                    *slot = index;
                }
                *at += 1;
            }
        }
        indexes = sorted;
    }
    indexes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_equals_that_of_a_stable_sort(
            keys in proptest::collection::vec(prop_oneof![0..5_u64, any::<u64>(), Just(1 << 53)], 0..50),
            descending: bool,
        ) {
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|index| if descending { !keys[*index] } else { keys[*index] });
            prop_assert_eq!(order(keys, descending), expected);
        }
    }
}
