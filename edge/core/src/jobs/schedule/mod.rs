//! When to look at an active job next.
//!
//! The contract has no notification: the only way to notice a job's end is to ask. Asking often costs requests,
//! asking rarely costs delay. If a look is worth `c` of delay, delay and looks together cost least when looks are
//! spaced so that √(h(t) / 2c) of them fall into a unit of time, where h is the hazard of ending at age t
//! (J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random Failure", Management Science 21, 1974).
//! So: few looks right after the start, when no job ends yet, most where jobs usually end, fewer and fewer after.

mod durations;
mod fit;

use durations::Demand;
pub use durations::Durations;

/// When to look: how long jobs take, and what a look is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    durations: Durations,
    cost_ms: f64,
}

/// What bears on a schedule besides the durations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Jobs that are being watched, this one included.
    pub jobs: u32,
    /// Looks that may still be made within the hour, over all of them.
    pub looks_left: u32,
    /// Whether somebody has a console open.
    pub watched: bool,
}

/// The delay that one look is worth while somebody watches, in milliseconds.
const LOOK_COST_WATCHED_MS: f64 = 250.0;
/// The delay that one look is worth while nobody watches, in milliseconds.
const LOOK_COST_UNWATCHED_MS: f64 = 1_000.0;
/// A job that has outlived all but this share of its kind is called stale.
const STALE_SURVIVAL: f64 = 0.005;
/// Never sooner than this, in milliseconds.
const SPACING_MIN_MS: i64 = 1_000;
/// Never later than this, in milliseconds: a job that runs for days is looked at for days.
const SPACING_MAX_MS: i64 = 30 * 60_000;
/// A look may not come sooner than this part of a job's age.
const SPACING_OF_AGE: i64 = 150;
/// The same for a stale job: one that runs far past its kind is polled rarely.
const SPACING_OF_STALE_AGE: i64 = 50;
/// Share of the looks left that schedules count on. The rest is for jobs that come while these are watched.
const BUDGET_SHARE: f64 = 0.6;
/// The span that looks are counted over, in milliseconds.
const HOUR_MS: f64 = 3_600_000.0;

impl Schedule {
    /// The best schedule at a fixed price of a look, in milliseconds of delay.
    #[must_use]
    pub fn at_cost(durations: Durations, cost_ms: f64) -> Self {
        Self { durations, cost_ms }
    }

    /// The schedule for a load: as dense as somebody watching deserves, and no denser than the budget bears.
    ///
    /// A job costs ∫ √(h/2c)·S dt looks over a life of ∫ S dt. The price c is raised until the looks that all jobs
    /// take within the hour fit into what is left of it. All jobs share in it alike.
    #[must_use]
    pub fn for_load(durations: &Durations, load: Load) -> Self {
        let wanted_ms = if load.watched { LOOK_COST_WATCHED_MS } else { LOOK_COST_UNWATCHED_MS };
        let Demand { looks_at_unit_cost, life_ms } = durations.demand();
        let within_the_hour = looks_at_unit_cost * (HOUR_MS / f64::max(life_ms, 1.0)).min(1.0);
        let bearable = f64::from(load.looks_left.max(1)) * BUDGET_SHARE;
        let bearable_ms = (f64::from(load.jobs) * within_the_hour / bearable).powi(2);
        Self { durations: durations.clone(), cost_ms: wanted_ms.max(bearable_ms) }
    }

    /// Whether hardly any job is still active at this age.
    #[must_use]
    pub fn is_stale(&self, age_ms: i64) -> bool {
        self.durations.survival(age_ms.max(0) as f64) < STALE_SURVIVAL
    }

