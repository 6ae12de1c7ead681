//! Queries, pages, and the pages of two logs as one.

use docket_core::audit::{AuditIdParity, AuditLines, AuditLog};
use docket_wire::{AuditAction, AuditQuery, RetentionRule};
use proptest::prelude::*;

use crate::sqlite::Sqlite;
use crate::{DAY_MS, DAYS, NOW, authors, database, log, query, read, record, refusal};

#[test]
fn a_query_narrows_by_author_action_outcome_and_time() {
    let db = database();
    for (n, entry) in [
        record("ada", AuditAction::SignIn).pack(),
        record("token:ci", AuditAction::CreateJob).pack(),
        refusal("eve"),
        record("ada", AuditAction::CreateJob).pack(),
    ]
    .iter()
    .enumerate()
    {
        log(&db).append(entry, None, NOW.plus_ms(n as i64 * 1000)).unwrap();
    }
    let second = NOW.plus_ms(1000).to_string();
    let fourth = NOW.plus_ms(3000).to_string();
    for (pairs, expected) in [
        (vec![], vec!["ada", "eve", "token:ci", "ada"]),
        (vec![("author", "ada")], vec!["ada", "ada"]),
        (vec![("author", "nobody")], vec![]),
        (vec![("action", "create_job")], vec!["ada", "token:ci"]),
        (vec![("refused", "true")], vec!["eve"]),
        (vec![("refused", "false"), ("author", "ada"), ("action", "sign_in")], vec!["ada"]),
        (vec![("atSince", second.as_str())], vec!["ada", "eve", "token:ci"]),
        (vec![("atUntil", second.as_str())], vec!["ada"]),
        (vec![("atSince", second.as_str()), ("atUntil", fourth.as_str())], vec!["eve", "token:ci"]),
        (vec![("limit", "1")], vec!["ada"]),
    ] {
        let page = log(&db).page(&query(&pairs), None, NOW).unwrap();
        assert_eq!(authors(&page), expected, "{pairs:?}");
        assert_eq!(page.has_more, pairs == [("limit", "1")], "{pairs:?}");
    }
}

#[test]
fn a_log_of_several_projects_shows_those_of_one() {
    let db = database();
    let [docs, api] = ["docs", "api"].map(|id| id.parse().unwrap());
    log(&db).append(&record("ada", AuditAction::StartBackfill).pack(), Some(&docs), NOW).unwrap();
    log(&db).append(&record("eve", AuditAction::StartBackfill).pack(), Some(&api), NOW).unwrap();
    assert_eq!(authors(&log(&db).page(&query(&[]), Some(&docs), NOW).unwrap()), ["ada"]);
}

#[test]
fn a_count_of_the_expired_entries_of_one_project_says_when_others_use_up_its_rows() {
    let db = database();
    let [docs, api] = ["docs", "api"].map(|id| id.parse().unwrap());
    let entry = record("ada", AuditAction::StartBackfill).pack();
    let append = |project, n| log(&db).append(&entry, Some(project), NOW.plus_ms(n)).unwrap();
    let later = NOW.plus_ms(2 * DAY_MS);
    let count = |project| {
        let rule = log(&db).retention(Some(1), Some(project), later).unwrap();
        (rule.expired, rule.more, rule.oldest)
    };
    append(&docs, 0);
    append(&api, 1);
    assert_eq!(count(&docs), (1, false, Some(NOW)));
    for n in 0..i64::from(RetentionRule::COUNTED_MAX) {
        append(&api, 2 + n);
    }
    append(&docs, 5_000);
    assert_eq!(count(&docs), (1, true, Some(NOW)));
    assert_eq!(count(&api), (1_000, true, Some(NOW.plus_ms(1))));
}

/// All entries of two logs, page by page.
fn walk(logs: &[(Sqlite, AuditIdParity); 2], limit: u32) -> Vec<u64> {
    let (mut ids, mut query) = (Vec::new(), AuditQuery { limit: Some(limit), ..AuditQuery::default() });
    loop {
        let [even, odd] = logs
            .each_ref()
            .map(|(db, parity)| AuditLog::new(db, *parity, DAYS).page(&query, None, NOW).unwrap());
        assert_eq!(AuditLines::from_text(&odd.to_text()), odd);
        let page = read(&even.merge(odd, limit as usize));
        assert!(page.entries.len() <= limit as usize);
        ids.extend(page.entries.iter().map(|entry| entry.id));
        query.before = page.entries.last().map(|entry| entry.id);
        if !page.has_more {
            return ids;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_pages_of_two_logs_have_every_entry_once_in_order(
        appended in proptest::collection::vec((any::<bool>(), -3i64..3), 0..60), limit in 1u32..9,
    ) {
        let logs = [(database(), AuditIdParity::Even), (database(), AuditIdParity::Odd)];
        let mut now = NOW;
        for (is_odd, ms) in &appended {
            now = now.plus_ms(*ms);
            let (db, parity) = &logs[usize::from(*is_odd)];
            AuditLog::new(db, *parity, DAYS).append(&record("ada", AuditAction::SignIn).pack(), None, now).unwrap();
        }
        let ids = walk(&logs, limit);
        prop_assert_eq!(ids.len(), appended.len());
        prop_assert!(ids.is_sorted_by(|newer, older| newer > older), "{:?}", ids);
    }
}
