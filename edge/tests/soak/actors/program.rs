//! A program: it creates jobs, waits for them, and sends follow-ups.

use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::json;

use super::{Actor, create_path, message_path, some_job};
use crate::harness::{PROJECT, Program};
use crate::place::{Place, Who};

pub(super) struct Caller;

const WHO: Who = Who::Program(Program::Everything);

impl Actor for Caller {
    async fn turn(&mut self, place: &Place, rng: &mut StdRng) {
        match (rng.random_range(0..10), some_job(place, rng)) {
            (0..4, _) | (_, None) => prompt(place, rng, &create_path()).await,
            (4..6, Some(job)) => prompt(place, rng, &message_path(&job)).await,
            (6..9, Some(job)) => {
                let path = format!("/v2/agent/{PROJECT}/job/{job}?wait=2");
                place.send_or_leave(place.request(&WHO, Method::GET, &path), rng).await;
            }
            (_, Some(job)) => {
                let path = format!("/api/projects/{PROJECT}/jobs/{job}");
                place.send_or_leave(place.request(&WHO, Method::GET, &path), rng).await;
            }
        }
    }
}

/// Sends a prompt, half of the time with a key, and then several times.
async fn prompt(place: &Place, rng: &mut StdRng, path: &str) {
    let prompt = place.prompt(rng);
    let key = rng.random::<bool>().then(|| format!("key {}", place.number()));
    let attempts = if key.is_some() { rng.random_range(1..4) } else { 1 };
    for _ in 0..attempts {
        let mut request = place.request(&WHO, Method::POST, path).json(&json!({ "prompt": prompt }));
        if let Some(key) = &key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = place.send_or_leave(request, rng).await;
        place.record.submitted(&WHO, &prompt, answer.as_ref());
    }
}
