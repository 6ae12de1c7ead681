//! The plan of a job: its duration and its end.

use std::time::Duration;

use rand::RngExt;
use rand_distr::{Distribution, LogNormal};
use serde::{Deserialize, Serialize};

use crate::seeded;

/// Median duration of a job in seconds, at speed 1.
pub const MEDIAN_S: f64 = 150.0;
/// Standard deviation of the logarithm of a job's duration.
pub const SIGMA: f64 = 0.8;

/// Minimum duration of a job, at speed 1.
const DURATION_S_MIN: f64 = 4.0;
/// Maximum duration of a job, at speed 1.
const DURATION_S_MAX: f64 = 7_200.0;
/// Approximate time from the end of a job to its archival.
const ARCHIVE_MEDIAN_S: f64 = 24.0 * 3_600.0;
const ARCHIVE_SIGMA: f64 = 0.5;

const FAILED_SHARE: f64 = 0.06;
const NO_CHANGES_SHARE: f64 = 0.16;

/// How a turn of a job ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOutcome {
    PullRequest,
    NoChanges,
    Failed,
}

/// One turn of a job, planned when its prompt arrives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TurnPlan {
    pub(crate) duration: Duration,
    pub(crate) outcome: TurnOutcome,
    pub(crate) archive_after: Duration,
}

/// The plan of turn `turn` of job `number` of `project`.
pub(crate) fn plan(seed: u64, speed: f64, project: &str, number: u64, turn: u64) -> TurnPlan {
    let mut rng = seeded::rng(seed, "plan", project, number.wrapping_mul(1_000).wrapping_add(turn));
    let duration_s = log_normal(MEDIAN_S, SIGMA, &mut rng).clamp(DURATION_S_MIN, DURATION_S_MAX) / speed;
    let outcome = match rng.random::<f64>() {
        share if share < FAILED_SHARE => TurnOutcome::Failed,
        share if share < FAILED_SHARE + NO_CHANGES_SHARE => TurnOutcome::NoChanges,
        _ => TurnOutcome::PullRequest,
    };
    let archive_after = Duration::from_secs_f64(log_normal(ARCHIVE_MEDIAN_S, ARCHIVE_SIGMA, &mut rng));
    TurnPlan {
        duration: Duration::try_from_secs_f64(duration_s).unwrap_or(Duration::MAX),
        outcome,
        archive_after,
    }
}

fn log_normal(median: f64, sigma: f64, rng: &mut impl rand::Rng) -> f64 {
    LogNormal::new(median.ln(), sigma).map_or(median, |distribution| distribution.sample(rng))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_log_normal() {
        let mut seconds: Vec<f64> =
            (0..4_001).map(|n| plan(7, 1.0, "acme-docs", n, 0).duration.as_secs_f64()).collect();
        seconds.sort_by(f64::total_cmp);
        let median = seconds[2_000];
        assert!((140.0..160.0).contains(&median), "median {median}");
        // One standard deviation up: 84.1 % of jobs have ended by then.
        let upper = seconds[3_365] / median;
        assert!((upper.ln() - SIGMA).abs() < 0.06, "sigma {}", upper.ln());
    }

    #[test]
    fn most_jobs_make_a_pull_request_and_few_fail() {
        let outcomes: Vec<_> = (0..1_000).map(|n| plan(7, 1.0, "acme-docs", n, 0).outcome).collect();
        let share = |outcome| outcomes.iter().filter(|o| **o == outcome).count();
        assert!((740..820).contains(&share(TurnOutcome::PullRequest)));
        assert!((130..190).contains(&share(TurnOutcome::NoChanges)));
        assert!((35..90).contains(&share(TurnOutcome::Failed)));
    }

    #[test]
    fn speed_divides_durations_and_nothing_else() {
        let (life, fast) = (plan(7, 1.0, "p", 3, 1), plan(7, 30.0, "p", 3, 1));
        assert!((life.duration.as_secs_f64() / fast.duration.as_secs_f64() - 30.0).abs() < 1e-6);
        assert_eq!((life.outcome, life.archive_after), (fast.outcome, fast.archive_after));
        assert_ne!(life.duration, plan(7, 1.0, "p", 3, 2).duration);
    }
}
