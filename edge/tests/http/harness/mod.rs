//! A Worker, and a stand-in service as its upstream.

mod answer;
pub(crate) mod contract;
mod people;
mod rows;
pub(crate) mod stored;
mod worker;
mod world;

use std::future::Future;
use std::sync::LazyLock;

use tokio::runtime::Runtime;

pub(crate) use answer::{Answer, answer};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use people::{ADA, PASSPHRASE, Person, Program, cookie_for, hash, now_ms};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use rows::Rows;
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use worker::{ASSET, Worker, entry};
#[allow(unused_imports, reason = "not every test program uses them")]
pub(crate) use world::{
    CANARY, OTHER_PROJECT, Options, PROJECT, TIMEOUT, World, cookie_of, fault_project, shared,
};

/// One runtime for all tests, because the shared world lives in it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Runs a test.
pub(crate) fn run(test: impl Future<Output = ()>) {
    RUNTIME.block_on(test);
}
