//! What is restored is what was backed up, in every domain and of every schema.

use docket_core::analytics::{self, Analytics};
use docket_core::auth::store::{self as auth_store, AuthStore};
use docket_core::backup::{Domain, restore};
use docket_core::jobs::{self, Ledger, LedgerSettings};
use docket_core::storage::Database as _;
use docket_core::storage::schema::migrate;
use docket_wire::{EventKind, JobFilter, LiveMessage, SubmissionState, SubmissionsQuery, UnixMs};

use crate::samples::{AUTH, LEDGERS, VISITORS};
use crate::sqlite::Sqlite;
use crate::{Db, NOW, insert, lines, restore_into, rows_in};

const SETTINGS: LedgerSettings =
    LedgerSettings { agent_per_hour: 100, polls_per_hour: 3600, ..LedgerSettings::NOTHING };

/// The ledger of an earlier schema, and the schema.
fn ledger(schema: u32) -> (u32, &'static str) {
    *LEDGERS.iter().find(|(known, _)| *known == schema).unwrap()
}

/// A domain as a release with this schema had it.
fn of_schema(mut domain: Domain<Db>, schema: u32) -> Domain<Db> {
    domain.migrations.truncate(usize::try_from(schema).unwrap());
    domain
}

/// A backup of an earlier release, restored by this one, is what this one makes of the earlier database.
fn earlier_and_current_agree(domain: fn() -> Domain<Db>, samples: &[(u32, &str)], is_settled: bool) {
    for &(schema, sample) in samples {
        let earlier = lines(&Db::new(Sqlite::after(sample)), &of_schema(domain(), schema));
        let restored = Db::new(Sqlite::in_memory());
        restore_into(&restored, &domain(), schema, &earlier);
        let migrated = Db::new(Sqlite::after(sample));
        migrate(&migrated, &domain().migrations).unwrap();
        if !is_settled {
            (domain().after_restore)(&migrated, "acme-docs", NOW).unwrap();
        }
        let expected = lines(&migrated, &domain());
        for (found, expected) in lines(&restored, &domain()).iter().zip(&expected) {
            assert_eq!(found, expected, "schema {schema}");
        }
        assert_eq!(lines(&restored, &domain()).len(), expected.len(), "schema {schema}");

        let again = Db::new(Sqlite::in_memory());
        restore_into(&again, &domain(), u32::try_from(domain().migrations.len()).unwrap(), &expected);
        if !is_settled {
            (domain().after_restore)(&migrated, "acme-docs", NOW).unwrap();
        }
        assert_eq!(
            lines(&again, &domain()),
            lines(&migrated, &domain()),
            "bit by bit, of the current schema"
        );
    }
}

#[test]
fn a_ledger_comes_back() {
    earlier_and_current_agree(jobs::backup_domain, LEDGERS, false);
}

#[test]
fn visitors_come_back() {
    earlier_and_current_agree(analytics::backup_domain, VISITORS, true);
}

#[test]
fn auth_comes_back_without_sessions() {
    earlier_and_current_agree(auth_store::backup_domain, &AUTH, true);
    let db = Db::new(Sqlite::after(AUTH[1].1));
    migrate(&db, &auth_store::backup_domain().migrations).unwrap();
    let lines = lines(&db, &auth_store::backup_domain());
    assert!(lines.iter().all(|line| !line.contains("\"sessions\"")));
}

#[test]
fn a_restored_ledger_is_searched_and_belongs_to_the_project_that_it_was_restored_for() {
    let (schema, sample) = ledger(2);
    let restored = Db::new(Sqlite::in_memory());
    let domain = jobs::backup_domain();
    let backup = lines(&Db::new(Sqlite::after(sample)), &of_schema(jobs::backup_domain(), schema));
    restore::begin(&restored, &domain, schema, None).unwrap();
    insert(&restored, &domain, &backup);
    restore::end(&restored, &domain, "new-docs", rows_in(&backup), None, NOW).unwrap();
    let ledger = Ledger::open(restored, SETTINGS, NOW).unwrap();
    assert_eq!(ledger.project().unwrap().as_str(), "new-docs");
    let filter = JobFilter::from_pairs([("q", "cafe")]).unwrap();
    let found = ledger.reads().snapshot(&filter, NOW).unwrap().jobs;
    assert_eq!(found.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["job-b", "job-a"]);
}

