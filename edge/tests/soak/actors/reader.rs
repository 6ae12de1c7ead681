//! One who reads visitors: every route, over spans of the past.

use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::json;

use super::Actor;
use crate::harness::{PROJECT, Program};
use crate::shared_state::{SharedState, Who};

pub(super) struct Reader;

const WHO: Who = Who::Program(Program::VisitorsRead);

impl Actor for Reader {
    async fn turn(&mut self, shared: &SharedState, rng: &mut StdRng) {
        let first = rng.random_range(1..24);
        let (from, to) =
            (format!("2026-09-{first:02}"), format!("2026-09-{:02}", first + rng.random_range(0..5)));
        let span = format!("from={from}&to={to}");
        let visitors = format!("/api/projects/{PROJECT}/visitors");
        let kind = if rng.random() { "days" } else { "paths" };
        let request = match rng.random_range(0..9) {
            0 => {
                let service =
                    format!("/v1/analytics/{PROJECT}/visitors?dateFrom={from}&dateTo=2026-10-01&limit=20");
                shared.request(&WHO, Method::GET, &service)
            }
            1 => shared.request(&WHO, Method::GET, &format!("{visitors}/summary?{span}&compare=previous")),
            2 => shared.request(&WHO, Method::GET, &format!("{visitors}/trend?{span}")),
            3 => shared.request(&WHO, Method::GET, &format!("{visitors}/rows?{span}&sort=ai")),
            4 => shared.request(&WHO, Method::GET, &format!("{visitors}/rows?{span}&group=folder&prefix=/")),
            5 => shared.request(&WHO, Method::GET, &format!("{visitors}/export?{span}&format=ndjson")),
            6 => shared.request(&WHO, Method::GET, &format!("{visitors}/budget")),
            7 => {
                let body = json!({ "kind": kind, "from": from, "to": to });
                shared.request(&WHO, Method::POST, &format!("{visitors}/backfill")).json(&body)
            }
            _ => shared.request(&WHO, Method::DELETE, &format!("{visitors}/backfill?kind={kind}&{span}")),
        };
        shared.send_or_leave(request, rng).await;
    }
}
