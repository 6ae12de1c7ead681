//! What a job costs with few jobs kept, and with many.

use docket_wire::UnixMs;

use crate::fill;
use crate::prices::BilledCounts;
use crate::replay::Replay;
use crate::team;

const KEPT: [u32; 3] = [1_000, 10_000, 100_000];
const JOBS: usize = 20;

pub async fn print() {
    println!("\nA job from its creation to its end, by the jobs that are kept:");
    println!(
        "  {:>8} {:>10} {:>14} {:>16} {:>14}",
        "kept", "rows read", "rows written", "object requests", "KB stored"
    );
    let mut first: Option<BilledCounts> = None;
    for kept in KEPT {
        let (replay, end) = with(kept, fill::APART_MS).await;
        let stored = replay.stored_bytes().await / f64::from(kept);
        let job = team::jobs(replay, end, JOBS).await * (1.0 / JOBS as f64);
        println!(
            "  {kept:>8} {:>10.1} {:>14.1} {:>16.1} {:>14.2}",
            job.rows_read,
            job.rows_written,
            job.object_requests,
            stored / 1e3
        );
        let first = *first.get_or_insert(job);
        if kept == KEPT[KEPT.len() - 1] {
            println!(
                "  with {kept}, {:.2} of the rows read and {:.2} of the rows written with {}",
                job.rows_read / first.rows_read,
                job.rows_written / first.rows_written,
                KEPT[0]
            );
        }
    }
}

/// A deployment that keeps so many ended jobs, so many milliseconds apart, and when the last of them ended.
pub async fn with(jobs: u32, apart_ms: i64) -> (Replay, UnixMs) {
    let replay = Replay::start().await;
    team::touch(&replay).await;
    let mut end = replay.now;
    let replay =
        replay.restarted_after(|state| end = fill::fill(&fill::database(state), jobs, apart_ms)).await;
    team::touch(&replay).await;
    (replay, end)
}
