//! Random requests of a caller with every right, made of the parts that have broken other servers: whatever is sent, Docket answers
//! with a response of its own, and never with a fault.
//!
//! `DOCKET_SEED` chooses other requests, and `DOCKET_SEED=$RANDOM` random ones. `DOCKET_FUZZ` sets how many a run has.

mod parts;
mod raw;

use std::collections::BTreeMap;
use std::env;

use futures_util::{StreamExt, stream};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value;

use crate::harness::{CANARY, Options, World, run};
use parts::Parts;

/// The seed of a run that names none, so that a change is judged by the requests that judged the one before.
const SEED: u64 = 20_261_122;
/// Requests at once.
const AT_ONCE: usize = 8;

#[test]
fn no_request_causes_a_fault() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("DOCKET_SEED").unwrap_or(SEED);
    let count = number("DOCKET_FUZZ").unwrap_or(1500);
    println!("DOCKET_SEED={seed}, {count} requests");
    run(async {
        // As much as in production: a stand-in that is slow on a busy machine is no error of Docket.
        let timeout = ("DOCKET_UPSTREAM_TIMEOUT_MS", Some("20000".to_owned()));
        let world = World::start(Options { vars: vec![timeout] }).await;
        let mut rng = StdRng::seed_from_u64(seed);
        let requests: Vec<Parts> = (0..count).map(|_| Parts::random(&mut rng)).collect();
        let statuses: Vec<u16> = stream::iter(&requests)
            .map(|parts| check(&world, parts))
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        let mut kinds = BTreeMap::<u16, usize>::new();
        for status in statuses {
            *kinds.entry(status).or_default() += 1;
        }
        println!("{kinds:?}");
        // Requests that are all refused would prove little.
        for status in [200, 201, 204, 400, 404] {
            assert!(kinds.contains_key(&status), "no {status}: {kinds:?}");
        }
        let secret = CANARY.strip_prefix("mint_").unwrap();
        assert!(!world.log().await.contains(secret));
    });
}

async fn check(world: &World, parts: &Parts) -> u16 {
    let response = raw::send(&world.worker.url, parts).await;
    let shown = || format!("{parts:?}\n{response:?}");
    assert!(response.status < 500, "{}", shown());
    assert!(!response.text().contains(CANARY), "{}", shown());
    // The platform refuses by itself what is not HTTP, and reads the app's files by itself.
    if response.header("Docket-Request-Id").is_none() {
        assert!(matches!(response.status, 200 | 304 | 400 | 404 | 405), "{}", shown());
        return response.status;
    }
    assert_eq!(response.header("X-Content-Type-Options"), Some("nosniff"), "{}", shown());
    if response.status >= 400 && !parts.is_head() {
        let problem: Value = serde_json::from_str(&response.text()).unwrap_or_else(|_| panic!("{}", shown()));
        assert!(problem["code"].is_string() && problem["error"].is_string(), "{}", shown());
    }
    response.status
}
