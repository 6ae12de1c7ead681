//! A flood of wrong sign-ins at one name, from many addresses.

use std::time::Instant;

use futures_util::StreamExt;
use futures_util::stream;
use reqwest::Method;
use serde_json::json;

use crate::harness::{ADA, Answer, Options, PASSPHRASE, World, answer, cookie_of, run};

const ADDRESSES: u32 = 200;
const ATTEMPTS: u32 = 1000;
const HER_ADDRESS: &str = "203.0.113.7";

async fn sign_in_from(world: &World, address: &str, passphrase: &str) -> Answer {
    let request = world.browser(Method::POST, "/api/session").header("CF-Connecting-IP", address);
    answer(request.json(&json!({"name": ADA, "passphrase": passphrase}))).await
}

#[test]
fn a_flood_at_a_name_locks_out_neither_its_person_nor_people_who_are_signed_in() {
    run(async {
        let world = World::start(Options::default()).await;
        let earlier = cookie_of(&sign_in_from(&world, HER_ADDRESS, PASSPHRASE).await);

        let start = Instant::now();
        let flood = stream::iter(0..ATTEMPTS).map(|n| {
            let (world, address) = (&world, format!("198.51.100.{}", n % ADDRESSES));
            async move { sign_in_from(world, &address, "a wrong passphrase").await.status }
        });
        let statuses: Vec<u16> = flood.buffer_unordered(16).collect().await;
        let checked = statuses.iter().filter(|status| **status == 401).count();
        let refused = statuses.iter().filter(|status| **status == 429).count();
        assert_eq!(checked + refused, statuses.len(), "{statuses:?}");
        // The limit by name lets ten pass, and then one more after each wait, which doubles from a second to a minute.
        let elapsed_s = start.elapsed().as_secs() + 1;
        let allowed = 11 + u64::from(elapsed_s.ilog2()) + elapsed_s / 60;
        let allowed = usize::try_from(allowed).unwrap();
        assert!((10..=allowed).contains(&checked), "{checked} passphrases were checked, not up to {allowed}");

        // If a wait ended just now, this attempt takes its turn.
        sign_in_from(&world, "198.51.100.0", "a wrong passphrase").await;
        // A stranger has to wait, and she does not.
        sign_in_from(&world, "192.0.2.99", PASSPHRASE).await.is_problem(429, "sign_in_throttled");
        let again = sign_in_from(&world, HER_ADDRESS, PASSPHRASE).await;
        assert_eq!(again.status, 200, "{again:?}");
        let session = world.request(Method::GET, "/api/projects").header("Cookie", earlier);
        assert_eq!(answer(session).await.status, 200);
    });
}
