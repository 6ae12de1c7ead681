//! Path tables of any rows, for any query.

use std::collections::{BTreeMap, HashSet};

use docket_wire::{RowsQuery, VisitorRow, VisitorTotals};
use proptest::prelude::*;

use super::{filled, open, row, settled};

fn count() -> impl Strategy<Value = u64> {
    prop_oneof![3 => 0..50_u64, 1 => Just(1 << 53), 1 => Just(u64::MAX)]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof!["(/[a-c]{0,2}){0,3}", "[=+@,\"\n\r\t\u{0}'é/日-]{0,5}", "\\PC{0,8}",]
}

fn any_rows() -> impl Strategy<Value = Vec<VisitorRow>> {
    proptest::collection::vec((path(), count(), count(), count()), 0..40).prop_map(|rows| {
        rows.into_iter().map(|(path, human, ai, total)| row(&path, human, ai, total)).collect()
    })
}

fn any_query() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let word = |words: &'static [&'static str]| prop::option::of(prop::sample::select(words));
    (
        word(&["path", "human", "ai", "total"]),
        word(&["asc", "desc"]),
        prop::option::of(path()),
        prop::option::of(path()),
    )
        .prop_map(|(sort, order, text, prefix)| {
            let pairs = [
                ("sort", sort.map(str::to_owned)),
                ("order", order.filter(|_| sort.is_some()).map(str::to_owned)),
                ("q", text),
                ("prefix", prefix),
            ];
            pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every shown count is one that the service gave for that path, or the maximum of several: none is a sum.
    #[test]
    fn every_count_comes_from_the_service(rows in any_rows(), pairs in any_query()) {
        let analytics = open();
        let tables = analytics.tables();
        let table = filled(tables, &settled(), &rows);
        let query = RowsQuery::from_pairs(pairs.iter().map(|(name, value)| (*name, value.as_str()))).unwrap();
        let first: BTreeMap<&str, &VisitorRow> =
            rows.iter().rev().map(|row| (row.path.as_str(), row)).collect();
        let chosen = tables.choose(&table, None, &query).unwrap().entries;
        let shown = tables.rows(&chosen).unwrap();
        let expected: HashSet<&str> = first.keys().copied().filter(|path| {
            let text = query.text.as_deref().unwrap_or_default().trim().to_ascii_lowercase();
            path.starts_with(query.prefix.as_deref().unwrap_or_default()) && path.to_ascii_lowercase().contains(&text)
        }).collect();
        prop_assert_eq!(shown.len(), expected.len());
        for row in &shown {
            prop_assert!(expected.contains(row.path.as_str()));
            prop_assert_eq!(row, first[row.path.as_str()]);
        }
        prop_assert_eq!(table.rows + table.duplicates_dropped, rows.len() as u64);

        let folders = tables.folders(&chosen, &query).unwrap();
        prop_assert_eq!(folders.iter().map(|folder| folder.pages).sum::<u64>(), shown.len() as u64);
        let names: HashSet<_> = folders.iter().map(|folder| &folder.folder).collect();
        prop_assert_eq!(names.len(), folders.len());
        for folder in &folders {
            for of in [|t: &VisitorTotals| t.human, |t: &VisitorTotals| t.ai, |t: &VisitorTotals| t.total] {
                let is_one = |row: &VisitorRow| {
                    let VisitorRow { human, ai, total, .. } = *row;
                    row.path.starts_with(&folder.folder)
                        && of(&VisitorTotals { human, ai, total }) == of(&folder.at_least)
                };
                prop_assert!(shown.iter().any(is_one), "{:?}", folder);
            }
        }
    }
}
