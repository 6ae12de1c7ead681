//! The simulated documentation service. It remembers every prompt that reached it.

use std::collections::BTreeMap;

use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_core::upstream::response::{ServiceJob, read_failure, read_job};
use rand::RngExt;
use rand::rngs::StdRng;

#[derive(Default)]
pub struct Service {
    jobs: BTreeMap<String, ServiceJobState>,
    /// How often each prompt was executed.
    pub executed: BTreeMap<String, u32>,
}

struct ServiceJobState {
    /// By the true time. A follow-up that is taken up late starts after its prompt.
    starts_at: i64,
    ends_at: i64,
    archived_at: Option<i64>,
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
            8..14 => return Err(read_failure(429, ("120", ""), "")),
            14..17 => return Err(read_failure(429, ("", ""), "")),
            17..18 => return Err(read_failure(429, ("1763740000", ""), "")),
            18..22 => return Err(read_failure(400, ("", ""), r#"{"error":"no"}"#)),
            22..25 => return Err(read_failure(401, ("", ""), "")),
            25..28 => return Err(read_failure(500, ("", ""), "<html>")),
            _ => {}
        }
        let id = job.map_or_else(|| format!("job{}", self.jobs.len() + 1), str::to_owned);
        if !self.jobs.contains_key(&id) && job.is_some() {
            return Err(read_failure(404, ("", ""), r#"{"error":"job not found"}"#));
        }
        *self.executed.entry(prompt.to_owned()).or_default() += 1;
        let takes = if rng.random_range(0..20) == 0 { 86_400_000 } else { rng.random_range(1_000..600_000) };
        let is_late = self.jobs.contains_key(&id) && rng.random_range(0..8) == 0;
        let starts_at = if is_late { true_now + rng.random_range(1_000..300_000) } else { true_now };
        let ends_at = starts_at + takes;
        self.jobs.insert(id.clone(), ServiceJobState { starts_at, ends_at, archived_at: None });
        match roll {
            28..34 => Err(CallFailure::Timeout { limit_ms: 20_000 }),
            34..38 => Err(CallFailure::Unreadable(Unreadable::CutShort)),
            38..41 => Err(read_failure(502, ("", ""), "")),
            _ => self.response(&id, true_now),
        }
    }

    /// Polls a job.
    pub fn poll(&self, job: &str, true_now: i64, rng: &mut StdRng, is_healthy: bool) -> Answer {
        match if is_healthy { 100 } else { rng.random_range(0..100) } {
            0..5 => Err(CallFailure::Timeout { limit_ms: 20_000 }),
            5..10 => Err(read_failure(500, ("", ""), "")),
            10..13 => Err(read_failure(429, ("300", ""), "")),
            13..15 => Err(read_failure(401, ("", ""), "")),
            15..17 => Err(CallFailure::Unreadable(Unreadable::NotJson)),
            17..18 => Err(read_failure(503, ("30", ""), "")),
            18..19 => Err(read_failure(503, ("1763740000", ""), "")),
            19..20 => Err(read_failure(429, ("1763740000", ""), "")),
            _ => self.response(job, true_now),
        }
    }

    /// Something else archives an ended job or sends it a follow-up.
    pub fn change_elsewhere(&mut self, job: &str, true_now: i64, rng: &mut StdRng) {
        let Some(state) = self.jobs.get_mut(job).filter(|state| state.ends_at <= true_now) else { return };
        if rng.random() {
            state.archived_at = Some(true_now);
        } else {
            let ends_at = true_now + rng.random_range(1_000..600_000);
            *state = ServiceJobState { starts_at: true_now, ends_at, archived_at: None };
        }
    }

    /// The last moment at which a job is active.
    pub fn last_end(&self) -> i64 {
        self.jobs.values().map(|state| state.ends_at).max().unwrap_or_default()
    }

    /// The status of a job; `None` if there is none.
    pub fn status(&self, id: &str, true_now: i64) -> Option<&'static str> {
        let ServiceJobState { starts_at, ends_at, archived_at } = self.jobs.get(id)?;
        Some(if (*starts_at..*ends_at).contains(&true_now) {
            "active"
        } else if archived_at.is_some() {
            "archived"
        } else if ends_at % 5 == 0 {
            "failed"
        } else {
            "completed"
        })
    }

    fn response(&self, id: &str, true_now: i64) -> Answer {
        let Some(status) = self.status(id, true_now) else {
            return Err(read_failure(404, ("", ""), r#"{"error":"job not found"}"#));
        };
        let ends_at = self.jobs.get(id).map_or(0, |state| state.ends_at);
        let has_link = status != "active" && ends_at % 2 == 0;
        let pr_link = has_link.then(|| format!("https://code.example/pull/{id}"));
        read_job(200, serde_json::json!({"id": id, "status": status, "prLink": pr_link}).to_string())
    }
}
