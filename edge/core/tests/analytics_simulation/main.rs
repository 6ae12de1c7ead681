//! Visitor figures under everything at once: thousands of seeded stories of people, programs, exports and backfills, of
//! pages that shift, 429s, failures, lost answers, interruptions before every statement, clock jumps and zones.
//!
//! After each output the invariants are checked: no hour has more requests than allowed, no unique count is added up, an
//! export is whole or says that it is not, old figures are marked. In the end, once the service is well, every backfill
//! ends.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    unreachable_pub,
    reason = "tests"
)]

mod checks;
#[path = "../support/faulty.rs"]
mod faulty;
mod operations;
#[path = "../support/seeds.rs"]
mod seeds;
mod service;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod story;

#[test]
fn the_invariants_hold_whatever_happens() {
    seeds::run_all("analytics_simulation", story::play);
}
