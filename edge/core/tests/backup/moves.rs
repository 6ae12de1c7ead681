//! The data of a project in an object follows the project to another id.

use docket_core::auth::store::AuthStore;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::backup::restore::RestoreError;
use docket_core::backup::step::{self, StepTaken};
use docket_core::storage::Database as _;
use docket_core::storage::schema::migrate;
use docket_core::{analytics, jobs};
use docket_wire::{BackupObject, CallerName, Grant, ProjectId, ProjectScope, RestoreStep, Right, TokenId};

use crate::sqlite::Sqlite;
use crate::{Db, NOW, object};

fn id(text: &str) -> ProjectId {
    text.parse().unwrap()
}

/// The texts of a query's only column.
fn texts(db: &Db, sql: &str) -> Vec<String> {
    db.run(sql, &[]).unwrap().into_iter().map(|mut row| row.text().unwrap()).collect()
}

#[test]
fn visitors_follow_a_project_and_those_of_the_new_id_stay() {
    let db = Db::new(Sqlite::in_memory());
    let domain = analytics::backup_domain();
    let move_project = domain.move_project.unwrap();
    migrate(&db, &domain.migrations).unwrap();
    for sql in [
        "INSERT INTO projects (id, name) VALUES (1, 'docs'), (2, 'new'), (3, 'docs-eu')",
        "INSERT INTO totals (project, from_at, to_at, human, ai, total, checked_at)
         VALUES (1, 0, 1, 5, 5, 10, 9), (1, 1, 2, 6, 6, 12, 9), (2, 1, 2, 7, 7, 14, 9), (3, 0, 1, 8, 8, 16, 9)",
        "INSERT INTO day_rows (project, from_at, to_at, checked_at, has_more, entries)
         VALUES (1, 0, 1, 9, 0, x'01'), (2, 0, 1, 9, 0, x'02'), (1, 1, 2, 9, 0, x'03')",
        "INSERT INTO tables (id, table_key, to_at, bytes, used_at, state)
         VALUES (1, 'docs 2026-01-01 2026-01-02', 0, 0, 0, x''), (2, 'docs-eu 2026-01-01 2026-01-02', 0, 0, 0, x''),
             (3, 'new 2026-02-01 2026-02-02', 0, 0, 0, x''), (4, 'docs 2026-02-01 2026-02-02', 0, 0, 0, x'')",
        "INSERT INTO cache_entries (request, body, fetched_at, to_at)
         VALUES ('docs?dateFrom=1', 'old', 0, 0), ('docs?dateFrom=2', 'old', 0, 0), ('new?dateFrom=2', 'own', 0, 0),
             ('docs-eu?dateFrom=1', 'other', 0, 0)",
        "INSERT INTO backfills (id, project, kind, first_day, last_day, zone, total)
         VALUES (1, 'docs', 'days', 'a', 'b', 'UTC', 1), (2, 'docs', 'days', 'c', 'd', 'UTC', 1), (3, 'new', 'days', 'c', 'd', 'UTC', 1)",
        "INSERT INTO failed_backfills (project, kind, first_day, last_day, zone, error, failed_at)
         VALUES ('docs', 'days', 'a', 'b', 'UTC', '', 0)",
    ] {
        db.run(sql, &[]).unwrap();
    }
    // Repeated, or to itself, it changes nothing.
    for (from, to, has_changed) in [("docs", "new", true), ("docs", "new", false), ("new", "new", false)] {
        assert_eq!(move_project(&db, &id(from), &id(to)).unwrap(), has_changed, "{from} to {to}");
        let of = |sql: &str| texts(&db, sql);
        let totals = "SELECT name || ' ' || from_at || ' ' || total FROM totals JOIN projects ON id = project ORDER BY 1";
        assert_eq!(of(totals), ["docs-eu 0 16", "new 0 10", "new 1 14"]);
        let days = "SELECT name || ' ' || from_at || ' ' || hex(entries) FROM day_rows JOIN projects ON projects.id = project ORDER BY 1";
        assert_eq!(of(days), ["new 0 02", "new 1 03"]);
        assert_eq!(of("SELECT name FROM projects ORDER BY 1"), ["docs-eu", "new"]);
        // What the new id has itself stays, and the copy of the old id goes when there is no room for it.
        let keys = ["new 2026-01-01", "docs-eu 2026-01-01", "new 2026-02-01", "docs 2026-02-01"];
        assert_eq!(of("SELECT substr(table_key, 1, length(table_key) - 11) FROM tables ORDER BY id"), keys);
        let cached = "SELECT request || ' ' || body FROM cache_entries ORDER BY 1";
        let left = "docs?dateFrom=2 old";
        assert_eq!(
            of(cached),
            ["docs-eu?dateFrom=1 other", left, "new?dateFrom=1 old", "new?dateFrom=2 own"]
        );
        assert_eq!(
            of("SELECT project FROM backfills UNION ALL SELECT project FROM failed_backfills"),
            ["new", "new", "new"]
        );
    }
}

