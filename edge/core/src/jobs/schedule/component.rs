//! The components that a fitted distribution is mixed from.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// One component of a mixture, over the logarithm of a duration in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MixtureComponent {
    pub(super) family: Family,
    /// Location.
    pub(super) mu: f64,
    /// Scale. Above 0.
    pub(super) sigma: f64,
    /// Share of the mixture. All shares add up to 1.
    pub(super) weight: f64,
}

/// The distribution of a component.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Family {
    /// The hazard rises, then falls: `mu` is the logarithm of the median.
    LogNormal,
    /// The hazard is a power of the age, `1 / sigma - 1`: it is constant if `sigma` is 1.
    Weibull,
    /// The hazard has a step at `mu`: `sigma` is the scale above it, the family's own the scale below. W. J. Reed, "The
    /// Pareto, Zipf and Other Power Laws", Economics Letters 74, 2001.
    DoublePareto(f64),
    /// Every duration is equally likely if its logarithm is between `mu` and `mu + sigma`. No other duration occurs.
    Uniform,
}

impl MixtureComponent {
    /// A log-normal by its median in milliseconds.
    pub(super) fn log_normal(median_ms: f64, sigma: f64, weight: f64) -> Self {
        Self { family: Family::LogNormal, mu: median_ms.ln(), sigma, weight }
    }

    /// Density at a logarithm, times the weight.
    pub(super) fn density(&self, log: f64) -> f64 {
        let z = (log - self.mu) / self.sigma;
        let density = match self.family {
            Family::LogNormal => (-z * z / 2.0).exp() / (TAU.sqrt() * self.sigma),
            Family::Weibull => (z - z.exp()).exp() / self.sigma,
            Family::DoublePareto(below) => {
                let distance = if z < 0.0 { z * self.sigma / below } else { -z };
                distance.exp() / (self.sigma + below)
            }
            Family::Uniform if (0.0..=1.0).contains(&z) => (z * self.sigma).exp() / self.sigma.exp_m1(),
            Family::Uniform => 0.0,
        };
        self.weight * density
    }

    /// Probability of a greater logarithm, times the weight.
    pub(super) fn survival(&self, log: f64) -> f64 {
        let z = (log - self.mu) / self.sigma;
        let survival = match self.family {
            Family::LogNormal => libm::erfc(z * FRAC_1_SQRT_2) / 2.0,
            Family::Weibull => (-z.exp()).exp(),
            Family::DoublePareto(below) if z < 0.0 => {
                1.0 - below / (self.sigma + below) * (z * self.sigma / below).exp()
            }
            Family::DoublePareto(below) => self.sigma / (self.sigma + below) * (-z).exp(),
            Family::Uniform => 1.0 - (z.clamp(0.0, 1.0) * self.sigma).exp_m1() / self.sigma.exp_m1(),
        };
        self.weight * survival
    }
}
