//! When to poll an active job next.
//!
//! The service sends no notification, so only a poll shows that a job has ended. Frequent polls cost requests,
//! rare polls cost delay. If a poll costs as much as a delay of `c`, polls and delay together cost least when
//! polls are spaced so that √(h(t) / 2c) of them fall into a unit of time, where h is the hazard of ending at
//! age t (J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random Failure", Management Science
//! 21, 1974). Polls are therefore rare right after the start, densest where jobs usually end, and rarer and
//! rarer after that.

mod durations;
mod fit;
mod log_normal;

use durations::Demand;
pub use durations::Durations;

/// A poll schedule: how long jobs take, and what a poll costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    durations: Durations,
    cost_ms: f64,
}

/// What a schedule depends on besides the durations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Jobs that are polled, this one included.
    pub jobs: u32,
    /// Polls left in the hour, for all jobs together.
    pub polls_left: u32,
    /// Whether a console is open.
    pub has_viewers: bool,
}

/// The delay that a poll costs as much as while a console is open.
const POLL_COST_VIEWED_MS: f64 = 250.0;
/// The delay that a poll costs as much as while no console is open.
const POLL_COST_UNVIEWED_MS: f64 = 1_000.0;
/// A job is stale once only this share of jobs is still active at its age.
const STALE_SURVIVAL: f64 = 0.005;
/// The least time between two polls.
const SPACING_MIN_MS: i64 = 1_000;
/// The most time between two polls: a job that runs for days is polled for days.
const SPACING_MAX_MS: i64 = 30 * 60_000;
/// Polls are at least this part of a job's age apart.
const SPACING_OF_AGE: i64 = 150;
/// The same for a stale job, which is polled rarely.
const SPACING_OF_STALE_AGE: i64 = 50;
/// Share of the polls left that schedules use. The rest is for jobs that start in the meantime.
const BUDGET_SHARE: f64 = 0.6;
/// The span over which polls are counted.
const HOUR_MS: f64 = 3_600_000.0;

impl Schedule {
    /// The best schedule if a poll costs as much as a delay of `cost_ms`.
    #[must_use]
    pub fn at_cost(durations: Durations, cost_ms: f64) -> Self {
        Self { durations, cost_ms }
    }

    /// The schedule for a load: denser while a console is open, and never denser than the budget allows.
    ///
    /// A job takes ∫ √(h/2c)·S dt polls over a life of ∫ S dt. The cost c is raised until the polls of all jobs
    /// within the hour fit into those left. All jobs share them equally.
    #[must_use]
    pub fn for_load(durations: &Durations, load: Load) -> Self {
        let wanted_ms = if load.has_viewers { POLL_COST_VIEWED_MS } else { POLL_COST_UNVIEWED_MS };
        let Demand { polls_at_unit_cost, life_ms } = durations.demand();
        let within_the_hour = polls_at_unit_cost * (HOUR_MS / f64::max(life_ms, 1.0)).min(1.0);
        let affordable = f64::from(load.polls_left.max(1)) * BUDGET_SHARE;
        let affordable_ms = (f64::from(load.jobs) * within_the_hour / affordable).powi(2);
        Self { durations: durations.clone(), cost_ms: wanted_ms.max(affordable_ms) }
    }

    /// Whether hardly any job is still active at this age.
    #[must_use]
    pub fn is_stale(&self, age_ms: i64) -> bool {
        self.durations.survival(age_ms.max(0) as f64) < STALE_SURVIVAL
    }

    /// Milliseconds until the next poll of a job that has been active for `age_ms`.
    #[must_use]
    pub fn next_poll_ms(&self, age_ms: i64) -> i64 {
        let age_ms = age_ms.clamp(0, i64::from(u32::MAX));
        let of_age = if self.is_stale(age_ms) { SPACING_OF_STALE_AGE } else { SPACING_OF_AGE };
        let floor = SPACING_MIN_MS.max(age_ms / of_age);
        let start = age_ms as f64;
        let step_ms = (start / 64.0).max(500.0);
        let mut polls = 0.0;
        let mut spacing_ms = 0.0;
        // The rate of polls is integrated until a poll is due: the hazard changes too much over one spacing to
        // be constant.
        while spacing_ms < SPACING_MAX_MS as f64 {
            let rate =
                (self.durations.hazard(start + spacing_ms + step_ms / 2.0) / (2.0 * self.cost_ms)).sqrt();
            let missing = 1.0 - polls;
            if rate * step_ms >= missing {
                spacing_ms += missing / rate;
                break;
            }
            polls += rate * step_ms;
            spacing_ms += step_ms;
        }
        (spacing_ms as i64).max(floor).min(SPACING_MAX_MS)
    }
}

