//! The number of rows that the ledger reads and writes, by the platform's own counters. The platform bills them.
//!
//! `cargo test -p docket-edge --test http rows -- --nocapture` prints them.

use std::path::Path;

use docket_core::rate_limit::{LimiterState, StoredRateLimiter, Window};
use docket_sim::ServiceOperation;
use docket_wire::UnixMs;
use reqwest::Method;
use serde_json::json;

use crate::harness::stored::{self, make_alarm_due};
use crate::harness::{Options, PROJECT, Program, Rows, World, answer, run};
use crate::sqlite::Sqlite;

const CLASS: &str = "JobsObject";
const JOBS: u32 = 100_000;
const ACTIVE_JOBS: u32 = 6_000;
const POLLS_PER_HOUR: u32 = 3_600;

/// What a request makes the object read and write, with what it does after the response.
async fn request(world: &World, method: Method, path: &str, body: serde_json::Value) -> Rows {
    let nothing = format!("/api/projects/{PROJECT}/submissions/none");
    let read_nothing = async || {
        let missing = answer(world.program(Program::JobsRead, Method::GET, &nothing)).await;
        missing.is_problem(404, "unknown_submission");
        world.rows_of(CLASS, &missing).await
    };
    read_nothing().await;
    let nothing = read_nothing().await;
    let program = if method == Method::GET { Program::JobsRead } else { Program::JobsWrite };
    let request = world.program(program, method, path);
    let request = if body.is_null() { request } else { request.json(&body) };
    let answered = answer(request).await;
    assert!(answered.status < 300, "{answered:?}");
    let rows = world.rows_of(CLASS, &answered).await;
    let later = read_nothing().await;
    Rows { read: rows.read + later.read - nothing.read, written: rows.written + later.written }
}

async fn create(world: &World, prompt: &str) -> Rows {
    let path = format!("/v2/agent/{PROJECT}/job");
    request(world, Method::POST, &path, json!({ "prompt": prompt })).await
}

/// What a request of Ada about her inbox costs.
async fn inbox_rows(world: &World, method: Method, path: &str, body: serde_json::Value) -> Rows {
    let request = world.ada(method, path).await;
    let request = if body.is_null() { request } else { request.json(&body) };
    let answered = answer(request).await;
    assert_eq!(answered.status, 200, "{answered:?}");
    world.rows_of(CLASS, &answered).await
}

async fn read(world: &World, path: &str) -> Rows {
    request(world, Method::GET, path, serde_json::Value::Null).await
}