#[test]
fn a_project_that_is_new_in_the_object_keeps_its_rows_as_they_are() {
    let db = Db::new(Sqlite::in_memory());
    let domain = analytics::backup_domain();
    migrate(&db, &domain.migrations).unwrap();
    for sql in [
        "INSERT INTO projects (id, name) VALUES (7, 'docs')",
        "INSERT INTO totals (project, from_at, to_at, human, ai, total, checked_at) VALUES (7, 0, 1, 5, 5, 10, 9)",
    ] {
        db.run(sql, &[]).unwrap();
    }
    domain.move_project.unwrap()(&db, &id("docs"), &id("new")).unwrap();
    assert_eq!(texts(&db, "SELECT id || ' ' || name FROM projects"), ["7 new"]);
    assert_eq!(texts(&db, "SELECT project || ' ' || total FROM totals"), ["7 10"]);
}

#[test]
fn tokens_follow_a_project_and_keep_their_other_projects_and_rights() {
    let db = Db::new(Sqlite::in_memory());
    let store = AuthStore::open(Db::clone(&db)).unwrap();
    let only = |ids: &[&str]| ProjectScope::Only(ids.iter().map(|text| id(text)).collect());
    // An id can look like a word of the format.
    let scopes = [
        ("one", only(&["projects", "docs"]), only(&["new", "docs"])),
        ("both", only(&["projects", "new"]), only(&["new"])),
        ("other", only(&["docs"]), only(&["docs"])),
        ("all", ProjectScope::All, ProjectScope::All),
    ];
    for (name, scope, _) in &scopes {
        let grant = Grant::new([Right::JobsRead], scope.clone());
        let token = Token { id: name.parse().unwrap(), hash: TokenHash::of(name), grant, expires_at: None };
        store.tokens().create(&token, &CallerName("ada".into()), NOW).unwrap().unwrap();
    }
    let before = store.tokens().valid(None, None, NOW).unwrap().revision;
    for (from, to, changed) in
        [("projects", "new", &["both", "one"][..]), ("projects", "new", &[]), ("all", "other", &[])]
    {
        let mut moved = store.tokens().move_project(&id(from), &id(to)).unwrap();
        moved.sort();
        assert_eq!(moved.iter().map(TokenId::as_str).collect::<Vec<_>>(), changed);
        let list = store.tokens().valid(Some(before), None, NOW).unwrap().tokens.unwrap();
        for (name, _, after) in &scopes {
            let token = list.iter().find(|token| token.id.as_str() == *name).unwrap();
            assert_eq!(token.grant, Grant::new([Right::JobsRead], after.clone()), "{name}");
        }
    }
}

#[test]
fn a_step_says_what_the_log_records_and_whether_the_tables_are_others() {
    let taken = |has_replaced, recorded: Option<&str>| {
        Ok(StepTaken { has_replaced, recorded: recorded.map(str::to_owned) })
    };
    let db = Db::new(Sqlite::in_memory());
    let domain = analytics::backup_domain();
    let schema = u32::try_from(domain.migrations.len()).unwrap();
    let of_key: BackupObject = "analytics/KEY".parse().unwrap();
    let from_docs = || RestoreStep::MoveProject([id("docs"), id("new")]);
    for (step, expected) in [
        (RestoreStep::Check(schema), taken(false, None)),
        (RestoreStep::Begin(schema), taken(true, None)),
        (RestoreStep::End(1), Err(RestoreError::Rows { found: 0, expected: 1 })),
        (RestoreStep::End(0), taken(true, Some("analytics/KEY"))),
        (RestoreStep::Cancel(()), Err(RestoreError::NotBegun)),
        (from_docs(), taken(false, None)),
    ] {
        let text = format!("{step:?}");
        assert_eq!(step::take(&db, &domain, &of_key, step, None, NOW), expected, "{text}");
    }
    db.run("INSERT INTO projects (id, name) VALUES (7, 'docs')", &[]).unwrap();
    let moved = step::take(&db, &domain, &of_key, from_docs(), None, NOW);
    assert_eq!(moved, taken(false, Some("analytics/KEY docs=new")));
    let ledger = step::take(&db, &jobs::backup_domain(), &object(), from_docs(), None, NOW);
    assert_eq!(ledger, Err(RestoreError::OfOneProject));
}