#[test]
fn a_prompt_with_a_nul_is_found_after_a_restore() {
    let db = Db::new(Sqlite::after(ledger(3).1));
    migrate(&db, &jobs::backup_domain().migrations).unwrap();
    db.run(
        "INSERT INTO submissions (id, kind, job_id, prompt, author, submitted_at, state, revision)
         VALUES ('nul', 'follow_up', 'job-a', 'zebra' || char(0) || 'yak', 'ada', 1790000000000, 'accepted', 1)",
        &[],
    )
    .unwrap();
    let restored = Db::new(Sqlite::in_memory());
    let schema = u32::try_from(jobs::backup_domain::<Db>().migrations.len()).unwrap();
    restore_into(&restored, &jobs::backup_domain(), schema, &lines(&db, &jobs::backup_domain()));
    let ledger = Ledger::open(restored, SETTINGS, NOW).unwrap();
    for word in ["zebra", "yak"] {
        let filter = JobFilter::from_pairs([("q", word)]).unwrap();
        let found = ledger.reads().snapshot(&filter, NOW).unwrap().jobs;
        assert_eq!(found.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["job-a"], "{word}");
    }
}

/// A job can have more prompts than the 2 MB that SQLite stores as one text, and is searched by the first of them.
#[test]
fn a_job_with_more_prompts_than_a_row_can_have_comes_back() {
    let domain = jobs::backup_domain();
    let db = Db::new(Sqlite::after(ledger(3).1));
    migrate(&db, &domain.migrations).unwrap();
    db.run("DELETE FROM submissions WHERE job_id IN ('job-a', 'job-b')", &[]).unwrap();
    let prompts: Vec<_> = (0..30).map(|n| format!("word{n} {}", "\u{1d400}".repeat(24_000))).collect();
    for (job, first) in [("job-a", ""), ("job-b", "\0")] {
        for (n, prompt) in prompts.iter().enumerate() {
            let (id, at) = (format!("{job}-{n:02}"), UnixMs(1_790_000_000_000 + i64::try_from(n).unwrap()));
            let sql =
                "INSERT INTO submissions (id, kind, job_id, prompt, author, submitted_at, state, revision)
                 VALUES (?, 'follow_up', ?, ?, 'ada', ?, 'accepted', 1)";
            let params = [id.into(), job.into(), format!("{first}{prompt}").into(), at.0.into()];
            db.run(sql, &params).unwrap();
        }
    }
    let restored = Db::new(Sqlite::in_memory());
    let schema = u32::try_from(domain.migrations.len()).unwrap();
    restore_into(&restored, &domain, schema, &lines(&db, &domain));
    for (job, first) in [("job-a", ""), ("job-b", " ")] {
        let all: Vec<_> = prompts.iter().map(|prompt| format!("{first}{prompt}")).collect();
        let expected: String = all.join("\n").chars().take(250_000).collect();
        let sql = "SELECT prompts FROM search WHERE rowid = (SELECT number FROM jobs WHERE id = ?)";
        let mut found = restored.run(sql, &[job.into()]).unwrap();
        // Both are too long to be shown.
        assert!(found.remove(0).text().unwrap() == expected, "{job}");
    }
}

