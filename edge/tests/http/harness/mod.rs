//! A Worker and a service to run it against.

mod answer;
mod people;
mod worker;
mod world;

use std::future::Future;
use std::sync::LazyLock;

use tokio::runtime::Runtime;

pub(crate) use answer::{Answer, answer};
pub(crate) use people::{ADA, PASSPHRASE, Program};
pub(crate) use world::{CANARY, Options, PROJECT, TIMEOUT, World, cookie_of, fault_project, shared};

/// One for all tests, since worlds that are shared between them live in it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Runs a test.
pub(crate) fn run(test: impl Future<Output = ()>) {
    RUNTIME.block_on(test);
}
