//! A person in a browser: everything that only people do.

use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Actor, create_path, message_path, some_job};
use crate::harness::{Answer, PROJECT};
use crate::shared_state::{SharedState, Who};

pub(super) struct Person {
    pub(super) who: Who,
}

impl Actor for Person {
    async fn turn(&mut self, shared: &SharedState, rng: &mut StdRng) {
        let job = some_job(shared, rng);
        match (rng.random_range(0..16), job) {
            (0..2, _) | (_, None) => self.prompt(shared, rng, &create_path()).await,
            (2, Some(job)) => self.prompt(shared, rng, &message_path(&job)).await,
            (3..7, Some(job)) => {
                self.prompt(shared, rng, &format!("/api/projects/{PROJECT}/jobs/{job}/follow-ups")).await;
            }
            (7..10, Some(job)) => self.change(shared, rng, &job).await,
            (10..15, _) => self.decide(shared, rng).await,
            (_, Some(_)) => self.read_jobs(shared, rng).await,
        }
    }
}

impl Person {
    async fn send(
        &self,
        shared: &SharedState,
        rng: &mut StdRng,
        method: Method,
        path: &str,
        body: Value,
    ) -> Option<Answer> {
        let request = shared.request(&self.who, method, path);
        let request = if body.is_null() { request } else { request.json(&body) };
        shared.send_or_leave(request, rng).await
    }

    async fn prompt(&self, shared: &SharedState, rng: &mut StdRng, path: &str) {
        let prompt = shared.prompt(rng);
        let answer = self.send(shared, rng, Method::POST, path, json!({ "prompt": prompt })).await;
        shared.record.submitted(&self.who, &prompt, answer.as_ref());
    }

    /// Labels a job, hides it or shows it, stops its polling or resumes it.
    async fn change(&self, shared: &SharedState, rng: &mut StdRng, job: &str) {
        let patch = match rng.random_range(0..3) {
            0 => json!({ "labels": [format!("label-{}", rng.random_range(0..5))] }),
            1 => json!({ "hidden": rng.random::<bool>() }),
            _ => json!({ "polling": rng.random_range(0..3) > 0 }),
        };
        let path = format!("/api/projects/{PROJECT}/jobs/{job}");
        self.send(shared, rng, Method::PATCH, &path, patch).await;
    }

    /// Reads lists, like a page that is opened.
    async fn read_jobs(&self, shared: &SharedState, rng: &mut StdRng) {
        let query = ["", "?status=active", "?q=prompt&limit=20", "?label=label-1", "?hidden=true"];
        let query = query[rng.random_range(0..query.len())];
        let path = format!("/api/projects/{PROJECT}/jobs{query}");
        self.send(shared, rng, Method::GET, &path, Value::Null).await;
    }

    /// Takes an open submission: edits or cancels it if it is queued, and resolves it if its outcome is unknown.
    async fn decide(&self, shared: &SharedState, rng: &mut StdRng) {
        let path = format!("/api/projects/{PROJECT}/submissions");
        let open = self.send(shared, rng, Method::GET, &path, Value::Null).await;
        let Some(open) = open.filter(|answer| answer.status == 200).map(|answer| answer.json()) else {
            return;
        };
        let open = submissions(&open);
        if open.is_empty() {
            return;
        }
        let one = &open[rng.random_range(0..open.len())];
        let (id, path) = (one["id"].as_str().unwrap(), format!("{path}/{}", one["id"].as_str().unwrap()));
        match one["state"].as_str().unwrap() {
            "queued" => match rng.random_range(0..4) {
                0 => drop(self.send(shared, rng, Method::DELETE, &path, Value::Null).await),
                1 => {
                    let prompt = shared.prompt(rng);
                    shared.record.may_become(id, &prompt);
                    self.send(shared, rng, Method::PATCH, &path, json!({ "prompt": prompt })).await;
                }
                _ => {}
            },
            "unknown" | "rejected" => self.resolve(shared, rng, one, &path).await,
            _ => {}
        }
    }

    async fn resolve(&self, shared: &SharedState, rng: &mut StdRng, one: &Value, path: &str) {
        let prompt = one["prompt"].as_str().unwrap_or_default().to_owned();
        match rng.random_range(0..3) {
            0 => drop(self.send(shared, rng, Method::DELETE, path, Value::Null).await),
            1 if !prompt.is_empty() => {
                *shared.record.promises().resent.entry(prompt.clone()).or_default() += 1;
                let answer =
                    self.send(shared, rng, Method::POST, &format!("{path}/resend"), Value::Null).await;
                shared.record.submitted(&self.who, &prompt, answer.as_ref());
            }
            _ => {
                // A person looks the job up at the service, and discards a prompt that did not arrive there.
                let made = shared.sim.jobs().into_iter().rev().find(|job| job.prompts.contains(&prompt));
                match made {
                    Some(job) if one["state"] == "unknown" => {
                        let body = json!({ "job": job.id });
                        self.send(shared, rng, Method::POST, &format!("{path}/match"), body).await;
                    }
                    _ => drop(self.send(shared, rng, Method::DELETE, path, Value::Null).await),
                }
            }
        }
    }
}

/// The submissions of a list.
pub(crate) fn submissions(list: &Value) -> Vec<Value> {
    list.as_array().or_else(|| list["submissions"].as_array()).unwrap().clone()
}
