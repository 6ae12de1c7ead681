//! What a month of Docket costs: `cargo xtask bench cost`.
//!
//! Docket runs in workerd, by a clock that the benchmark sets. Requests are counted where they arrive, rows by the
//! runtime's own counters, and alarms as they are set and fire. The stand-in is the documentation service.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect, and uses a part of the tests' harness"
)]

#[path = "../list/fill.rs"]
mod fill;
#[path = "../../tests/http/harness/mod.rs"]
mod harness;
mod ledger_size;
mod prices;
mod replay;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;
mod team;

use prices::{BilledCounts, PLAN_DOLLARS, READ_ON, bill, storage_dollars};
use replay::Replay;
use team::Team;

/// How long the documentation service takes to answer, including a millisecond of the stand-in.
const SERVICE_S: f64 = 0.2;
const WEEKS: usize = 4;
/// Teams whose month is played as a whole.
const PLAYED: [usize; 2] = [5, 50];
/// For a team of this size, one working day is played, with the jobs of a month in the ledger.
const LARGE: usize = 500;

fn main() {
    println!("Prices as of {READ_ON}. A month has 30 days; people work on five of seven, for eight hours.");
    harness::run_benchmark(async {
        idle().await;
        ledger_size::print().await;
        for people in PLAYED {
            play(Replay::start().await, people, WEEKS * 7, 30.0 / (WEEKS * 7) as f64).await;
        }
        let jobs = team::jobs_a_day(LARGE) * WEEKS * 5;
        let weeks_ms = i64::try_from(WEEKS).unwrap() * 7 * team::DAY_MS;
        let apart_ms = weeks_ms / i64::try_from(jobs).unwrap();
        let (mut replay, end) = ledger_size::with(u32::try_from(jobs).unwrap(), apart_ms).await;
        replay.until(end).await;
        println!("\nThe ledger has {jobs} jobs of four weeks:");
        play(replay, LARGE, 1, 30.0 / 7.0 * 5.0).await;
    });
}

/// Plays `days` days of a team, multiplies the counts by `months`, and prints the month.
async fn play(replay: Replay, people: usize, days: usize, months: f64) {
    let mut team = Team::new(replay, people, 1);
    let counts = team.work(days).await;
    println!(
        "\nA team of {people}: {days} days played, {} jobs a month",
        (team.jobs as f64 * months).round()
    );
    print(counts * months, team.stored_bytes().await, people);
}

fn print(month: BilledCounts, stored_bytes: f64, people: usize) {
    println!("  {:<24} {:>14} {:>12} {:>10} {:>10}", "", "a month", "% free", "no plan", "extra");
    let lines = bill(month, SERVICE_S);
    for line in &lines {
        // The free plan has limits for a day. The busiest day is a working day: five of seven days have all the work.
        let of_free = line.amount / 30.0 * 7.0 / 5.0 / line.free_a_day * 100.0;
        println!(
            "  {:<24} {:>14.0} {of_free:>11.1} {:>9.2}$ {:>9.2}$",
            line.name,
            line.amount,
            line.without_plan(),
            line.extra()
        );
    }
    let extra = lines.iter().map(prices::Line::extra).sum::<f64>() + storage_dollars(stored_bytes);
    println!("  {:<24} {:>14.1} MB", "stored afterwards", stored_bytes / 1e6);
    println!(
        "  together ${:.2} with the plan, ${:.3} a person; requests to the service: {:.0}",
        PLAN_DOLLARS + extra,
        (PLAN_DOLLARS + extra) / people as f64,
        month.service_requests
    );
}

/// A console that is open day and night, in a project where nothing happens.
async fn idle() {
    let counts = team::idle_month(Replay::start().await).await;
    let dollars = bill(counts, SERVICE_S).iter().map(prices::Line::without_plan).sum::<f64>();
    println!(
        "\nAn idle console, open for a month: {:.0} Worker requests, {:.0} object requests, {:.0} rows written, ${dollars:.4}",
        counts.worker_requests, counts.object_requests, counts.rows_written
    );
}
