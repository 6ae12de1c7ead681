//! A team at work: what people and programs ask of Docket, by the clock.

use std::collections::{BTreeMap, VecDeque};

use docket_wire::{Day, UnixMs, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::harness::{ADA, PASSPHRASE, PROJECT, Program};
use crate::prices::BilledCounts;
use crate::replay::Replay;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
pub const DAY_MS: i64 = 24 * HOUR_MS;
/// Work begins at 9:00 and lasts eight hours, with the console open.
const STARTS_MS: i64 = 9 * HOUR_MS;
const LASTS_MS: i64 = 8 * HOUR_MS;
/// How often a console pings. 20 messages are billed as one request to the object.
const PING_MS: i64 = 25_000;
const PAGES_A_DAY: [i64; 3] = [0, 4 * HOUR_MS, 6 * HOUR_MS + 30 * MINUTE_MS];
const JOBS_A_DAY: usize = 2;
/// Every second job gets a follow-up.
const FOLLOW_UPS: f64 = 0.5;
const INBOXES_A_DAY: usize = 4;
/// One program for five people, which creates this many jobs a day.
const PEOPLE_A_PROGRAM: usize = 5;
const JOBS_A_PROGRAM: usize = 4;
/// How often a program reads a job that it waits for.
const PROGRAM_POLLS_MS: i64 = 10_000;

/// Of more people, some stand for several: what they read is counted several times.
const PEOPLE_PLAYED: usize = 25;

/// What somebody does. A person has a number.
enum Action {
    SignIn(usize),
    OpenConsole(usize),
    OpenInbox(usize),
    OpenVisitors(usize),
    StartJob(usize),
    OpenJob {
        person: usize,
        job: String,
        follows_up: bool,
    },
    ReadAsProgram {
        job: String,
    },
    StartAsProgram,
    /// All consoles ask for the number of unread items, since a job changed.
    CountUnread,
}

/// How many jobs a team of so many people starts on a working day.
pub fn jobs_a_day(people: usize) -> usize {
    people * JOBS_A_DAY + people.div_ceil(PEOPLE_A_PROGRAM) * JOBS_A_PROGRAM
}

/// The load of a team, and the clock by which it happens.
pub struct Team {
    replay: Replay,
    people: usize,
    /// The session of each person who is played.
    cookies: Vec<Option<String>>,
    random: StdRng,
    actions: BTreeMap<i64, VecDeque<Action>>,
    pub jobs: usize,
}

impl Team {
    pub fn new(replay: Replay, people: usize, seed: u64) -> Self {
        let random = StdRng::seed_from_u64(seed);
        let cookies = vec![None; people.min(PEOPLE_PLAYED)];
        Self { replay, people, cookies, random, actions: BTreeMap::new(), jobs: 0 }
    }

    /// Plays these days from a Monday on, and returns what was counted.
    pub async fn work(&mut self, days: usize) -> BilledCounts {
        let midnight = (self.replay.now.0 / DAY_MS + 1) * DAY_MS;
        for day in 0..days {
            if day % 7 < 5 {
                self.plan(midnight + i64::try_from(day).unwrap() * DAY_MS);
            }
        }
        let before = self.replay.counts().await;
        let mut pings = 0.0;
        let mut viewer = None;
        for day in 0..days {
            let start = midnight + i64::try_from(day).unwrap() * DAY_MS + STARTS_MS;
            self.until(start).await;
            if day % 7 < 5 {
                viewer = Some(self.connect().await);
                pings += self.people as f64 * (LASTS_MS / PING_MS) as f64;
            }
            self.until(start + LASTS_MS).await;
            drop(viewer.take());
        }
        self.until(midnight + i64::try_from(days).unwrap() * DAY_MS).await;
        drop(viewer);
        let after = self.replay.counts().await;
        after - before + BilledCounts { object_requests: pings / 20.0, ..BilledCounts::default() }
    }

    /// What Docket has stored, in bytes.
    pub async fn stored_bytes(&self) -> f64 {
        self.replay.stored_bytes().await
    }

    fn plan(&mut self, midnight: i64) {
        let start = midnight + STARTS_MS;
        for person in 0..self.cookies.len() {
            let arrives = start + self.within(30 * MINUTE_MS);
            // A session ends after twelve hours without a request.
            self.at(arrives, Action::SignIn(person));
            PAGES_A_DAY
                .iter()
                .for_each(|after| self.at(arrives + after + 1_000, Action::OpenConsole(person)));
            let rest = LASTS_MS - 31 * MINUTE_MS;
            for _ in 0..INBOXES_A_DAY {
                let at = arrives + 2_000 + self.within(rest);
                self.at(at, Action::OpenInbox(person));
            }
            let at = arrives + 2_000 + self.within(rest);
            self.at(at, Action::OpenVisitors(person));
        }
        for job in 0..self.people * JOBS_A_DAY {
            let at = start + 31 * MINUTE_MS + self.within(LASTS_MS - 62 * MINUTE_MS);
            self.at(at, Action::StartJob(job % self.cookies.len()));
        }
        for _ in 0..self.people.div_ceil(PEOPLE_A_PROGRAM) * JOBS_A_PROGRAM {
            let at = midnight + self.within(DAY_MS);
            self.at(at, Action::StartAsProgram);
        }
    }

    fn within(&mut self, ms: i64) -> i64 {
        self.random.random_range(0..ms)
    }

    fn at(&mut self, at: i64, action: Action) {
        self.actions.entry(at).or_default().push_back(action);
    }

    async fn until(&mut self, end: i64) {
        while let Some(mut first) = self.actions.first_entry() {
            let at = *first.key();
            if at > end {
                break;
            }
            let Some(action) = first.get_mut().pop_front() else {
                first.remove();
                continue;
            };
            self.replay.until(UnixMs(at)).await;
            self.carry_out(action).await;
        }
        self.replay.until(UnixMs(end)).await;
    }

    async fn carry_out(&mut self, action: Action) {
        let now = self.replay.now.0;
        match action {
            Action::SignIn(person) => {
                let body = json!({ "name": ADA, "passphrase": PASSPHRASE });
                let request = self.replay.world.browser(Method::POST, "/api/session").json(&body);
                self.cookies[person] = self.replay.request(request, self.weight()).await.cookie;
            }
            Action::OpenConsole(person) => {
                for path in [format!("/p/{PROJECT}/jobs"), "/api/session".into(), "/api/projects".into()] {
                    self.read(person, &path).await;
                }
                self.read(person, &of_project("jobs")).await;
                drop(self.connect().await);
                self.read(person, &of_project("inbox?limit=0")).await;
            }
            Action::OpenInbox(person) => self.read(person, &of_project("inbox")).await,
            Action::OpenVisitors(person) => {
                for operation in ["visitors/summary", "days", "visitors/trend", "visitors/rows"] {
                    let limit = if operation == "visitors/rows" { "&limit=250" } else { "" };
                    let path = of_project(&format!("{operation}?{}{limit}", month_before(now)));
                    self.read(person, &path).await;
                }
            }
            Action::StartJob(person) => {
                let path = format!("/v2/agent/{PROJECT}/job");
                let request = self.browser(person, Method::POST, &path);
                let job = self.start(request).await;
                let follows_up = self.random.random_bool(FOLLOW_UPS);
                self.at(now + 20 * MINUTE_MS, Action::OpenJob { person, job, follows_up });
            }
            Action::StartAsProgram => {
                let path = format!("/v2/agent/{PROJECT}/job");
                let request = self.replay.world.program(Program::Everything, Method::POST, &path);
                let job = self.start(request).await;
                self.at(now + PROGRAM_POLLS_MS, Action::ReadAsProgram { job });
            }
            Action::OpenJob { person, job, follows_up } => {
                let request = self.browser(person, Method::GET, &of_project(&format!("jobs/{job}")));
                self.send(person, request, 1.0).await;
                let mark = self.browser(person, Method::PATCH, &of_project("inbox"));
                self.send(person, mark.json(&json!({ "readUpTo": 1 })), 1.0).await;
                if follows_up {
                    let path = of_project(&format!("jobs/{job}/follow-ups"));
                    let request = self.browser(person, Method::POST, &path);
                    let body = json!({ "prompt": "Then link it from the overview." });
                    self.send(person, request.json(&body), 1.0).await;
                    self.changes(now);
                }
            }
            Action::ReadAsProgram { job } => {
                let path = format!("/v2/agent/{PROJECT}/job/{job}");
                let request = self.replay.world.program(Program::Everything, Method::GET, &path);
                let job_now: Value =
                    serde_json::from_str(&self.replay.request(request, 1.0).await.text).unwrap();
                if job_now["status"] == "active" {
                    self.at(now + PROGRAM_POLLS_MS, Action::ReadAsProgram { job });
                }
            }
            Action::CountUnread => {
                let of_day = now.rem_euclid(DAY_MS) - STARTS_MS;
                // Consoles are open only during the working hours.
                if (31 * MINUTE_MS..LASTS_MS).contains(&of_day) && self.cookies[0].is_some() {
                    let request = self.browser(0, Method::GET, &of_project("inbox?limit=0"));
                    self.send(0, request, self.people as f64).await;
                }
            }
        }
    }

    /// How many people each played person represents.
    fn weight(&self) -> f64 {
        self.people as f64 / self.cookies.len() as f64
    }

    fn browser(&self, person: usize, method: Method, path: &str) -> RequestBuilder {
        let cookie = self.cookies[person].clone().unwrap_or_default();
        self.replay.world.browser(method, path).header("Cookie", cookie)
    }

    /// A read by a person, counted for all people whom this person represents.
    async fn read(&mut self, person: usize, path: &str) {
        let request = self.browser(person, Method::GET, path);
        self.send(person, request, self.weight()).await;
    }

    async fn send(&mut self, person: usize, request: RequestBuilder, times: f64) {
        let renewed = self.replay.request(request, times).await.cookie;
        if renewed.is_some() {
            self.cookies[person] = renewed;
        }
    }

    /// Starts a job, and returns its id.
    async fn start(&mut self, request: RequestBuilder) -> String {
        self.jobs += 1;
        let now = self.replay.now.0;
        let body = json!({ "prompt": format!("Update the quickstart for release {}", self.jobs) });
        let job: Value =
            serde_json::from_str(&self.replay.request(request.json(&body), 1.0).await.text).unwrap();
        self.changes(now);
        job["id"].as_str().unwrap().to_owned()
    }

    /// The changes of a job that consoles notice: it is active, and it has ended.
    fn changes(&mut self, now: i64) {
        self.at(now + 2_000, Action::CountUnread);
        self.at(now + 4 * MINUTE_MS, Action::CountUnread);
    }

    /// Opens the WebSocket of a console.
    async fn connect(&mut self) -> impl Sized + use<> {
        let url = self.replay.world.worker.url.replace("http://", "ws://");
        let mut request = format!("{url}{}", of_project("live")).into_client_request().unwrap();
        let token = format!("Bearer {}", Program::Everything.token());
        request.headers_mut().insert("Authorization", token.parse().unwrap());
        tokio_tungstenite::connect_async(request).await.unwrap().0
    }
}

fn of_project(path: &str) -> String {
    format!("/api/projects/{PROJECT}/{path}")
}

/// The last 30 days, as the page of visitors asks for them.
fn month_before(now: i64) -> String {
    let day = |at: i64| Day::at(UnixMs(at), &Utc).unwrap();
    format!("from={}&to={}&zone=UTC", day(now - 29 * DAY_MS), day(now))
}

/// Opens the ledger, so that its database is there.
pub async fn touch(replay: &Replay) {
    let request = replay.world.program(Program::Everything, Method::GET, &of_project("jobs"));
    assert!(request.send().await.unwrap().status().is_success());
}

/// Starts jobs from a moment on, and waits for their end. Returns what was counted.
pub async fn jobs(mut replay: Replay, start: UnixMs, count: usize) -> BilledCounts {
    replay.until(start).await;
    touch(&replay).await;
    let before = replay.counts().await;
    let mut team = Team::new(replay, 1, 1);
    for _ in 0..count {
        let path = format!("/v2/agent/{PROJECT}/job");
        let request = team.replay.world.program(Program::Everything, Method::POST, &path);
        team.start(request).await;
        team.replay.until(team.replay.now.plus_ms(HOUR_MS)).await;
    }
    team.replay.counts().await - before
}

/// What a console costs that is open for 30 days in which nothing happens.
pub async fn idle_month(replay: Replay) -> BilledCounts {
    let mut team = Team::new(replay, 1, 1);
    touch(&team.replay).await;
    let before = team.replay.counts().await;
    let _socket = team.connect().await;
    let days = 30;
    let end = team.replay.now.plus_ms(days * DAY_MS);
    team.replay.until(end).await;
    let pings = (days * DAY_MS / PING_MS) as f64;
    let after = team.replay.counts().await;
    after - before + BilledCounts { object_requests: pings / 20.0, ..BilledCounts::default() }
}