/// The longest wait after a first failed poll; doubled for each failure after it.
const BACKOFF_BASE_MS: i64 = 5_000;

/// Milliseconds until the next poll after `failures` failed polls in a row (from 1), with full jitter: `random` is
/// uniform in 0 to 1 and spreads jobs that failed together.
#[must_use]
pub fn backoff_ms(failures: u32, random: f64) -> i64 {
    let ceiling = (BACKOFF_BASE_MS << failures.saturating_sub(1).min(10)).min(SPACING_MAX_MS / 3);
    SPACING_MIN_MS + (ceiling as f64 * random.clamp(0.0, 1.0)) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn load(jobs: u32, has_viewers: bool) -> Load {
        Load { jobs, polls_left: 3600, has_viewers }
    }

    /// The ages of a job's polls, up to `age_ms`.
    fn polls_until(age_ms: i64, load: Load) -> Vec<i64> {
        let schedule = Schedule::for_load(&Durations::typical(150_000), load);
        let mut at = 0;
        let mut polls = Vec::new();
        while at < age_ms {
            at += schedule.next_poll_ms(at);
            polls.push(at);
        }
        polls
    }

    #[test]
    fn polls_are_densest_where_jobs_end() {
        let polls = polls_until(600_000, load(1, false));
        let spacing_behind =
            |age| polls.windows(2).find(|pair| pair[0] > age).map(|pair| pair[1] - pair[0]).unwrap();
        assert!((10_000..60_000).contains(&polls[0]), "first poll after {} ms", polls[0]);
        assert!(spacing_behind(120_000) < 20_000 && spacing_behind(120_000) < polls[0], "{polls:?}");
        assert!((8..=45).contains(&polls.len()), "{} polls in ten minutes", polls.len());
    }

    #[test]
    fn a_job_that_runs_for_days_is_polled_rarely() {
        let day = 86_400_000;
        let schedule = Schedule::for_load(&Durations::typical(150_000), load(1, true));
        assert!((20 * 60_000..=SPACING_MAX_MS).contains(&schedule.next_poll_ms(day)));
        assert_eq!(schedule.next_poll_ms(300 * day), SPACING_MAX_MS);
    }

    #[test]
    fn an_open_console_makes_polls_more_frequent() {
        assert!(
            polls_until(300_000, load(1, true)).len() > polls_until(300_000, load(1, false)).len() * 3 / 2
        );
    }

    #[test]
    fn many_jobs_share_the_budget() {
        let durations = Durations::typical(150_000);
        let schedule = Schedule::for_load(&durations, load(1_000, true));
        let mut at = 0;
        let mut polls = 0;
        while at < 200_000 {
            at += schedule.next_poll_ms(at);
            polls += 1;
        }
        assert!((1..=4).contains(&polls), "{polls} polls, with 3.6 available for each job");
        assert_eq!(
            polls_until(600_000, load(1, true)),
            polls_until(600_000, load(3, true)),
            "a few jobs fit into the budget"
        );
    }

    proptest! {
        #[test]
        fn a_next_poll_always_comes(
            age in -1_000i64..1_000_000_000_000, jobs in 0u32..100_000, has_viewers: bool, median in 1e2f64..1e9, sigma in 0.05f64..4.0
        ) {
            let spacing = Schedule::for_load(&Durations::log_normal(median, sigma), load(jobs, has_viewers)).next_poll_ms(age);
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&spacing), "{}", spacing);
        }

        #[test]
        fn backoff_stays_in_bounds(failures in 0u32..1000, random in 0.0f64..=1.0) {
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&backoff_ms(failures, random)));
        }
    }
}
