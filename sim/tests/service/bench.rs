//! A stand-in in its own runtime, and a client that accepts every response.

use std::ops::Deref;
use std::thread;
use std::time::{Duration, Instant};

use docket_sim::{Config, Sim};
use docket_wire::UnixMs;
use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body};

/// 2026-11-20T12:00:00Z, a Friday.
pub(crate) const NOON: UnixMs = UnixMs(1_795_176_000_000);
/// The key of the stand-in.
pub(crate) const KEY: &str = "mint_canary_4f1c";

pub(crate) struct Bench {
    sim: Option<Sim>,
    runtime: tokio::runtime::Runtime,
    agent: Agent,
}

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

pub(crate) type Outcome = Result<Answer, ureq::Error>;

pub(crate) fn bench() -> Bench {
    bench_with(Config::default())
}

pub(crate) fn bench_with(config: Config) -> Bench {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let config = Config { key: KEY.into(), now: Some(NOON), paths: config.paths.min(300), ..config };
    let sim = Some(runtime.block_on(Sim::start(config)).unwrap());
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_idle_connections(0)
        .timeout_global(Some(Duration::from_secs(20)))
        .build()
        .new_agent();
    Bench { sim, runtime, agent }
}

/// Waits for a state of the stand-in, which announces none.
pub(crate) fn until(what: &str, is_reached: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_reached() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// The time of the fastest of several calls: a busy machine delays some of them, and rarely all.
pub(crate) fn fastest(call: impl Fn()) -> Duration {
    let time = || {
        let start = Instant::now();
        call();
        start.elapsed()
    };
    (0..9).map(|_| time()).min().unwrap()
}

impl Deref for Bench {
    type Target = Sim;
    fn deref(&self) -> &Sim {
        self.sim.as_ref().unwrap()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if let Some(sim) = self.sim.take() {
            self.runtime.block_on(sim.shutdown());
        }
    }
}

impl Bench {
    pub(crate) fn get(&self, path: &str) -> Outcome {
        read(self.agent.get(self.url(path)).header("Authorization", format!("Bearer {KEY}")).call())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Outcome {
        self.post_text(path, "application/json", &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, content_type: &str, body: &str) -> Outcome {
        let request = self.agent.post(self.url(path)).header("Authorization", format!("Bearer {KEY}"));
        read(request.header("Content-Type", content_type).send(body))
    }

    pub(crate) fn delete(&self, path: &str) -> Outcome {
        read(self.agent.delete(self.url(path)).call())
    }

    /// A GET with this Authorization header, or with none.
    pub(crate) fn get_as(&self, path: &str, authorization: Option<&str>) -> Answer {
        let mut request = self.agent.get(self.url(path));
        if let Some(value) = authorization {
            request = request.header("Authorization", value);
        }
        read(request.call()).unwrap()
    }

    pub(crate) fn create(&self, prompt: &str) -> Outcome {
        self.post("/v2/agent/acme-docs/job", &json!({ "prompt": prompt }))
    }

    /// Creates a job and returns its id.
    pub(crate) fn created(&self, prompt: &str) -> String {
        let answer = self.create(prompt).unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn message(&self, id: &str, prompt: &str) -> Outcome {
        self.post(&format!("/v2/agent/acme-docs/job/{id}/message"), &json!({ "prompt": prompt }))
    }

    pub(crate) fn poll(&self, id: &str) -> Outcome {
        self.get(&format!("/v2/agent/acme-docs/job/{id}"))
    }

    pub(crate) fn visitors(&self, query: &str) -> Outcome {
        self.get(&format!("/v1/analytics/acme-docs/visitors?{query}"))
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url())
    }
}

fn read(response: Result<Response<Body>, ureq::Error>) -> Outcome {
    let mut response = response?;
    let body = response.body_mut().with_config().limit(u64::MAX).read_to_vec()?;
    Ok(Answer { status: response.status().as_u16(), headers: response.headers().clone(), body })
}
