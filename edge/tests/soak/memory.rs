//! The memory of the Worker in quiet states.
//!
//! This measures the memory of the WebAssembly instance. It has everything that Docket allocates, and never shrinks. The memory of
//! the process would say less: V8 collects the garbage of a young workerd late, so even a Worker of a few lines makes it grow with
//! each request.

use std::time::{Duration, Instant};

use reqwest::Method;
use tokio::time::sleep;

use crate::harness::{Program, answer};
use crate::shared_state::{SharedState, Who};

/// The work between two quiet states.
const ROUND: Duration = Duration::from_secs(6);
/// How much larger the memory may be in the last quiet state than in the first one.
const GROWTH_MAX_BYTES: u64 = 8 << 20;

/// Lets the actors work until `end`, and measures whenever all of them pause.
pub(crate) async fn stays_flat(shared: &SharedState, end: Instant) {
    let mut measured = Vec::new();
    while Instant::now() < end || measured.len() < 3 {
        sleep(ROUND).await;
        let _quiet = shared.turns.write().await;
        let request = shared.request(&Who::Program(Program::Everything), Method::GET, "/api/health?deep=1");
        measured.push(answer(request).await.json()["memoryBytes"].as_u64().unwrap());
    }
    println!(
        "memory of the Worker in quiet states, kB: {:?}",
        measured.iter().map(|b| b / 1000).collect::<Vec<_>>()
    );
    let (first, last) = (measured[0], measured[measured.len() - 1]);
    assert!(last <= first + GROWTH_MAX_BYTES, "memory grew: {measured:?} bytes");
}