/// Fills a ledger that has some jobs: up to a hundred thousand, with their submissions, events, labels and prompts, and
/// an hour of polls. Of the jobs that it had, the poll of the first is due, and those of the others are not.
fn fill(state: &Path) {
    let file = stored::only_database(state, CLASS);
    let mut db = rusqlite::Connection::open(&file).unwrap();
    let now = i64::try_from(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let later = now + 1_800_000;
    let filled = db.transaction().unwrap();
    let statements = format!(
        "UPDATE jobs SET next_poll_at = CASE number WHEN 1 THEN 1 ELSE {later} END;
         CREATE TEMP TABLE numbers AS WITH RECURSIVE numbers (n) AS
            (SELECT MAX(number) + 1 FROM jobs UNION ALL SELECT n + 1 FROM numbers WHERE n < {JOBS}) SELECT n FROM numbers;
         INSERT INTO jobs (number, id, status, body, title, author, added_at, active_since, ended_at, checked_at, follow_ups,
            next_poll_at, failures, is_suspended, is_stopped, is_running_long, is_hidden, revision, news_revision)
         SELECT n, 'job-' || n, iif(n % 16 = 0, 'active', 'completed'),
            json_object('id', 'job-' || n, 'status', iif(n % 16 = 0, 'active', 'completed')), 'Update the quickstart',
            'ada', added_at, added_at, iif(n % 16 = 0, NULL, added_at), added_at, 0,
            CASE n % 16 WHEN 0 THEN {later} + n WHEN 1 THEN {later} + n END, 0, 0, 0, 0, 0, 1000 + 2 * n, iif(n % 16 = 0, 0, 1000 + 2 * n)
         FROM numbers, (SELECT MAX(added_at) AS added_at FROM jobs);
         INSERT INTO submissions (id, kind, job_id, prompt, author, submitted_at, state, answer_status, answer_body, revision)
         SELECT 'sub-' || n, 'create', 'job-' || n, 'Update the quickstart', 'ada', {now} - 86400000, 'accepted', 201, '{{}}',
            1000 + 2 * n FROM numbers;
         INSERT INTO events (revision, at, job_id, submission_id, author, what)
         SELECT 999 + 2 * n, {now}, NULL, 'sub-' || n, 'ada', '{{\"kind\":\"submitted\"}}' FROM numbers;
         INSERT INTO events (revision, at, job_id, submission_id, author, what)
         SELECT 1000 + 2 * n, {now}, 'job-' || n, 'sub-' || n, 'ada', '{{\"kind\":\"accepted\"}}' FROM numbers;
         INSERT INTO labels (job, label) SELECT n, 'sdk' FROM numbers WHERE n % 10 = 0;
         INSERT INTO search (rowid, prompts) SELECT n, 'Update the quickstart' FROM numbers;
         UPDATE schedule SET polled_jobs =
            (SELECT COUNT(*) FROM jobs WHERE next_poll_at IS NOT NULL AND ended_at IS NULL);"
    );
    filled.execute_batch(&statements).unwrap();
    let polled: u32 = filled.query_one("SELECT polled_jobs FROM schedule", [], |row| row.get(0)).unwrap();
    assert!(polled > ACTIVE_JOBS, "{polled}");
    filled.commit().unwrap();
    drop(db);

    let window = Window::per_hour(POLLS_PER_HOUR);
    let mut hour = LimiterState::default();
    for second in 0..POLLS_PER_HOUR - 100 {
        hour.times.add(UnixMs(now - i64::from(second) * 1_000), &window);
    }
    StoredRateLimiter::new(&Sqlite::at(&file), "polls", window).put(&hour).unwrap();
    make_alarm_due(state, CLASS);
}

#[test]
fn polls_and_creates_read_and_write_as_few_rows_in_a_ledger_of_a_hundred_thousand_jobs() {
    run(async {
        let world = World::start(Options::default()).await;
        create(&world, "The first [sim: 1h]").await;
        let created_in_a_new_ledger = create(&world, "The second [sim: 1h]").await;
        let jobs =
            answer(world.program(Program::JobsRead, Method::GET, &format!("/api/projects/{PROJECT}/jobs")));
        let job = jobs.await.json()["jobs"][0]["id"].as_str().unwrap().to_owned();
        let polls = world.sim.count(ServiceOperation::GetJob);

        let world = world.restarted_after(fill).await;
        let unchanged_poll = world.rows_of_alarm(CLASS).await;
        let opening = world.rows_of_opening(CLASS).await;
        assert_eq!(world.sim.count(ServiceOperation::GetJob), polls + 1, "one poll was due");
        // The first create of an instance reads what the later ones know.
        create(&world, "The third [sim: 1h]").await;
        let created = create(&world, "The fourth [sim: 1h]").await;
        let list = read(&world, &format!("/api/projects/{PROJECT}/jobs")).await;
        let stored = read(&world, &format!("/v2/agent/{PROJECT}/job/{job}")).await;
        let detail = read(&world, &format!("/api/projects/{PROJECT}/jobs/{job}")).await;
        let inbox = format!("/api/projects/{PROJECT}/inbox");
        let whole_inbox = inbox_rows(&world, Method::GET, &inbox, json!(null)).await;
        let count_of_many = inbox_rows(&world, Method::GET, &format!("{inbox}?limit=0"), json!(null)).await;
        let read_all = inbox_rows(&world, Method::PATCH, &inbox, json!({ "readUpTo": 1_000_000 })).await;
        let count = inbox_rows(&world, Method::GET, &format!("{inbox}?limit=0"), json!(null)).await;
        let status = read(&world, &format!("/api/projects/{PROJECT}/status")).await;
        for (what, rows) in [
            ("the status of the project", status),
            ("open the object", opening),
            ("unchanged poll", unchanged_poll),
            ("create a job", created),
            ("create a job, in a new ledger", created_in_a_new_ledger),
            ("a page of the list", list),
            ("read a job, as a program", stored),
            ("read a job, in the console", detail),
            ("an inbox", whole_inbox),
            ("count what is unread, of many", count_of_many),
            ("read everything", read_all),
            ("count what is unread, of none", count),
        ] {
            println!("{what:<32} {:>5} read {:>5} written", rows.read, rows.written);
        }
        assert!(status.read <= 10 && status.written == 0, "{status:?}");
        assert!(unchanged_poll.read <= 10 && unchanged_poll.written <= 3, "{unchanged_poll:?}");
        assert!(whole_inbox.read <= 1_000 && whole_inbox.written == 0, "{whole_inbox:?}");
        assert!(count_of_many.read <= 450 && count.read <= 5, "{count_of_many:?} {count:?}");
        assert!(read_all.written <= 2, "{read_all:?}");
        assert!(created.read * 10 <= created_in_a_new_ledger.read * 11, "{created:?}");
        assert!(created.written * 10 <= created_in_a_new_ledger.written * 11, "{created:?}");
    });
}
