//! Which shared parts become one module.

use std::collections::BTreeMap;

/// What the request and the instance of a module cost, as bytes of a module that take as long. A higher value saves modules, and
/// has pages load parts in vain: with 3,000, this and 12,000, the visitors load 14, 10 and 6 shared modules, and all pages together 1,063,
/// 1,075 and 1,120 kB.
const MODULE_COST: usize = 6_000;
/// The count of the inbox, which every page loads.
const ON_EVERY_PAGE: &str = "unread";

/// Shared parts that are loaded together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartGroup {
    /// The splitter's names. The first one is that of the module.
    pub(super) parts: Vec<String>,
    bytes: usize,
    /// A bit for each page that loads the group, and for each module of dialogs that does.
    pages: u64,
}

impl PartGroup {
    fn merged_with(&self, other: &Self) -> Self {
        Self {
            parts: [self.parts.as_slice(), &other.parts].concat(),
            bytes: self.bytes + other.bytes,
            pages: self.pages | other.pages,
        }
    }

    /// What all loads of the group cost together, in bytes.
    fn cost(&self) -> usize {
        self.pages.count_ones() as usize * (self.bytes + MODULE_COST)
    }

    /// How much less the two cost as one.
    fn saving(&self, other: &Self) -> usize {
        (self.cost() + other.cost()).saturating_sub(self.merged_with(other).cost())
    }
}

/// Groups `parts`, by their sizes in bytes. `needed` has the parts that each page or dialog needs.
///
/// Merges the two groups that save most until no two do. Each part is in one group.
pub(super) fn plan(
    parts: &BTreeMap<String, usize>,
    needed: &BTreeMap<String, Vec<String>>,
) -> Vec<PartGroup> {
    let mut groups: Vec<PartGroup> = parts
        .iter()
        .map(|(part, bytes)| PartGroup {
            parts: vec![part.clone()],
            bytes: *bytes,
            pages: pages(part, needed),
        })
        .collect();
    while let Some((first, second)) = best_pair(&groups) {
        let merged = first.merged_with(&second);
        groups.retain(|group| *group != first && *group != second);
        groups.push(merged);
    }
    groups
}

/// The two groups that save most as one, if any do.
fn best_pair(groups: &[PartGroup]) -> Option<(PartGroup, PartGroup)> {
    let pairs =
        groups.iter().enumerate().flat_map(|(index, a)| groups.iter().skip(index + 1).map(move |b| (a, b)));
    let (saving, (a, b)) = pairs.map(|(a, b)| (a.saving(b), (a, b))).max_by_key(|(saving, _)| *saving)?;
    (saving > 0).then(|| (a.clone(), b.clone()))
}

/// A bit for each page or dialog that needs the part.
fn pages(part: &str, needed: &BTreeMap<String, Vec<String>>) -> u64 {
    let mut pages = 0;
    for (index, (page, parts)) in needed.iter().enumerate() {
        if parts.iter().any(|needed| needed == part) {
            pages |= if page == ON_EVERY_PAGE { u64::MAX >> (64 - needed.len()) } else { 1 << index };
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(pages: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let owned = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect();
        pages.iter().map(|(page, parts)| ((*page).to_owned(), owned(parts))).collect()
    }

    fn groups(parts: &[(&str, usize)], pages: &[(&str, &[&str])]) -> Vec<Vec<String>> {
        let parts = parts.iter().map(|(part, bytes)| ((*part).to_owned(), *bytes)).collect();
        let mut groups: Vec<_> = plan(&parts, &needed(pages)).into_iter().map(|group| group.parts).collect();
        groups.sort();
        groups
    }

    #[test]
    fn parts_that_the_same_pages_need_are_one_module() {
        let pages: &[(&str, &[&str])] = &[("job", &["a", "b"]), ("inbox", &["a", "b"]), ("access", &["c"])];
        let parts = [("a", 90_000), ("b", 90_000), ("c", 90_000)];
        assert_eq!(groups(&parts, pages), [vec!["a", "b"], vec!["c"]]);
    }

    #[test]
    fn a_part_joins_another_unless_pages_would_load_too_much_in_vain() {
        let pages: &[(&str, &[&str])] = &[("job", &["a", "b"]), ("inbox", &["a"])];
        // The inbox loads b in vain, and the job saves a module.
        assert_eq!(groups(&[("a", 90_000), ("b", MODULE_COST - 1)], pages).len(), 1);
        assert_eq!(groups(&[("a", 90_000), ("b", MODULE_COST)], pages).len(), 2);
    }

    #[test]
    fn what_every_page_loads_counts_for_every_page() {
        let pages: &[(&str, &[&str])] = &[("unread", &["a"]), ("job", &["a", "b"]), ("inbox", &["a"])];
        assert_eq!(groups(&[("a", 1000), ("b", 2 * MODULE_COST)], pages).len(), 2);
        assert_eq!(groups(&[("a", 1000), ("b", 100)], pages).len(), 1);
    }

    #[test]
    fn each_part_is_in_one_group_and_no_two_groups_would_save() {
        use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
        for seed in 0..50 {
            let mut random = StdRng::seed_from_u64(seed);
            let parts: BTreeMap<String, usize> =
                (0..30).map(|part| (format!("chunk_{part}"), random.random_range(50..30_000))).collect();
            let mut needed = BTreeMap::new();
            for page in ["access", "inbox", "job", "unread", "visitors"] {
                let of_page: Vec<String> =
                    parts.keys().filter(|_| random.random_bool(0.4)).cloned().collect();
                needed.insert(page.to_owned(), of_page);
            }
            let groups = plan(&parts, &needed);
            let mut all: Vec<&String> = groups.iter().flat_map(|group| &group.parts).collect();
            all.sort();
            assert_eq!(all, parts.keys().collect::<Vec<_>>(), "seed {seed}");
            assert_eq!(best_pair(&groups), None, "seed {seed}");
        }
    }
}
