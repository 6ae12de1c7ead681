//! How long jobs take.

use super::component::MixtureComponent;
use super::fit;
use super::maximum_likelihood::Observation;
use super::table::AgeTable;

/// How long jobs take: a distribution over milliseconds.
#[derive(Debug, Clone)]
pub struct Durations(AgeTable);

/// Before any observation, two thirds of all jobs are expected to take between half and twice the prior time.
const PRIOR_SIGMA: f64 = 0.8;
/// Jobs unlike any that was observed: how far they spread around those, and for how many observations they count.
/// Without them, one job that lasts longer than all before it would be polled as if it had to end at any moment.
const UNSEEN: (f64, f64) = (1.5, 0.2);
/// Groups of observations for each factor of e.
const GROUPS: f64 = 32.0;

impl Durations {
    /// A known distribution, for simulations: the probability of taking longer than an age in milliseconds.
    #[must_use]
    pub fn known(survival: impl Fn(f64) -> f64) -> Self {
        Self(AgeTable::of(survival))
    }

    /// A log-normal distribution: half of all jobs take less than `median_ms`, `sigma` is the standard deviation of the
    /// logarithm. Both above 0.
    #[must_use]
    pub fn log_normal(median_ms: f64, sigma: f64) -> Self {
        Self::mixed(&[MixtureComponent::log_normal(median_ms, sigma, 1.0)])
    }

    /// The prior: half of all jobs take less than `typical_ms`.
    #[must_use]
    pub fn prior(typical_ms: u32) -> Self {
        Self::log_normal(f64::from(typical_ms.max(1)), PRIOR_SIGMA)
    }

    /// The distribution fitted to observed durations, in milliseconds, mixed with the prior and with jobs unlike any of
    /// them.
    #[must_use]
    pub fn observed(observed_ms: &[i64], typical_ms: u32) -> Self {
        if observed_ms.is_empty() {
            return Self::prior(typical_ms);
        }
        let seen = grouped(observed_ms);
        let count = observed_ms.len() as f64;
        let median_ms = (seen.iter().map(|seen| seen.count * seen.log).sum::<f64>() / count).exp();
        let (sigma, strength) = UNSEEN;
        let prior = (1.0 + count).powi(-2);
        let unseen = (1.0 - prior) * strength / (strength + count);
        let fitted = 1.0 - prior - unseen;
        let mut components = fit::averaged(&seen);
        components.iter_mut().for_each(|component| component.weight *= fitted);
        components.push(MixtureComponent::log_normal(median_ms, sigma, unseen));
        components.push(MixtureComponent::log_normal(f64::from(typical_ms.max(1)), PRIOR_SIGMA, prior));
        Self::mixed(&components)
    }

    fn mixed(components: &[MixtureComponent]) -> Self {
        Self::known(|age_ms| {
            let log = age_ms.ln();
            components.iter().map(|component| component.survival(log)).sum()
        })
    }

    /// Probability that a job takes longer than `age_ms`.
    #[must_use]
    pub fn survival(&self, age_ms: f64) -> f64 {
        self.0.survival(age_ms)
    }

    /// Probability density, per millisecond, of ending at `age_ms` for a job that has got that far.
    #[must_use]
    pub fn hazard(&self, age_ms: f64) -> f64 {
        self.0.hazard(age_ms)
    }

    pub(super) fn table(&self) -> &AgeTable {
        &self.0
    }
}

/// Observations in order, those that are nearly equal together.
fn grouped(observed_ms: &[i64]) -> Vec<Observation> {
    let mut logs: Vec<f64> = Vec::with_capacity(observed_ms.len());
    for log in observed_ms.iter().map(|ms| ((*ms).max(1) as f64).ln()) {
        // They are a few hundred, and a sort of its own would make the Worker a kilobyte larger.
        logs.insert(logs.partition_point(|known| *known <= log), log);
    }
    logs.chunk_by(|one, next| (one * GROUPS).floor() == (next * GROUPS).floor())
        .map(|logs| {
            let count = logs.len() as f64;
            Observation { log: logs.iter().sum::<f64>() / count, count }
        })
        .collect()
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
