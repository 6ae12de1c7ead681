//! Retention under every fault at once: seeded runs of prompts, follow-ups, ends, decisions and deletions, interrupted
//! before any statement, while days pass. Each run checks that nothing is deleted that is under way or too young, that
//! nothing is left of what is deleted, that a repeated request makes no second job, and that a console which catches up
//! sees what a new one sees.
//!
//! A failing seed prints how to replay it: `DOCKET_SEED=17 cargo test -p docket-core --test retention_simulation`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod checks;
#[path = "../support/faulty.rs"]
mod faulty;
mod run;
#[path = "../support/seeds.rs"]
mod seeds;
#[path = "../support/sqlite.rs"]
mod sqlite;

#[test]
fn only_what_has_expired_is_deleted_and_nothing_of_it_is_left() {
    seeds::run_all("retention_simulation", 2_000, run::run);
}
