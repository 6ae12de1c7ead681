//! How long jobs take.

use std::cell::OnceCell;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use super::fit;
use super::log_normal::LogNormal;

/// How long jobs take: a mixture of log-normal distributions, over milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Durations {
    parts: Vec<LogNormal>,
    /// Computed on first use: it costs more than the rest of a poll.
    demand: OnceCell<Demand>,
}

/// The polls of one job, over all of its life.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Demand {
    /// ∫ √(h/2)·S dt: the number of polls if one costs as much as a millisecond of delay.
    pub(super) polls_at_unit_cost: f64,
    /// ∫ S dt, in milliseconds.
    pub(super) life_ms: f64,
}

/// Before any observation, two thirds of all jobs are expected to take between half and twice the typical time.
const PRIOR_SIGMA: f64 = 0.8;
/// The prior counts for this many observations, which keeps the hazard sensible where nothing was observed.
const PRIOR_WEIGHT: f64 = 1.0;

impl Durations {
    /// A single log-normal: half of all jobs take less than `median_ms`, `sigma` is the standard deviation of the
    /// logarithm. Both above 0.
    #[must_use]
    pub fn log_normal(median_ms: f64, sigma: f64) -> Self {
        Self::of(vec![LogNormal { mu: median_ms.ln(), sigma, weight: 1.0 }])
    }

    /// A mixture of `(weight, median_ms, sigma)`, for simulations. Weights need not add up to 1.
    #[must_use]
    pub fn mixture(parts: &[(f64, f64, f64)]) -> Self {
        let whole: f64 = parts.iter().map(|(weight, ..)| weight).sum();
        let part = |&(weight, median_ms, sigma): &(f64, f64, f64)| LogNormal {
            mu: median_ms.ln(),
            sigma,
            weight: weight / whole,
        };
        Self::of(parts.iter().map(part).collect())
    }

    /// The prior: half of all jobs take less than `typical_ms`.
    #[must_use]
    pub fn typical(typical_ms: u32) -> Self {
        Self::log_normal(f64::from(typical_ms.max(1)), PRIOR_SIGMA)
    }

    /// The distribution fitted to observed durations, in milliseconds, mixed with the prior.
    #[must_use]
    pub fn observed(observed_ms: &[i64], typical_ms: u32) -> Self {
        let logs: Vec<f64> = observed_ms.iter().map(|ms| (*ms).max(1) as f64).map(f64::ln).collect();
        let count = logs.len() as f64;
        let whole = count + PRIOR_WEIGHT;
        let prior = Self::typical(typical_ms)
            .parts
            .into_iter()
            .map(|part| LogNormal { weight: PRIOR_WEIGHT / whole, ..part });
        let fitted = fit::averaged(&logs);
        let parts = fitted.into_iter().map(|part| LogNormal { weight: part.weight * count / whole, ..part });
        Self::of(parts.chain(prior).collect())
    }

    fn of(parts: Vec<LogNormal>) -> Self {
        Self { parts, demand: OnceCell::new() }
    }

    /// The polls of one job, up to the age that one in a thousand jobs reaches.
    pub(super) fn demand(&self) -> Demand {
        *self.demand.get_or_init(|| {
            let (mut polls_at_unit_cost, mut life_ms, mut age_ms) = (0.0, 0.0, 0.0);
            while age_ms < f64::from(u32::MAX) {
                let step_ms = (age_ms / 16.0).max(1_000.0);
                let (density, survival) = self.density_and_survival(age_ms + step_ms / 2.0);
                if survival < 1e-3 {
                    break;
                }
                polls_at_unit_cost += (density / survival / 2.0).sqrt() * survival * step_ms;
                life_ms += survival * step_ms;
                age_ms += step_ms;
            }
            Demand { polls_at_unit_cost, life_ms }
        })
    }

    /// Probability density per millisecond of ending at `age_ms`, and probability of not having ended before.
    fn density_and_survival(&self, age_ms: f64) -> (f64, f64) {
        let log = age_ms.ln();
        self.parts.iter().fold((0.0, 0.0), |(density, survival), part| {
            let z = (log - part.mu) / part.sigma;
            let part_density = (-z * z / 2.0).exp() / (part.sigma * age_ms * TAU.sqrt());
            let part_survival = libm::erfc(z * FRAC_1_SQRT_2) / 2.0;
            (density + part.weight * part_density, survival + part.weight * part_survival)
        })
    }

    /// Probability that a job takes longer than `age_ms`.
    #[must_use]
    pub fn survival(&self, age_ms: f64) -> f64 {
        self.density_and_survival(age_ms.max(1.0)).1
    }

    /// Probability density, per millisecond, of ending at `age_ms` for a job that has got that far.
    #[must_use]
    pub fn hazard(&self, age_ms: f64) -> f64 {
        let age_ms = age_ms.max(1.0);
        let (density, survival) = self.density_and_survival(age_ms);
        if survival > 1e-9 {
            return density / survival;
        }
        // At a great age both vanish, and their quotient approaches that of the part that lasts longest.
        let tail = self
            .parts
            .iter()
            .map(|part| (age_ms.ln() - part.mu).max(part.sigma) / (part.sigma * part.sigma * age_ms));
        tail.fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_fit_finds_both_kinds_of_jobs() {
        let observed: Vec<i64> = (0..20).flat_map(|n| [20_000 + n * 500, 600_000 + n * 15_000]).collect();
        let durations = Durations::observed(&observed, 150_000);
        let (early, between, late) =
            (durations.hazard(25_000.0), durations.hazard(150_000.0), durations.hazard(700_000.0));
        assert!(early > 4.0 * between && late > 2.0 * between, "{early} {between} {late}");
    }

    proptest! {
        #[test]
        fn hazards_are_finite_and_survival_falls(
            observed in prop::collection::vec(-5i64..10_000_000_000, 0..70), ages in prop::collection::vec(0f64..1e12, 2)
        ) {
            let durations = Durations::observed(&observed, 150_000);
            let (young, old) = (ages[0].min(ages[1]), ages[0].max(ages[1]));
            prop_assert!(durations.hazard(old).is_finite() && durations.hazard(old) >= 0.0);
            prop_assert!(durations.survival(young) >= durations.survival(old));
            prop_assert!((0.0..=1.0 + 1e-9).contains(&durations.survival(young)));
        }
    }
}
