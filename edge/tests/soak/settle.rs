//! After the soak: people decide what only they can decide, and everything else ends by itself.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::actors::{Console, submissions};
use crate::harness::{ADA, PROJECT, Program};
use crate::shared_state::{SharedState, Who};

/// In this time, everything has ended. Failed polls and backfills wait before they are repeated.
const QUIET_WITHIN: Duration = Duration::from_secs(150);
/// The longest wait for a change before everything is read again.
const LOOK_AGAIN: Duration = Duration::from_secs(3);

/// Waits until no job is active, no submission is under way, and no backfill is left.
pub(crate) async fn until_quiet(shared: &SharedState) {
    let start = Instant::now();
    let ada = shared.sign_in(ADA).await;
    let mut console = Console::of(Who::Program(Program::JobsRead));
    loop {
        let left = unfinished(shared, &ada).await;
        if left.is_empty() {
            break;
        }
        let first = &left[..left.len().min(5)];
        assert!(start.elapsed() < QUIET_WITHIN, "{} unfinished, the first: {first:#?}", left.len());
        console.next(shared, LOOK_AGAIN).await;
    }
    println!("quiet after {:.1} s", start.elapsed().as_secs_f64());
}

/// What has not ended yet.
async fn unfinished(shared: &SharedState, ada: &Who) -> Vec<Value> {
    let api = format!("/api/projects/{PROJECT}");
    let mut left = Vec::new();
    for one in open_submissions(shared, ada, &api).await {
        match one["state"].as_str().unwrap() {
            // It holds up the follow-ups behind it.
            "unknown" => {
                let path = format!("{api}/submissions/{}", one["id"].as_str().unwrap());
                shared.send(shared.request(ada, Method::DELETE, &path)).await;
                left.push(one);
            }
            // So does a rejected one hold up those that were queued behind it.
            "rejected" if one["kind"] == "follow_up" => {
                let path = format!("{api}/submissions/{}", one["id"].as_str().unwrap());
                shared.send(shared.request(ada, Method::DELETE, &path)).await;
            }
            "queued" | "sending" => left.push(one),
            _ => {}
        }
    }
    for hidden in [false, true] {
        // An unknown status, too, is one that has not ended.
        for status in ["active", "waiting_for_review"] {
            let path = format!("{api}/jobs?limit=200&status={status}&hidden={hidden}");
            for job in read(shared, ada, &path).await["jobs"].as_array().unwrap() {
                if job["polling"]["state"] == "stopped" {
                    let path = format!("{api}/jobs/{}", job["id"].as_str().unwrap());
                    let body = json!({ "polling": true });
                    shared.send(shared.request(ada, Method::PATCH, &path).json(&body)).await;
                }
                left.push(job.clone());
            }
        }
    }
    let budget = read(shared, ada, &format!("{api}/visitors/budget")).await;
    left.extend(budget["backfills"].as_array().unwrap().iter().cloned());
    left
}

/// All pages of the submissions that need something.
async fn open_submissions(shared: &SharedState, who: &Who, api: &str) -> Vec<Value> {
    let mut open: Vec<Value> = Vec::new();
    loop {
        let before = open.last().map(|last| format!("?before={}", last["id"].as_str().unwrap()));
        let path = format!("{api}/submissions{}", before.unwrap_or_default());
        let page = read(shared, who, &path).await;
        open.extend(submissions(&page));
        if page["hasMore"] != true {
            return open;
        }
    }
}

async fn read(shared: &SharedState, who: &Who, path: &str) -> Value {
    let answer = shared.send(shared.request(who, Method::GET, path)).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {answer:?}");
    answer.json()
}
