//! A soak: people, programs, consoles and readers of visitors work at once, while the service fails in one of five
//! calls and workerd is killed again and again. In the end no prompt is lost, none is doubled, nothing is stuck, memory
//! is flat, and every alarm is set.
//!
//! It takes 90 seconds, and `DOCKET_SOAK_S` seconds if that is set. `DOCKET_SEED` lets the actors do something else, and
//! `DOCKET_SEED=$RANDOM` something random; the order in which they are served differs from run to run.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a test panics on what it does not expect, and uses a part of the HTTP tests' harness"
)]

#[path = "../http/harness/mod.rs"]
mod harness;

mod actors;
mod alarms;
mod checks;
mod crowd;
mod faults;
mod memory;
mod record;
mod restarts;
mod settle;
mod shared_state;
mod storage;

use std::time::{Duration, Instant};

use shared_state::SharedState;

/// The time after the soak in which everything ends and is checked.
const SETTLES_WITHIN: Duration = Duration::from_secs(300);

/// The seed of a run that names none, so that a change is judged by what judged the one before.
const SEED: u64 = 20_261_122;

/// Settings that let the jobs of a soak end soon, and that no budget of an hour stops.
fn options() -> harness::Options {
    let vars = [
        ("DOCKET_TYPICAL_JOB_S", "2"),
        ("DOCKET_AGENT_PER_HOUR", "1000000"),
        ("DOCKET_POLLS_PER_HOUR", "1000000"),
        ("DOCKET_CHANGES_PER_HOUR", "1000000"),
        ("DOCKET_ANALYTICS_PER_HOUR", "1000000"),
    ];
    harness::Options { vars: vars.map(|(name, value)| (name, Some(value.to_owned()))).to_vec() }
}

#[test]
fn everything_at_once_loses_duplicates_and_blocks_nothing() {
    let from_env = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let length = Duration::from_secs(from_env("DOCKET_SOAK_S").unwrap_or(90));
    let seed = from_env("DOCKET_SEED").unwrap_or(SEED);
    println!("DOCKET_SEED={seed}, {} s", length.as_secs());
    harness::run_within(length + SETTLES_WITHIN, soak(seed, length));
}

async fn soak(seed: u64, length: Duration) {
    let world = harness::World::start_against(options(), |service| {
        service.agent_per_hour = 1_000_000;
        service.analytics_per_hour = 1_000_000;
    })
    .await;
    let start = Instant::now();
    let (shared, mut worker) = SharedState::of(world);
    faults::begin(&shared.sim);
    let actors = actors::start(&shared, seed).await;
    // The first part has the kills. The second has none, because a kill hides what the memory does.
    worker = restarts::keep_killing(&shared, worker, seed, start + length.mul_f64(0.6)).await;
    memory::stays_flat(&shared, start + length).await;
    shared.end();
    actors.join().await;

    faults::end(&shared.sim);
    settle::until_quiet(&shared).await;
    let due = alarms::leave_work(&shared).await;
    worker.kill();
    let worker = worker
        .restart_after(|state| {
            let (jobs, analytics) = (storage::jobs(state), storage::analytics(state));
            println!("{}", shared.record.summary());
            checks::check(&shared, &jobs);
            due.check_stored(&jobs, &analytics);
        })
        .await;
    due.check_resumed(&shared).await;
    drop(worker);
}
