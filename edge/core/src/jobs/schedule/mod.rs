//! When to poll an active job next.
//!
//! The service sends no notification, so only a poll shows that a job has ended. Frequent polls cost requests,
//! rare polls cost delay. If a poll costs as much as a delay of `c`, polls and delay together cost least when
//! polls are spaced so that √(h(t) / 2c) of them fall into a unit of time, where h is the hazard of ending at
//! age t (J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random Failure", Management Science
//! 21, 1974). Polls are therefore rare right after the start, densest where jobs usually end, and rarer and
//! rarer after that.
//!
//! That holds while many polls fall into each rise and fall of the hazard. Where few do, as between two kinds of jobs,
//! `plan.rs` chooses each poll by the cost of that poll and all later ones.
//!
//! `fit.rs` estimates the hazard from the project's own jobs. `samples.rs` separates creates from follow-ups where their
//! durations differ. `price.rs` raises the cost of a poll while many jobs share the hour's polls.

mod component;
mod durations;
mod fit;
mod maximum_likelihood;
mod plan;
mod price;
mod samples;
mod segmentation;
mod spacing;
mod table;

use std::rc::Rc;

use plan::Plan;
use spacing::SPACING_MIN_MS;

pub(crate) use spacing::SPACING_MAX_MS;

pub use durations::Durations;
pub use price::Price;
pub use samples::pooled_if_similar;
pub(super) use spacing::POLL_LATE_MS;
pub use spacing::backoff_ms;

/// A poll schedule.
#[derive(Debug, Clone)]
pub struct Schedule {
    plan: Rc<Plan>,
    /// Jobs for each poll that is left in the hour.
    jobs_per_poll: f64,
}

/// Who waits for the end of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Nobody,
    /// People with an open console.
    Viewers,
}

/// What a schedule depends on besides the durations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PollingLoad {
    /// Jobs that are polled, this one included.
    pub jobs: u32,
    /// Polls left in the hour, for all jobs together.
    pub polls_left: u32,
    pub audience: Audience,
}

/// A job runs long once only this share of jobs is still active at its age.
const RUNNING_LONG_SURVIVAL: f64 = 0.005;
/// A job lasts long once only this share of jobs is still active at its age. It may last as long again, whatever the observed
/// durations say.
const TAIL_SURVIVAL: f64 = 0.1;
/// The least time between two polls is also the job's age divided by this.
const SPACING_OF_AGE: i64 = 150;

impl Schedule {
    /// The best schedule if a poll costs as much as a delay of `cost_ms`.
    #[must_use]
    pub fn at_cost(durations: &Durations, cost_ms: f64) -> Self {
        Self { plan: Rc::new(Plan::of(durations.table(), cost_ms)), jobs_per_poll: 0.0 }
    }

    /// Whether hardly any job is still active at this age.
    #[must_use]
    pub fn is_running_long(&self, age_ms: i64) -> bool {
        self.plan.table().survival(age_ms.max(0) as f64) < RUNNING_LONG_SURVIVAL
    }

    /// Milliseconds until the next poll of a job that has been active for `age_ms`.
    #[must_use]
    pub fn next_poll_ms(&self, age_ms: i64) -> i64 {
        let age_ms = age_ms.clamp(0, i64::from(u32::MAX));
        // Until its age doubles, a job that lasts long uses no more than its equal share of the polls left.
        let lasts_long = self.plan.table().survival(age_ms as f64) < TAIL_SURVIVAL;
        let of_polls = if lasts_long { (age_ms as f64 * self.jobs_per_poll) as i64 } else { 0 };
        let floor = SPACING_MIN_MS.max(age_ms / SPACING_OF_AGE).max(of_polls);
        let spacing_ms = self.plan.next_poll_age(age_ms as f64) - age_ms as f64;
        (spacing_ms as i64).max(floor).min(SPACING_MAX_MS)
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::UnixMs;
    use proptest::prelude::*;

    use super::*;

    fn load(jobs: u32, audience: Audience) -> PollingLoad {
        PollingLoad { jobs, polls_left: 3600, audience }
    }

    fn at(durations: &Durations, load: PollingLoad) -> Schedule {
        Price::default().schedule(durations, load, UnixMs(0))
    }

    /// The ages of a job's polls, up to `age_ms`.
    fn polls_until(age_ms: i64, load: PollingLoad) -> Vec<i64> {
        let schedule = at(&Durations::prior(150_000), load);
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
        let polls = polls_until(600_000, load(1, Audience::Nobody));
        let spacing_behind =
            |age| polls.windows(2).find(|pair| pair[0] > age).map(|pair| pair[1] - pair[0]).unwrap();
        assert!((10_000..60_000).contains(&polls[0]), "first poll after {} ms", polls[0]);
        assert!(spacing_behind(120_000) < 20_000 && spacing_behind(120_000) < polls[0], "{polls:?}");
        assert!((8..=45).contains(&polls.len()), "{} polls in ten minutes", polls.len());
    }

    #[test]
    fn a_job_that_runs_for_days_is_polled_rarely() {
        let day = 86_400_000;
        let schedule = at(&Durations::prior(150_000), load(1, Audience::Viewers));
        assert!((9 * 60_000..=SPACING_MAX_MS).contains(&schedule.next_poll_ms(day)));
        assert_eq!(schedule.next_poll_ms(4 * day), SPACING_MAX_MS);
    }

    #[test]
    fn an_open_console_makes_polls_more_frequent() {
        assert!(
            polls_until(300_000, load(1, Audience::Viewers)).len()
                > polls_until(300_000, load(1, Audience::Nobody)).len() * 3 / 2
        );
    }

    #[test]
    fn a_crowd_that_lasts_longer_than_any_job_before_leaves_polls_for_later() {
        let durations = Durations::observed(&[60_000; 30], 150_000);
        let crowd =
            |polls_left| at(&durations, PollingLoad { jobs: 20, polls_left, audience: Audience::Viewers });
        assert!(
            crowd(100).next_poll_ms(300_000) >= 60_000,
            "a fifth of the polls while they last as long again"
        );
        assert!(crowd(3_600).next_poll_ms(300_000) < 20_000, "as long as there are enough");
    }

    #[test]
    fn many_jobs_share_the_budget() {
        let durations = Durations::prior(150_000);
        let schedule = at(&durations, load(1_000, Audience::Viewers));
        let mut at = 0;
        let mut polls = 0;
        while at < 200_000 {
            at += schedule.next_poll_ms(at);
            polls += 1;
        }
        assert!((1..=4).contains(&polls), "{polls} polls, with 3.6 available for each job");
        assert_eq!(
            polls_until(600_000, load(1, Audience::Viewers)),
            polls_until(600_000, load(3, Audience::Viewers)),
            "a few jobs fit into the budget"
        );
    }

    proptest! {
        #[test]
        fn a_next_poll_always_comes(
            age in -1_000i64..1_000_000_000_000, jobs in 0u32..100_000, has_viewers: bool, median in 1e2f64..1e9, sigma in 0.05f64..4.0
        ) {
            let audience = if has_viewers { Audience::Viewers } else { Audience::Nobody };
            let spacing = at(&Durations::log_normal(median, sigma), load(jobs, audience)).next_poll_ms(age);
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&spacing), "{}", spacing);
        }
    }
}
