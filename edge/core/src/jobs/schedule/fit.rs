//! Fitting log-normal mixtures to observations.

use super::log_normal::LogNormal;

/// The least standard deviation of a part: equal observations are not certainty.
const SIGMA_MIN: f64 = 0.15;
/// Rounds of expectation and maximisation; far more than a few dozen observations need.
const ROUNDS: usize = 60;
/// The most parts of a mixture: two kinds of work and a tail.
const PARTS_MAX: usize = 3;
/// The prior standard deviation of the logarithm, and how many observations it counts for.
const SIGMA_PRIOR: (f64, f64) = (0.5, 1.5);

/// Mixtures of one part up to [`PARTS_MAX`], averaged by how well each explains the observations for the number
/// of its parameters (exp(-BIC / 2): G. Schwarz, "Estimating the Dimension of a Model", Annals of Statistics,
/// 1978). Averaging keeps a broad fit where there are too few observations to tell two kinds of jobs apart.
/// Weights add up to 1.
pub(super) fn averaged(logs: &[f64]) -> Vec<LogNormal> {
    if logs.is_empty() {
        return Vec::new();
    }
    let mut sorted = logs.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let fits: Vec<(Vec<LogNormal>, f64)> = (1..=PARTS_MAX)
        .filter(|parts| sorted.len() >= 4 * parts || *parts == 1)
        .map(|parts| {
            let mixture = expectation_maximisation(&sorted, parts);
            let parameters = (3 * parts - 1) as f64;
            let score = likelihood(&mixture, &sorted) - parameters / 2.0 * count.ln();
            (mixture, score)
        })
        .collect();
    let best = fits.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = fits.iter().map(|(_, score)| (score - best).exp()).sum();
    fits.into_iter()
        .flat_map(|(mixture, score)| {
            let share = (score - best).exp() / total;
            mixture.into_iter().map(move |part| LogNormal { weight: part.weight * share, ..part })
        })
        .collect()
}

/// A. P. Dempster, N. M. Laird, D. B. Rubin, "Maximum Likelihood from Incomplete Data via the EM Algorithm", 1977.
/// It starts from the observations in runs of equal length.
fn expectation_maximisation(sorted: &[f64], parts: usize) -> Vec<LogNormal> {
    let length = sorted.len().div_ceil(parts).max(1);
    let mut mixture: Vec<LogNormal> = sorted
        .chunks(length)
        .map(|run| moments(run.iter().map(|log| (*log, 1.0)), sorted.len() as f64))
        .collect();
    for _ in 0..if parts == 1 { 0 } else { ROUNDS } {
        let whole: Vec<f64> = sorted.iter().map(|log| density(&mixture, *log)).collect();
        mixture = mixture
            .iter()
            .map(|part| {
                let shares =
                    sorted.iter().zip(&whole).map(|(log, whole)| (*log, part_density(part, *log) / whole));
                moments(shares, sorted.len() as f64)
            })
            .collect();
    }
    mixture
}

fn moments(weighted: impl Iterator<Item = (f64, f64)> + Clone, count: f64) -> LogNormal {
    let weight: f64 = weighted.clone().map(|(_, share)| share).sum::<f64>().max(1e-9);
    let mu = weighted.clone().map(|(log, share)| log * share).sum::<f64>() / weight;
    let square: f64 = weighted.map(|(log, share)| share * (log - mu).powi(2)).sum();
    let (prior, strength) = SIGMA_PRIOR;
    let sigma = ((square + strength * prior * prior) / (weight + strength)).sqrt().max(SIGMA_MIN);
    LogNormal { mu, sigma, weight: weight / count }
}

fn part_density(part: &LogNormal, log: f64) -> f64 {
    let z = (log - part.mu) / part.sigma;
    part.weight * (-z * z / 2.0).exp() / part.sigma
}

fn density(mixture: &[LogNormal], log: f64) -> f64 {
    mixture.iter().map(|part| part_density(part, log)).sum::<f64>().max(f64::MIN_POSITIVE)
}

fn likelihood(mixture: &[LogNormal], logs: &[f64]) -> f64 {
    logs.iter().map(|log| density(mixture, *log).ln()).sum()
}
