//! Waiting for what the Worker does in the background.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use tokio::time::sleep;

/// How often to read.
const TICK: Duration = Duration::from_millis(25);
/// The Worker does nothing in the background that takes longer in a test.
const DONE_WITHIN: Duration = Duration::from_secs(60);

/// Reads until the value satisfies a condition, and returns it. Only for what no response and no event tells.
pub(crate) async fn until<T: Debug>(read: impl AsyncFn() -> T, is_done: impl Fn(&T) -> bool) -> T {
    let start = Instant::now();
    loop {
        let value = read().await;
        if is_done(&value) {
            return value;
        }
        assert!(start.elapsed() < DONE_WITHIN, "the Worker still has not done it: {value:?}");
        sleep(TICK).await;
    }
}
