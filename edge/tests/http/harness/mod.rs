//! A Worker, and a stand-in service as its upstream.

mod answer;
pub(crate) mod contract;
mod host;
mod people;
mod rows;
pub(crate) mod stored;
mod until;
mod worker;
mod world;

use std::future::Future;
use std::pin::pin;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::time::timeout;

pub(crate) use answer::{Answer, answer};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use people::{ADA, PASSPHRASE, Person, Program, cookie_for, hash, now_ms};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use rows::Rows;
#[allow(unused_imports, reason = "not every test program uses it")]
pub(crate) use until::until;
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use worker::{ASSET, Worker, entry};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use world::{CANARY, OTHER_PROJECT, Options, PROJECT, World, cookie_of, fault_project, shared};

/// One runtime for all tests, because the shared world lives in it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Several times as long as the longest test takes.
const TEST_ENDS_WITHIN: Duration = Duration::from_secs(300);

/// Runs a test.
pub(crate) fn run(test: impl Future<Output = ()>) {
    run_within(TEST_ENDS_WITHIN, test);
}

/// Runs a test that takes longer than others.
pub(crate) fn run_within(limit: Duration, test: impl Future<Output = ()>) {
    RUNTIME.block_on(async {
        // The panic drops it, and a Worker that is dropped by a panic shows its log.
        let test = pin!(test);
        timeout(limit, test)
            .await
            .unwrap_or_else(|_| panic!("the test still waits after {} s", limit.as_secs()));
    });
}

/// Runs a benchmark, which takes as long as its caller wants.
#[allow(dead_code, reason = "only benchmarks use it")]
pub(crate) fn run_benchmark(benchmark: impl Future<Output = ()>) {
    RUNTIME.block_on(benchmark);
}
