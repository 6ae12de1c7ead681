//! The likeliest component of each family, for observations that count in part.

use super::component::{Family, MixtureComponent};

/// Durations that are nearly equal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Observation {
    /// The mean of their logarithms.
    pub(super) log: f64,
    /// How many they are. A share of them counts for a component.
    pub(super) count: f64,
}

/// The least scale of a component: equal observations are not certainty.
const SIGMA_MIN: f64 = 0.05;
/// The scale of a component before any observation, and how many observations that counts for.
const SIGMA_PRIOR: (f64, f64) = (0.5, 0.3);
/// The reach of a double Pareto beyond its step before any observation, and the number of observations that this counts for.
const REACH_PRIOR: f64 = 0.1;
/// A uniform extends beyond its observations at each end. The extension is their width plus this part of the longest one, divided
/// by their number.
const EDGE_PRIOR: f64 = 0.1;
/// Euler's constant: minus the mean of a Weibull's logarithm, in scales.
const EULER: f64 = 0.577_215_664_901_532_9;

/// The variance of `count` observations whose squared distances add up to `square`.
pub(super) fn variance(square: f64, count: f64) -> f64 {
    let (sigma, strength) = SIGMA_PRIOR;
    ((square + strength * sigma * sigma) / (count + strength)).max(SIGMA_MIN * SIGMA_MIN)
}

pub(super) fn log_normal(seen: impl Iterator<Item = Observation> + Clone, whole: f64) -> MixtureComponent {
    let (count, mu) = mean(seen.clone());
    let square: f64 = seen.map(|seen| seen.count * (seen.log - mu).powi(2)).sum();
    MixtureComponent {
        family: Family::LogNormal,
        mu,
        sigma: variance(square, count).sqrt(),
        weight: count / whole,
    }
}

/// The Weibull that has the mean and the variance of the observations' logarithms. It is near the likeliest one.
pub(super) fn like_weibull(seen: impl Iterator<Item = Observation> + Clone, whole: f64) -> MixtureComponent {
    let like = log_normal(seen, whole);
    let sigma = like.sigma * 6.0_f64.sqrt() / std::f64::consts::PI;
    MixtureComponent { family: Family::Weibull, mu: like.mu + EULER * sigma, sigma, ..like }
}

/// A Weibull half-way from `old` to the fixed point at which the likelihood is greatest.
pub(super) fn weibull(
    seen: impl Iterator<Item = Observation> + Clone,
    whole: f64,
    old: MixtureComponent,
) -> MixtureComponent {
    let (count, mean) = mean(seen.clone());
    let (mut power, mut power_log) = (f64::MIN_POSITIVE, 0.0);
    for seen in seen {
        let raised = seen.count * ((seen.log - old.mu) / old.sigma).min(300.0).exp();
        power += raised;
        power_log += raised * (seen.log - mean);
    }
    let middle = f64::midpoint(power_log / power, old.sigma);
    let sigma = variance(count * middle * middle, count).sqrt();
    MixtureComponent {
        family: Family::Weibull,
        mu: old.mu + old.sigma * (power / count).ln(),
        sigma,
        weight: count / whole,
    }
}

/// The constant hazard.
pub(super) fn exponential(seen: &[Observation], whole: f64) -> MixtureComponent {
    let mean = seen.iter().map(|seen| seen.count * seen.log.exp()).sum::<f64>() / whole;
    MixtureComponent { family: Family::Weibull, mu: mean.ln(), sigma: 1.0, weight: 1.0 }
}

/// The step is at the observation where the likelihood is greatest.
pub(super) fn double_pareto(
    sorted: impl Iterator<Item = Observation> + Clone,
    whole: f64,
) -> MixtureComponent {
    let (count, mean) = mean(sorted.clone());
    let reach = |distances: f64| ((distances.max(0.0) + REACH_PRIOR) / (count + REACH_PRIOR)).sqrt();
    let (mut count_below, mut sum_below) = (0.0, 0.0);
    let (mut mu, mut below, mut above) = (mean, f64::INFINITY, f64::INFINITY);
    for seen in sorted {
        let to_lower = seen.log * count_below - sum_below;
        let to_higher = to_lower + (mean - seen.log) * count;
        let (lower, higher) = (reach(to_lower), reach(to_higher));
        if lower + higher < below + above {
            (mu, below, above) = (seen.log, lower, higher);
        }
        count_below += seen.count;
        sum_below += seen.count * seen.log;
    }
    let both = below + above;
    MixtureComponent {
        family: Family::DoublePareto(below * both),
        mu,
        sigma: above * both,
        weight: count / whole,
    }
}

/// From the first to the last observation of a run, and a little farther.
pub(super) fn uniform(run: &[Observation], whole: f64) -> MixtureComponent {
    let count: f64 = run.iter().map(|seen| seen.count).sum();
    let end = |seen: Option<&Observation>| seen.map_or(1.0, |seen| seen.log.exp());
    let (first, last) = (end(run.first()), end(run.last()));
    let farther = (last - first + EDGE_PRIOR * last) / count.max(1.0);
    let mu = (first - farther).max(1.0).ln();
    MixtureComponent { family: Family::Uniform, mu, sigma: (last + farther).ln() - mu, weight: count / whole }
}

fn mean(seen: impl Iterator<Item = Observation>) -> (f64, f64) {
    let (count, sum) =
        seen.fold((1e-9, 0.0), |(count, sum), seen| (count + seen.count, sum + seen.count * seen.log));
    (count, sum / count)
}
