//! The memory of workerd in equal quiet states.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::harness::Worker;
use crate::place::Place;

/// The work between two quiet states.
const ROUND: Duration = Duration::from_secs(6);
/// In MiB: what the memory in the last quiet state may exceed that in the first one by.
const GROWTH_MAX_MIB: u64 = 64;

/// Lets the actors work until `end`, and measures whenever all of them pause.
pub(crate) async fn stays_flat(place: &Place, worker: &Worker, end: Instant) {
    let mut measured = Vec::new();
    while Instant::now() < end || measured.len() < 3 {
        sleep(ROUND).await;
        let _quiet = place.turns.write().await;
        measured.extend(worker.memory_mib());
        if worker.memory_mib().is_none() {
            println!("the memory of workerd cannot be measured on this system");
            return;
        }
    }
    println!("memory of workerd in quiet states, MiB: {measured:?}");
    // The first state is before the caches are full.
    let (first, last) = (measured[1], measured[measured.len() - 1]);
    assert!(last <= first + GROWTH_MAX_MIB, "memory grew: {measured:?} MiB");
}