    /// Milliseconds until the next look at a job that has been active for `age_ms`.
    #[must_use]
    pub fn next_look_ms(&self, age_ms: i64) -> i64 {
        let age_ms = age_ms.clamp(0, i64::from(u32::MAX));
        let of_age = if self.is_stale(age_ms) { SPACING_OF_STALE_AGE } else { SPACING_OF_AGE };
        let floor = SPACING_MIN_MS.max(age_ms / of_age);
        let start = age_ms as f64;
        let step_ms = (start / 64.0).max(500.0);
        let mut looks = 0.0;
        let mut spacing_ms = 0.0;
        // Integrates the rate of looks until one is due: the hazard changes too much over one spacing to count as constant.
        while spacing_ms < SPACING_MAX_MS as f64 {
            let rate =
                (self.durations.hazard(start + spacing_ms + step_ms / 2.0) / (2.0 * self.cost_ms)).sqrt();
            let missing = 1.0 - looks;
            if rate * step_ms >= missing {
                spacing_ms += missing / rate;
                break;
            }
            looks += rate * step_ms;
            spacing_ms += step_ms;
        }
        (spacing_ms as i64).max(floor).min(SPACING_MAX_MS)
    }
}

/// First wait after a failed look, in milliseconds; doubled for each failure after it.
const BACKOFF_BASE_MS: i64 = 5_000;

/// Milliseconds until the next try after `failures` failed looks in a row (from 1), with full jitter: `dice` is
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

    fn load(jobs: u32, watched: bool) -> Load {
        Load { jobs, looks_left: 3600, watched }
    }

    /// Looks until `age_ms`, from the start.
    fn looks_until(age_ms: i64, load: Load) -> Vec<i64> {
        let schedule = Schedule::for_load(&Durations::typical(150_000), load);
        let mut at = 0;
        let mut looks = Vec::new();
        while at < age_ms {
            at += schedule.next_look_ms(at);
            looks.push(at);
        }
        looks
    }

    #[test]
    fn looks_are_densest_where_jobs_end() {
        let looks = looks_until(600_000, load(1, false));
        let spacing_behind =
            |age| looks.windows(2).find(|pair| pair[0] > age).map(|pair| pair[1] - pair[0]).unwrap();
        assert!((10_000..60_000).contains(&looks[0]), "first look after {} ms", looks[0]);
        assert!(spacing_behind(120_000) < 20_000 && spacing_behind(120_000) < looks[0], "{looks:?}");
        assert!((8..=45).contains(&looks.len()), "{} looks in ten minutes", looks.len());
    }

    #[test]
    fn a_job_that_runs_for_days_is_looked_at_now_and_then() {
        let day = 86_400_000;
        let schedule = Schedule::for_load(&Durations::typical(150_000), load(1, true));
        assert!((20 * 60_000..=SPACING_MAX_MS).contains(&schedule.next_look_ms(day)));
        assert_eq!(schedule.next_look_ms(300 * day), SPACING_MAX_MS);
    }

    #[test]
    fn somebody_watching_is_worth_more_looks() {
        assert!(
            looks_until(300_000, load(1, true)).len() > looks_until(300_000, load(1, false)).len() * 3 / 2
        );
    }

    #[test]
    fn many_jobs_share_the_budget() {
        let durations = Durations::typical(150_000);
        let schedule = Schedule::for_load(&durations, load(1_000, true));
        let mut at = 0;
        let mut looks = 0;
        while at < 200_000 {
            at += schedule.next_look_ms(at);
            looks += 1;
        }
        assert!((1..=4).contains(&looks), "{looks} looks, where 3.6 are there for each");
        assert_eq!(
            looks_until(600_000, load(1, true)),
            looks_until(600_000, load(3, true)),
            "few jobs need not share"
        );
    }

    proptest! {
        #[test]
        fn a_look_always_comes(
            age in -1_000i64..1_000_000_000_000, jobs in 0u32..100_000, watched: bool, median in 1e2f64..1e9, sigma in 0.05f64..4.0
        ) {
            let spacing = Schedule::for_load(&Durations::log_normal(median, sigma), load(jobs, watched)).next_look_ms(age);
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&spacing), "{}", spacing);
        }

        #[test]
        fn backoff_stays_in_bounds(failures in 0u32..1000, random in 0.0f64..=1.0) {
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&backoff_ms(failures, random)));
        }
    }
}
