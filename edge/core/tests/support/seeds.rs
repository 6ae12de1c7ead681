//! Runs a simulation with many seeds, and prints how to replay one that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of seeds of the large simulations without `DOCKET_SEEDS`.
#[allow(dead_code, reason = "not every test program uses it")]
pub const SEEDS: u64 = 10_000;

/// Calls `play` with every seed; its second argument is whether to print events. `DOCKET_SEED=17` plays only this seed
/// and prints its events, `DOCKET_SEEDS=100000` plays more seeds.
pub fn run_all(test: &str, seeds: u64, play: impl Fn(u64, bool) + Sync) {
    let from_env = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = from_env("DOCKET_SEED") {
        play(seed, true);
        return;
    }
    let seeds = from_env("DOCKET_SEEDS").unwrap_or(seeds);
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds {
                        break;
                    }
                    if catch_unwind(AssertUnwindSafe(|| play(seed, false))).is_err() {
                        next.store(seeds, Ordering::Relaxed);
                        panic!(
                            "replay with: DOCKET_SEED={seed} cargo test -p docket-core --test {test} -- --nocapture"
                        );
                    }
                }
            });
        }
    });
}
