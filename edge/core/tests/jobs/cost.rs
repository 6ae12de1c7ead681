//! What creates and polls cost: the platform bills rows, so neither may grow with the number of jobs.

use docket_core::jobs::schedule::Audience;
use docket_core::jobs::{Ledger, LedgerSettings, NewSubmission, PollContext, PollTask, SubmitDecision};
use docket_core::upstream::response::read_failure;
use docket_wire::{CallerName, UnixMs};

use crate::traced::{Cost, Traced};
use crate::world::{SETTINGS, ada, import_into, job, response};

const NOW: UnixMs = UnixMs(1_790_000_000_000);
const ACTIVE_JOBS: usize = 6_000;

fn create(ledger: &Ledger<Traced>, n: usize) {
    let new = NewSubmission {
        id: format!("s{n}").parse().unwrap(),
        job: None,
        prompt: "Update the quickstart".into(),
        author: ada(),
        idempotency_key: Some(format!("k{n}")),
        is_confirmed: false,
        labels: Vec::new(),
    };
    let SubmitDecision::Call { submission } = ledger.submit(&new, NOW.plus_ms(n as i64 * 200_000)).unwrap()
    else {
        panic!()
    };
    let made = response(&format!("j{n:05}"), "active", None);
    ledger.settle(&submission, &made, NOW.plus_ms(n as i64 * 200_000)).unwrap();
}

/// Polls a job that is still active, and returns what recording that took.
fn poll(disk: &Traced, ledger: &Ledger<Traced>, n: usize) -> Vec<Cost> {
    let id = job(&format!("j{n:05}"));
    let revision =
        ledger.reads().detail(&id, &docket_wire::HistoryQuery::default()).unwrap().unwrap().job.revision;
    let context = PollContext { audience: Audience::Viewers, random: 0.5 };
    let answer = response(id.as_str(), "active", None);
    disk.take();
    // Both times of day differ from the stored ones.
    let now = NOW.plus_ms(n as i64 * 200_000 + 7_000);
    let checked = ledger.record_poll(&PollTask { job: id, revision }, &answer, context, now).unwrap();
    assert!(checked.is_some(), "nothing changed");
    disk.take()
}

fn steps(costs: &[Cost]) -> i64 {
    costs.iter().map(|cost| cost.steps).sum()
}

#[test]
fn creates_and_polls_cost_the_same_however_many_jobs_are_active() {
    let disk = Traced::new();
    let settings = LedgerSettings { agent_per_hour: 1_000_000, polls_per_hour: 3_600, ..SETTINGS };
    let ledger = Ledger::open(disk.clone(), settings, NOW).unwrap();
    create(&ledger, 0);
    disk.take();
    create(&ledger, 1);
    let (first_create, first_poll) = (steps(&disk.take()), steps(&poll(&disk, &ledger, 1)));
    for n in 2..ACTIVE_JOBS {
        create(&ledger, n);
    }
    disk.take();
    create(&ledger, ACTIVE_JOBS);
    let created = disk.take();
    let polled = poll(&disk, &ledger, ACTIVE_JOBS);
    assert!(steps(&created) * 10 <= first_create * 11, "{first_create} steps before, {created:#?}");
    assert!(steps(&polled) * 10 <= first_poll * 11, "{first_poll} steps before, {polled:#?}");
}

#[test]
fn a_create_has_no_more_statements_than_it_needs() {
    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
    create(&ledger, 0);
    disk.take();
    create(&ledger, 1);
    let statements = disk.take();
    assert!(statements.len() <= 12, "{}: {statements:#?}", statements.len());
}

#[test]
fn an_unchanged_poll_writes_only_its_times() {
    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
    create(&ledger, 1);
    let writes: Vec<String> = poll(&disk, &ledger, 1)
        .into_iter()
        .map(|cost| cost.sql)
        .filter(|sql| !sql.starts_with("SELECT"))
        .collect();
    // Of these columns, only the next poll has an index.
    assert_eq!(writes, ["UPDATE jobs SET checked_at = ?, next_poll_at = ? WHERE id = ?"]);
}

#[test]
fn one_write_counts_the_polls_that_are_taken_together() {
    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
    for n in 0..4 {
        create(&ledger, n);
    }
    disk.take();
    assert_eq!(ledger.due_polls(NOW.plus_ms(3_600_000)).unwrap().len(), 4);
    let writes: Vec<String> =
        disk.take().into_iter().map(|cost| cost.sql).filter(|sql| !sql.starts_with("SELECT")).collect();
    assert!(writes.len() == 1 && writes[0].contains("rate_limits"), "{writes:?}");
}

