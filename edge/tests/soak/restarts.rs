//! Kills of workerd, and its start over the same storage.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use crate::harness::Worker;
use crate::place::Place;

/// Milliseconds between a start and the next kill.
const LIFE_MS: std::ops::Range<u64> = 6_000..12_000;

/// Kills workerd every ten seconds or so, in the middle of everything, until `end`.
pub(crate) async fn keep_killing(place: &Arc<Place>, mut worker: Worker, seed: u64, end: Instant) -> Worker {
    let mut rng = StdRng::seed_from_u64(seed);
    while Instant::now() < end {
        sleep(Duration::from_millis(rng.random_range(LIFE_MS))).await;
        worker.kill();
        worker = worker.restart_after(|_| {}).await;
        place.moved_to(&worker.url);
        place.record.count("kills");
    }
    worker
}
