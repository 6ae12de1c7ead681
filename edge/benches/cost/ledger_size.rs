//! What a job costs in a small ledger, and in a large one.

use docket_wire::UnixMs;

use crate::fill;
use crate::prices::BilledCounts;
use crate::replay::Replay;
use crate::team;

const LEDGER_JOBS: [u32; 3] = [1_000, 10_000, 100_000];
const JOBS: usize = 20;

pub async fn print() {
    println!("\nA job from its creation to its end, by the jobs in the ledger:");
    println!(
        "  {:>8} {:>10} {:>14} {:>16} {:>14}",
        "jobs", "rows read", "rows written", "object requests", "KB stored"
    );
    let mut first: Option<BilledCounts> = None;
    for stored_jobs in LEDGER_JOBS {
        let (replay, end) = with(stored_jobs, fill::APART_MS).await;
        let stored = replay.stored_bytes().await / f64::from(stored_jobs);
        let job = team::jobs(replay, end, JOBS).await * (1.0 / JOBS as f64);
        println!(
            "  {stored_jobs:>8} {:>10.1} {:>14.1} {:>16.1} {:>14.2}",
            job.rows_read,
            job.rows_written,
            job.object_requests,
            stored / 1e3
        );
        let first = *first.get_or_insert(job);
        if stored_jobs == LEDGER_JOBS[LEDGER_JOBS.len() - 1] {
            println!(
                "  with {stored_jobs} jobs, {:.2} of the rows read and {:.2} of the rows written with {}",
                job.rows_read / first.rows_read,
                job.rows_written / first.rows_written,
                LEDGER_JOBS[0]
            );
        }
    }
}

/// A deployment with this many ended jobs, this many milliseconds apart, and when the last of them ended.
pub async fn with(jobs: u32, apart_ms: i64) -> (Replay, UnixMs) {
    let replay = Replay::start().await;
    team::touch(&replay).await;
    let mut end = replay.now;
    let replay =
        replay.restarted_after(|state| end = fill::fill(&fill::database(state), jobs, apart_ms)).await;
    team::touch(&replay).await;
    (replay, end)
}
