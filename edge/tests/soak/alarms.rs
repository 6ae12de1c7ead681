//! Alarms: work that is left when workerd is killed continues without a request.

use std::time::Duration;

use docket_sim::{ServiceOperation, Sim};
use reqwest::Method;
use serde_json::json;
use tokio::time::{interval, timeout};

use crate::harness::{PROJECT, Program};
use crate::shared_state::{SharedState, Who};
use crate::storage::Stored;

const WHO: Who = Who::Program(Program::Everything);
/// The latest time at which an alarm may fire after the work is due.
const LATE_MS: i64 = 60_000;
/// Requests of each kind that come without a request to Docket.
const ROUNDS: usize = 2;
const RESUMES_WITHIN: Duration = Duration::from_secs(90);

/// Jobs that do not end, and a backfill that has just begun.
pub(crate) struct Due {
    jobs: Vec<String>,
}

/// Leaves work for the alarms of both objects.
pub(crate) async fn leave_work(shared: &SharedState) -> Due {
    let mut jobs = Vec::new();
    for _ in 0..3 {
        let prompt = format!("Prompt {} [sim: never]", shared.number());
        let path = format!("/v2/agent/{PROJECT}/job");
        let request = shared.request(&WHO, Method::POST, &path).json(&json!({ "prompt": prompt }));
        let answer = shared.send(request).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        shared.record.submitted(&WHO, &prompt, Some(&answer));
        jobs.push(answer.json()["id"].as_str().unwrap().to_owned());
    }
    // The kill comes while the first requests of the backfill wait for a response.
    shared.sim.inject(ServiceOperation::GetVisitors, "timeout 10s".parse().unwrap(), 3);
    let body = json!({ "kind": "days", "from": "2026-05-01", "to": "2026-05-20" });
    let path = format!("/api/projects/{PROJECT}/visitors/backfill");
    let answer = shared.send(shared.request(&WHO, Method::POST, &path).json(&body)).await.unwrap();
    assert_eq!(answer.status, 202, "{answer:?}");
    Due { jobs }
}

impl Due {
    /// The alarms are set for what is due.
    pub(crate) fn check_stored(&self, jobs: &Stored, analytics: &Stored) {
        let next_poll_at = jobs.number("SELECT min(next_poll_at) FROM jobs WHERE next_poll_at IS NOT NULL");
        let next_poll_at = next_poll_at.expect("active jobs are polled");
        let alarm_at = jobs.alarm_at.expect("the jobs object has an alarm");
        assert!(alarm_at <= next_poll_at + LATE_MS, "the alarm is at {alarm_at}, the poll at {next_poll_at}");
        assert_ne!(analytics.number("SELECT count(*) FROM backfills"), Some(0));
        assert!(analytics.alarm_at.is_some(), "the analytics object has no alarm for its backfill");
    }

    /// After the restart, both objects continue by themselves: the first alarm sets the second.
    pub(crate) async fn check_resumed(self, shared: &SharedState) {
        let sim = &shared.sim;
        sim.clear_faults();
        let before = self.counts(sim);
        let resumed = async {
            // Nothing but its log shows what the service was asked: a request to Docket would set the alarms.
            let mut checks = interval(Duration::from_millis(100));
            while self.counts(sim).iter().zip(&before).any(|(now, before)| *now < before + ROUNDS) {
                checks.tick().await;
            }
        };
        let outcome = timeout(RESUMES_WITHIN, resumed).await;
        assert!(
            outcome.is_ok(),
            "without a request: {:?} polls and visitors, before {before:?}",
            self.counts(sim)
        );
    }

    /// The requests so far: for each job, and for visitors.
    fn counts(&self, sim: &Sim) -> Vec<usize> {
        let requests = sim.requests();
        let polls = self.jobs.iter().map(|job| {
            requests.iter().filter(|one| one.method == "GET" && one.path.ends_with(job.as_str())).count()
        });
        polls.chain([sim.count(ServiceOperation::GetVisitors)]).collect()
    }
}
