//! The memory of workerd in equal quiet states.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use reqwest::Method;
use tokio::time::sleep;

use crate::harness::{Program, Worker};
use crate::place::{Place, Who};

/// The work between two quiet states.
const ROUND: Duration = Duration::from_secs(6);
/// In MiB: what the memory in the last quiet state may exceed that in the first one by.
const GROWTH_MAX_MIB: u64 = 64;

/// Requests of one step of the warm-up.
const WARM_UP: usize = 400;
/// In MiB: less growth than this in two steps is none.
const SETTLED_MIB: u64 = 4;

/// Lets the actors work until `end`, and measures whenever all of them pause.
pub(crate) async fn stays_flat(place: &Place, worker: &Worker, end: Instant) {
    if worker.memory_mib().is_none() {
        println!("the memory of workerd cannot be measured on this system");
        return;
    }
    warm_up(place, worker, end - 3 * ROUND).await;
    let mut measured = Vec::new();
    while Instant::now() < end || measured.len() < 3 {
        sleep(ROUND).await;
        let _quiet = place.turns.write().await;
        measured.extend(worker.memory_mib());
    }
    println!("memory of workerd in quiet states, MiB: {measured:?}");
    let (first, last) = (measured[0], measured[measured.len() - 1]);
    assert!(last <= first + GROWTH_MAX_MIB, "memory grew: {measured:?} MiB");
}

/// Makes requests until the memory stops growing, in a short soak until `end` at the latest. A new workerd collects no garbage before several thousand requests,
/// and grows by 40 kB with each until then, also with a Worker of a few lines.
async fn warm_up(place: &Place, worker: &Worker, end: Instant) {
    let mut measured: Vec<u64> = worker.memory_mib().into_iter().collect();
    while Instant::now() < end {
        let who = Who::Program(Program::Everything);
        let requests = (0..WARM_UP).map(|_| place.send(place.request(&who, Method::GET, "/api/health")));
        stream::iter(requests).buffer_unordered(8).for_each(async |_| {}).await;
        measured.extend(worker.memory_mib());
        if let [.., before, _, now] = measured[..]
            && now < before + SETTLED_MIB
        {
            break;
        }
    }
    println!("memory of workerd while it warms up, MiB: {measured:?}");
}
