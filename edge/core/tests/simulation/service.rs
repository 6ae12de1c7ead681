//! The simulated documentation service. It remembers every prompt that reached it.

use std::collections::BTreeMap;

use docket_core::upstream::response::{CallFailure, ServiceJob, Unreadable, read_failure, read_job};
use rand::RngExt;
use rand::rngs::StdRng;

#[derive(Default)]
pub struct Service {
    /// When each job ends, by the true time.
    jobs: BTreeMap<String, i64>,
    /// How often each prompt was executed.
    pub executed: BTreeMap<String, u32>,
}

pub type Answer = Result<ServiceJob, CallFailure>;

impl Service {
    /// Sends a prompt. The prompt or its answer may be lost.
    pub fn prompt(
        &mut self,
        job: Option<&str>,
        prompt: &str,
        true_now: i64,
        rng: &mut StdRng,
        is_healthy: bool,
    ) -> Answer {
        let roll = if is_healthy { 100 } else { rng.random_range(0..100) };
        match roll {
            0..8 => return Err(CallFailure::Unreachable),
            8..14 => return Err(read_failure(429, Some("120"), "")),
            14..18 => return Err(read_failure(429, None, "")),
            18..22 => return Err(read_failure(400, None, r#"{"error":"no"}"#)),
            22..25 => return Err(read_failure(401, None, "")),
            25..28 => return Err(read_failure(500, None, "<html>")),
            _ => {}
        }
        let id = job.map_or_else(|| format!("job{}", self.jobs.len() + 1), str::to_owned);
        if !self.jobs.contains_key(&id) && job.is_some() {
            return Err(read_failure(404, None, r#"{"error":"job not found"}"#));
        }
        *self.executed.entry(prompt.to_owned()).or_default() += 1;
        let takes = if rng.random_range(0..20) == 0 { 86_400_000 } else { rng.random_range(1_000..600_000) };
        self.jobs.insert(id.clone(), true_now + takes);
        match roll {
            28..34 => Err(CallFailure::Timeout { limit_ms: 20_000 }),
            34..38 => Err(CallFailure::Unreadable(Unreadable::CutShort)),
            38..41 => Err(read_failure(502, None, "")),
            _ => self.response(&id, true_now),
        }
    }

    /// Polls a job.
    pub fn poll(&self, job: &str, true_now: i64, rng: &mut StdRng, is_healthy: bool) -> Answer {
        match if is_healthy { 100 } else { rng.random_range(0..100) } {
            0..5 => Err(CallFailure::Timeout { limit_ms: 20_000 }),
            5..10 => Err(read_failure(500, None, "")),
            10..13 => Err(read_failure(429, Some("300"), "")),
            13..15 => Err(read_failure(401, None, "")),
            15..17 => Err(CallFailure::Unreadable(Unreadable::NotJson)),
            17..18 => Err(read_failure(503, Some("30"), "")),
            _ => self.response(job, true_now),
        }
    }

    pub fn has_ended(&self, job: &str, true_now: i64) -> bool {
        self.jobs.get(job).is_some_and(|end| *end <= true_now)
    }

    fn response(&self, id: &str, true_now: i64) -> Answer {
        let Some(end) = self.jobs.get(id) else {
            return Err(read_failure(404, None, r#"{"error":"job not found"}"#));
        };
        let ended = *end <= true_now;
        let status = if !ended {
            "active"
        } else if end % 5 == 0 {
            "failed"
        } else {
            "completed"
        };
        let pr_link = (ended && end % 2 == 0).then(|| format!("https://code.example/pull/{id}"));
        read_job(200, serde_json::json!({"id": id, "status": status, "prLink": pr_link}).to_string())
    }
}
