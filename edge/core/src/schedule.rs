//! When to look at an active job next.
//!
//! The contract has no notification: the only way to notice a job's end is to ask. Asking often costs requests,
//! asking rarely costs delay. If a look is worth `c` of delay, then delay and looks together cost least when looks
//! are spaced so that √(h(t) / 2c) of them fall into a second, where h is the hazard of ending at age t
//! (J. B. Keller, "Optimum Checking Schedules for Systems Subject to Random Failure", Management Science 21, 1974).
//! So: few looks at once after the start, when no job ends yet, most where jobs usually end, fewer and fewer after.

/// How long jobs take, as a log-normal distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Durations {
    /// Half of all jobs take less, in milliseconds. Above 0.
    pub median_ms: f64,
    /// Standard deviation of the logarithm. Above 0.
    pub sigma: f64,
}

impl Default for Durations {
    /// Before anything is known: most jobs take one to five minutes.
    fn default() -> Self {
        Self { median_ms: 150_000.0, sigma: 0.8 }
    }
}

impl Durations {
    /// Probability density, per millisecond, of ending at `age_ms` for a job that has got that far.
    #[must_use]
    pub fn hazard(&self, age_ms: f64) -> f64 {
        let age_ms = age_ms.max(1.0);
        let z = (age_ms / self.median_ms).ln() / self.sigma;
        let survival = libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2) / 2.0;
        if survival < 1e-12 {
            // Far out both density and survival vanish; their quotient tends to this.
            return z / (self.sigma * age_ms);
        }
        let density = (-z * z / 2.0).exp() / (self.sigma * age_ms * std::f64::consts::TAU.sqrt());
        density / survival
    }
}

/// The delay that one look is worth while somebody watches, in milliseconds.
const LOOK_COST_WATCHED_MS: f64 = 250.0;
/// The delay that one look is worth while nobody watches, in milliseconds.
const LOOK_COST_UNWATCHED_MS: f64 = 1_000.0;
/// Never sooner than this, in milliseconds.
const SPACING_MIN_MS: i64 = 1_000;
/// Never later than this, in milliseconds: a job that runs for days is looked at for days.
const SPACING_MAX_MS: i64 = 30 * 60_000;
/// A look may not come sooner than this share of a job's age: one that runs far past its kind is polled rarely.
const SPACING_OF_AGE: i64 = 50;

/// Milliseconds until the next look at a job that has been active for `age_ms`.
#[must_use]
pub fn next_look_ms(durations: Durations, age_ms: i64, watched: bool) -> i64 {
    let cost_ms = if watched { LOOK_COST_WATCHED_MS } else { LOOK_COST_UNWATCHED_MS };
    let age_ms = age_ms.clamp(0, i64::from(u32::MAX));
    let floor = SPACING_MIN_MS.max(age_ms / SPACING_OF_AGE);
    let start = age_ms as f64;
    let step = (start / 64.0).max(500.0);
    let mut looks = 0.0;
    let mut spacing = 0.0;
    // Integrates the rate of looks until one is due. The hazard changes too much over one spacing to be taken as constant.
    while looks < 1.0 && spacing < SPACING_MAX_MS as f64 {
        looks += (durations.hazard(start + spacing + step / 2.0) / (2.0 * cost_ms)).sqrt() * step;
        spacing += step;
    }
    (spacing as i64).max(floor).min(SPACING_MAX_MS)
}

/// First wait after a failed look, in milliseconds; doubled for each failure after it.
const BACKOFF_BASE_MS: i64 = 5_000;

/// Milliseconds until the next try after `failures` failed looks in a row (from 1), with full jitter: `dice` is
/// uniform in 0 to 1 and spreads jobs that failed together.
#[must_use]
pub fn backoff_ms(failures: u32, dice: f64) -> i64 {
    let ceiling = (BACKOFF_BASE_MS << failures.saturating_sub(1).min(10)).min(SPACING_MAX_MS / 3);
    SPACING_MIN_MS + (ceiling as f64 * dice.clamp(0.0, 1.0)) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Looks until `age_ms`, from the start.
    fn looks_until(age_ms: i64, watched: bool) -> Vec<i64> {
        let mut at = 0;
        let mut looks = Vec::new();
        while at < age_ms {
            at += next_look_ms(Durations::default(), at, watched);
            looks.push(at);
        }
        looks
    }

    #[test]
    fn looks_are_densest_where_jobs_end() {
        let looks = looks_until(600_000, false);
        let first = looks[0];
        let near_the_mode =
            looks.iter().find(|at| **at > 80_000).map(|at| next_look_ms(Durations::default(), *at, false));
        assert!((10_000..60_000).contains(&first), "first look after {first} ms");
        assert!(near_the_mode.unwrap() < 20_000, "{near_the_mode:?}");
        assert!((8..=45).contains(&looks.len()), "{} looks in ten minutes", looks.len());
    }

    #[test]
    fn a_job_that_runs_for_days_is_looked_at_now_and_then() {
        let day = 86_400_000;
        let spacing = next_look_ms(Durations::default(), day, false);
        assert!((20 * 60_000..=SPACING_MAX_MS).contains(&spacing), "{spacing} ms");
        assert_eq!(next_look_ms(Durations::default(), 300 * day, true), SPACING_MAX_MS);
    }

    #[test]
    fn somebody_watching_is_worth_more_looks() {
        assert!(looks_until(300_000, true).len() > looks_until(300_000, false).len() * 3 / 2);
    }

    proptest! {
        #[test]
        fn a_look_always_comes(age in -1_000i64..1_000_000_000_000, watched: bool, median in 1e2f64..1e9, sigma in 0.05f64..4.0) {
            let spacing = next_look_ms(Durations { median_ms: median, sigma }, age, watched);
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&spacing), "{}", spacing);
        }

        #[test]
        fn backoff_stays_in_bounds(failures in 0u32..1000, dice in 0.0f64..=1.0) {
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&backoff_ms(failures, dice)));
        }
    }
}
