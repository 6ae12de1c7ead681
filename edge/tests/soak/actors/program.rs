//! A program: it creates jobs, waits for them, and sends follow-ups.

use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::json;

use super::{Actor, create_path, message_path, some_job};
use crate::harness::{PROJECT, Program};
use crate::shared_state::{SharedState, Who};

pub(super) struct Caller;

const WHO: Who = Who::Program(Program::Everything);

impl Actor for Caller {
    async fn turn(&mut self, shared: &SharedState, rng: &mut StdRng) {
        match (rng.random_range(0..10), some_job(shared, rng)) {
            (0..4, _) | (_, None) => prompt(shared, rng, &create_path()).await,
            (4..6, Some(job)) => prompt(shared, rng, &message_path(&job)).await,
            (6..9, Some(job)) => {
                let path = format!("/v2/agent/{PROJECT}/job/{job}?wait=2");
                shared.send_or_leave(shared.request(&WHO, Method::GET, &path), rng).await;
            }
            (_, Some(job)) => {
                let path = format!("/api/projects/{PROJECT}/jobs/{job}");
                shared.send_or_leave(shared.request(&WHO, Method::GET, &path), rng).await;
            }
        }
    }
}

/// Sends a prompt, half of the time with a key, and then several times.
async fn prompt(shared: &SharedState, rng: &mut StdRng, path: &str) {
    let prompt = shared.prompt(rng);
    let key = rng.random::<bool>().then(|| format!("key {}", shared.number()));
    let attempts = if key.is_some() { rng.random_range(1..4) } else { 1 };
    for _ in 0..attempts {
        let mut request = shared.request(&WHO, Method::POST, path).json(&json!({ "prompt": prompt }));
        if let Some(key) = &key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = shared.send_or_leave(request, rng).await;
        shared.record.submitted(&WHO, &prompt, answer.as_ref());
    }
}
