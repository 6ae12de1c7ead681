//! The state that all actors share: the address of the Worker, which changes with every restart, and what Docket acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use docket_sim::Sim;
use docket_wire::Problem;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::{Client, Method, RequestBuilder, redirect};
use tokio::sync::RwLock;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::harness::{Answer, PASSPHRASE, Program, Worker, World, cookie_of};
use crate::record::Record;

/// Longer than any response may take, `?wait=` included.
const RECHECK_INTERVAL: Duration = Duration::from_secs(30);

pub(crate) struct SharedState {
    pub(crate) sim: Sim,
    pub(crate) record: Record,
    client: Client,
    url: watch::Sender<String>,
    /// An actor's turn holds it shared. The one who holds it alone knows that nobody makes a request.
    pub(crate) turns: RwLock<()>,
    is_over: AtomicBool,
    numbers: AtomicU64,
}

/// Who makes a request.
#[derive(Clone)]
pub(crate) enum Who {
    Program(Program),
    /// A person, by their cookie.
    Person(String),
}

impl SharedState {
    pub(crate) fn of(world: World) -> (Arc<Self>, Worker) {
        let World { sim, worker, .. } = world;
        let shared = Self {
            sim,
            record: Record::default(),
            client: Client::builder().redirect(redirect::Policy::none()).build().unwrap(),
            url: watch::Sender::new(worker.url.clone()),
            turns: RwLock::default(),
            is_over: AtomicBool::default(),
            numbers: AtomicU64::default(),
        };
        (Arc::new(shared), worker)
    }

    pub(crate) fn url(&self) -> String {
        self.url.borrow().clone()
    }

    /// The Worker was restarted.
    pub(crate) fn moved_to(&self, url: &str) {
        self.url.send_replace(url.to_owned());
    }

    /// The actors end after their current turn.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// A number that nobody else has.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// A prompt that nobody else sends, for a turn of some seconds.
    pub(crate) fn prompt(&self, rng: &mut StdRng) -> String {
        let directive = match rng.random_range(0..12) {
            0 => ", fail",
            1 => ", no-pr",
            2 => ", refuse-follow-up",
            _ => "",
        };
        format!("Prompt {} [sim: {}s{directive}]", self.number(), rng.random_range(1..6))
    }

    pub(crate) fn request(&self, who: &Who, method: Method, path: &str) -> RequestBuilder {
        let url = self.url();
        let request = self.client.request(method, format!("{url}{path}"));
        match who {
            Who::Program(program) => request.bearer_auth(program.token()),
            Who::Person(cookie) => {
                request.header("X-Docket", "1").header("Origin", url).header("Cookie", cookie)
            }
        }
    }

    /// Sends a request, unless the connection breaks because workerd was killed.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Option<Answer> {
        let sent = async {
            let response = request.send().await.ok()?;
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            Some(Answer { status, headers, text: response.text().await.ok()? })
        };
        let Ok(answer) = timeout(RECHECK_INTERVAL, sent).await else {
            self.record.violation("a request had no response for 30 s".to_owned());
            return None;
        };
        let answer = answer?;
        if answer.status >= 400 {
            let problem: Option<Problem> = serde_json::from_str(&answer.text).ok();
            if answer.status == 500 || problem.is_none() {
                self.record.violation(format!("an unexpected response: {answer:?}"));
            }
        }
        self.record.count(&format!("responses with {}", answer.status));
        Some(answer)
    }

    /// Sends a request like [`Self::send`], but one in eight clients disconnects before the response.
    pub(crate) async fn send_or_leave(&self, request: RequestBuilder, rng: &mut StdRng) -> Option<Answer> {
        if rng.random_range(0..8) != 0 {
            return self.send(request).await;
        }
        self.record.count("disconnects");
        let after = Duration::from_millis(rng.random_range(0..60));
        timeout(after, self.send(request)).await.ok().flatten()
    }

    /// Signs a person in, with as many attempts as kills of workerd make necessary.
    pub(crate) async fn sign_in(&self, name: &str) -> Who {
        loop {
            let body = serde_json::json!({ "name": name, "passphrase": PASSPHRASE });
            let nobody = Who::Person(String::new());
            let request = self.request(&nobody, Method::POST, "/api/session").json(&body);
            if let Some(answer) = self.send(request).await
                && answer.status == 200
            {
                return Who::Person(cookie_of(&answer));
            }
        }
    }
}
