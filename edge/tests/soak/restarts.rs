//! Kills of workerd, and its start over the same storage.

use std::sync::Arc;
use std::time::{Duration, Instant};

use docket_sim::{ServiceOperation, Sim};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use crate::harness::Worker;
use crate::shared_state::SharedState;

/// Milliseconds between a start and the next kill.
const LIFE_MS: std::ops::Range<u64> = 6_000..12_000;

/// The time before a kill in which the service withholds responses. Docket waits longer for a response.
const WITHHELD: Duration = Duration::from_secs(1);

/// The service carries out the next prompts and does not respond in time, so that the kill comes at the worst moment.
fn withhold_responses(sim: &Sim) {
    for operation in [ServiceOperation::CreateJob, ServiceOperation::SendMessage] {
        sim.inject(operation, "timeout-after 5s".parse().unwrap(), 3);
    }
}

/// Kills workerd every ten seconds or so, in the middle of everything, until `end`.
pub(crate) async fn keep_killing(
    shared: &Arc<SharedState>,
    mut worker: Worker,
    seed: u64,
    end: Instant,
) -> Worker {
    let mut rng = StdRng::seed_from_u64(seed);
    while Instant::now() < end {
        sleep(Duration::from_millis(rng.random_range(LIFE_MS))).await;
        withhold_responses(&shared.sim);
        sleep(WITHHELD).await;
        worker.kill();
        worker = worker.restart_after(|_| {}).await;
        shared.moved_to(&worker.url);
        shared.record.count("kills");
    }
    worker
}