#[test]
fn a_follow_up_that_was_queued_is_not_sent_after_a_restore() {
    let db = Db::new(Sqlite::after(ledger(3).1));
    migrate(&db, &jobs::backup_domain().migrations).unwrap();
    for number in 1..=2 {
        let sql = format!(
            "INSERT INTO submissions (id, kind, job_id, prompt, author, submitted_at, state, revision)
             VALUES ('queued-{number}', 'follow_up', 'job-a', 'Again {number}', 'ada', 1790000000000, 'queued', 1)"
        );
        db.run(&sql, &[]).unwrap();
    }
    let backup = lines(&db, &jobs::backup_domain());
    let restored = Db::new(Sqlite::in_memory());
    let schema = u32::try_from(jobs::backup_domain::<Db>().migrations.len()).unwrap();
    restore_into(&restored, &jobs::backup_domain(), schema, &backup);
    let ledger = Ledger::open(restored, SETTINGS, NOW).unwrap();
    assert_eq!(ledger.release_queued(NOW).unwrap(), []);
    let open = ledger.reads().open_submissions(&SubmissionsQuery::default()).unwrap().submissions;
    let unknown = open.iter().filter(|open| {
        matches!(&open.state, SubmissionState::Unknown { reason } if reason.error.contains("when the backup was made"))
    });
    assert_eq!(unknown.count(), 3, "both, and the one of the sample");
}

#[test]
fn a_restored_ledger_gives_out_no_revision_again() {
    let (schema, sample) = ledger(3);
    let backup = lines(&Db::new(Sqlite::after(sample)), &of_schema(jobs::backup_domain(), schema));
    let mut highest = 0;
    // The last one is restored by a clock that is far behind.
    for now in [NOW, NOW.plus_ms(60_000), UnixMs(0)] {
        let restored = Db::new(Sqlite::in_memory());
        let domain = jobs::backup_domain();
        restore::begin(&restored, &domain, schema, None).unwrap();
        insert(&restored, &domain, &backup);
        restore::end(&restored, &domain, "acme-docs", rows_in(&backup), None, now).unwrap();
        let ledger = Ledger::open(restored.clone(), SETTINGS, NOW).unwrap();
        let params = [serde_json::to_string(&EventKind::Restored).unwrap().as_str().into()];
        let mut found = restored.run("SELECT revision FROM events WHERE what = ?", &params).unwrap();
        let first = u64::try_from(found[0].integer().unwrap()).unwrap();
        let mut found = restored
            .run("SELECT MAX(revision) FROM events WHERE revision < ?", &[(first as i64).into()])
            .unwrap();
        let before = u64::try_from(found[0].integer().unwrap()).unwrap();
        assert!(before > 0 && first - before > 1_000_000, "{first}");
        assert!(first > highest || now == UnixMs(0), "{first} was given out by the restore before");
        highest = ledger.revision().unwrap();
        assert!(highest < 1 << 53, "every number of JSON is exact");
        // A client that saw more than the backup has, or the last of it, gets a snapshot.
        for since in [before - 1, before, before + 1, before + 600, first - 2] {
            let missed = ledger.reads().catch_up(Some(since), NOW).unwrap();
            assert!(matches!(missed, LiveMessage::Snapshot(_)), "{since}: {missed:?}");
        }
        assert!(matches!(
            ledger.reads().catch_up(Some(highest), NOW).unwrap(),
            LiveMessage::Changes { revision, .. } if revision == highest
        ));
    }
}

#[test]
fn the_stores_open_over_what_was_restored() {
    let (schema, sample) = VISITORS[4];
    let visitors = Db::new(Sqlite::in_memory());
    let domain = analytics::backup_domain;
    restore_into(
        &visitors,
        &domain(),
        schema,
        &lines(&Db::new(Sqlite::after(sample)), &of_schema(domain(), schema)),
    );
    assert!(
        Analytics::open(visitors, 100).unwrap().budget_view(NOW).unwrap().remaining == 0,
        "the pause goes on"
    );

    let (schema, sample) = AUTH[1];
    let auth = Db::new(Sqlite::in_memory());
    let domain = auth_store::backup_domain;
    restore_into(
        &auth,
        &domain(),
        schema,
        &lines(&Db::new(Sqlite::after(sample)), &of_schema(domain(), schema)),
    );
    assert_eq!(AuthStore::open(auth).unwrap().tokens().list().unwrap().len(), 2);
}