/// The cost of listing the ten jobs that ended last, in a ledger with so many jobs.
fn ended_list_steps(jobs: usize) -> i64 {
    let disk = Traced::new();
    let settings = LedgerSettings { agent_per_hour: 1_000_000, polls_per_hour: 3_600, ..SETTINGS };
    let ledger = Ledger::open(disk.clone(), settings, NOW).unwrap();
    for n in 0..jobs {
        create(&ledger, n);
        let ended = response(&format!("j{n:05}"), "completed", None).unwrap();
        // The first jobs end last.
        let ended_at = NOW.plus_ms(if n < 10 { 9_000_000_000 } else { n as i64 });
        import_into(&ledger, &ended, &ada(), ended_at);
    }
    disk.take();
    let filter =
        docket_wire::JobFilter { ended_since: Some(NOW.plus_ms(9_000_000_000)), ..Default::default() };
    assert_eq!(ledger.reads().snapshot(&filter, NOW).unwrap().jobs.len(), 10);
    steps(&disk.take())
}

#[test]
fn a_list_by_the_end_costs_what_ended() {
    let (few, many) = (ended_list_steps(100), ended_list_steps(3_000));
    assert!(many * 10 <= few * 11, "{few} steps of 100 jobs, {many} of 3,000");
}

/// A ledger with so many ended and active jobs, and what an inbox of it costs.
fn inbox_steps(jobs: usize) -> [i64; 3] {
    let disk = Traced::new();
    let settings = LedgerSettings { agent_per_hour: 1_000_000, polls_per_hour: 3_600, ..SETTINGS };
    let ledger = Ledger::open(disk.clone(), settings, NOW).unwrap();
    for n in 0..jobs {
        create(&ledger, n);
        if n % 2 == 0 {
            let ended = response(&format!("j{n:05}"), "completed", None).unwrap();
            import_into(&ledger, &ended, &ada(), NOW);
        }
    }
    disk.take();
    let cost = |limit| {
        ledger.inbox(&ada()).read(limit, NOW).unwrap();
        steps(&disk.take())
    };
    let (whole, count) = (cost(100), cost(0));
    let patch = docket_wire::InboxPatch { read_up_to: Some(u64::MAX >> 12), marks: Vec::new() };
    ledger.inbox(&ada()).mark(&patch, NOW).unwrap();
    disk.take();
    ledger.inbox(&ada()).read(0, NOW).unwrap();
    [whole, count, steps(&disk.take())]
}

#[test]
fn an_inbox_costs_the_same_however_many_jobs_there_are() {
    let [few, many] = [inbox_steps(400), inbox_steps(1_600)];
    for (few, many) in few.into_iter().zip(many) {
        assert!(many * 10 <= few * 11, "{few} steps before, {many} now");
    }
    assert!(many[2] * 20 < many[1], "a person who keeps up costs next to nothing: {many:?}");
}

/// What it costs to open a ledger in which so many prompts of a person, and of a program, were rejected.
fn opening_steps(rejected: usize) -> i64 {
    let disk = Traced::new();
    let settings = LedgerSettings { agent_per_hour: 1_000_000, ..SETTINGS };
    let ledger = Ledger::open(disk.clone(), settings, NOW).unwrap();
    for n in 0..rejected {
        for author in ["ada", "token:ci"] {
            let new = NewSubmission {
                id: format!("{}{n}", author.replace(':', "_")).parse().unwrap(),
                job: None,
                prompt: "Update the quickstart".into(),
                author: CallerName(author.into()),
                idempotency_key: None,
                is_confirmed: true,
                labels: Vec::new(),
            };
            let SubmitDecision::Call { submission } = ledger.submit(&new, NOW).unwrap() else { panic!() };
            ledger.settle(&submission, &Err(read_failure(400, ("", ""), "")), NOW).unwrap();
        }
    }
    disk.take();
    Ledger::open(disk.clone(), settings, NOW).unwrap();
    steps(&disk.take())
}

#[test]
fn a_wake_reads_no_rejected_prompt_that_stays() {
    assert_eq!(opening_steps(90), opening_steps(3));
}

#[test]
fn the_schedule_counts_the_jobs_that_are_polled() {
    use docket_core::storage::Database;

    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
    let counted = |disk: &Traced| {
        let run = |sql: &str| disk.run(sql, &[]).unwrap().remove(0).integer().unwrap();
        let rows = run("SELECT COUNT(*) FROM jobs WHERE next_poll_at IS NOT NULL AND ended_at IS NULL");
        (run("SELECT polled_jobs FROM schedule"), rows)
    };
    for n in 0..4 {
        create(&ledger, n);
    }
    assert_eq!(counted(&disk), (4, 4));
    let context = PollContext { audience: Audience::Nobody, random: 0.5 };
    let due = ledger.due_polls(NOW.plus_ms(3_600_000)).unwrap();
    for poll in &due[..2] {
        let ended = response(poll.job.as_str(), "completed", None);
        ledger.record_poll(poll, &ended, context, NOW.plus_ms(3_600_000)).unwrap();
    }
    assert_eq!(counted(&disk), (2, 2));
}
