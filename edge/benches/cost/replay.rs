//! Docket by a set clock.

use std::path::Path;
use std::time::{Duration, Instant};

use docket_wire::UnixMs;
use reqwest::{Method, RequestBuilder};

use crate::harness::World;
use crate::prices::BilledCounts;

/// A deployment whose time passes only when the benchmark says so.
pub struct Replay {
    pub world: World,
    pub now: UnixMs,
    next_alarm: Option<i64>,
    busy: Duration,
    /// Requests that were made once and counted several times.
    copies: BilledCounts,
}

/// A response.
pub struct Reply {
    pub text: String,
    /// The session cookie that it sets.
    pub cookie: Option<String>,
}

impl Replay {
    pub async fn start() -> Self {
        let prepare = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/cost/clock.mjs");
        let mut world = World::start_beside(&prepare).await;
        // The tests' time limit is too short for a busy machine.
        world.worker.set("DOCKET_UPSTREAM_TIMEOUT_MS", "20000");
        let world = world.restarted().await;
        let now = world.sim.now();
        let mut replay =
            Self { world, now, next_alarm: None, busy: Duration::ZERO, copies: BilledCounts::default() };
        replay.set_clock().await;
        replay
    }

    /// The replay after a restart, with a change to the folder of what is stored.
    pub async fn restarted_after(self, work: impl FnOnce(&Path)) -> Self {
        let mut replay = Self { world: self.world.restarted_after(work).await, ..self };
        replay.set_clock().await;
        replay
    }

    /// Passes the time until a moment, with the alarms that are due.
    pub async fn until(&mut self, at: UnixMs) {
        loop {
            self.set_clock().await;
            let Some(alarm) = self.next_alarm.filter(|alarm| *alarm <= at.0) else { break };
            self.now = self.now.max(UnixMs(alarm));
            self.set_clock().await;
            let start = Instant::now();
            self.control("alarm").await;
            self.busy += start.elapsed();
        }
        self.now = self.now.max(at);
        self.set_clock().await;
    }

    /// A request now, which is counted so many times: as from people who do the same.
    pub async fn request(&mut self, request: RequestBuilder, times: f64) -> Reply {
        let before = if times > 1.0 { Some(self.counts().await) } else { None };
        let start = Instant::now();
        let response = request.send().await.unwrap();
        let (status, cookie) = (response.status(), response.headers().get("Set-Cookie").cloned());
        let text = response.text().await.unwrap();
        self.busy += start.elapsed();
        assert!(status.is_success(), "{status} {text}");
        if let Some(before) = before {
            let once = self.counts().await - before;
            // What the service was asked is the same for all.
            let once = BilledCounts { service_requests: 0.0, ..once };
            self.copies = self.copies + once * (times - 1.0);
        }
        let cookie = cookie.map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        Reply { text, cookie }
    }

    /// What was counted so far.
    pub async fn counts(&self) -> BilledCounts {
        let counted: BilledCounts = serde_json::from_value(self.control("counts").await).unwrap();
        BilledCounts { busy_s: self.busy.as_secs_f64(), ..counted } + self.copies
    }

    /// The size of all databases, in bytes.
    pub async fn stored_bytes(&self) -> f64 {
        self.control("storage").await.as_f64().unwrap()
    }

    async fn set_clock(&mut self) {
        let behind = self.now.since_ms(self.world.sim.now());
        self.world.sim.advance(Duration::from_millis(u64::try_from(behind).unwrap_or(0)));
        let next = self.control(&format!("clock?now={}", self.now.0)).await;
        self.next_alarm = next.as_i64();
    }

    async fn control(&self, path: &str) -> serde_json::Value {
        let request = self.world.request(Method::GET, &format!("/_cost/{path}"));
        let text = request.send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"))
    }
}
