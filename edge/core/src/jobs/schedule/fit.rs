//! Fitting mixtures to observations.

use super::component::{Family, MixtureComponent};
use super::maximum_likelihood::{self, Observation};
use super::segmentation::likeliest_segments;

/// Rounds of expectation and maximisation. Few are needed, because they start from likely segments.
const ROUNDS: usize = 12;
/// The most components of a mixture: three kinds of work and a tail.
const COMPONENTS_MAX: usize = 4;
/// Mixtures whose share of the average is smaller are left out, which saves time.
const SHARE_MIN: f64 = 2e-3;
/// The logarithm of the prior odds of a constant hazard against any other mixture. It favours the constant hazard, because a
/// schedule that is fitted to noise does worse than a fixed interval.
const CONSTANT_PRIOR: f64 = 3.0;

/// Mixtures of each family, with one component up to [`COMPONENTS_MAX`], and a constant hazard, averaged by how well
/// each explains the observations for the number of its parameters (exp(-BIC / 2): G. Schwarz, "Estimating the
/// Dimension of a Model", Annals of Statistics, 1978). Averaging keeps a broad fit where there are too few observations
/// to tell two kinds of jobs apart. Weights add up to 1.
pub(super) fn averaged(sorted: &[Observation]) -> Vec<MixtureComponent> {
    let count: f64 = sorted.iter().map(|seen| seen.count).sum();
    let constant = vec![maximum_likelihood::exponential(sorted, count)];
    let score = likelihood(&constant, sorted) - count.ln() / 2.0 + CONSTANT_PRIOR;
    let mut fits = vec![(constant, score)];
    for runs in likeliest_segments(sorted, COMPONENTS_MAX) {
        for family in [Family::LogNormal, Family::Weibull, Family::DoublePareto(0.0), Family::Uniform] {
            let mixture = expectation_maximisation(sorted, &runs, family, count);
            // An edge is known twice as exactly as another parameter.
            let each = match family {
                Family::LogNormal | Family::Weibull => 3,
                Family::DoublePareto(_) => 4,
                Family::Uniform => 5,
            };
            let parameters = (each * runs.len() - 1) as f64;
            let score = likelihood(&mixture, sorted) - parameters / 2.0 * count.ln();
            fits.push((
                mixture.into_iter().flat_map(|component| uncertain(component, count)).collect(),
                score,
            ));
        }
    }
    let best = fits.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    fits.retain(|(_, score)| (score - best).exp() >= SHARE_MIN);
    let total: f64 = fits.iter().map(|(_, score)| (score - best).exp()).sum();
    fits.into_iter()
        .flat_map(|(mixture, score)| {
            let share = (score - best).exp() / total;
            mixture
                .into_iter()
                .map(move |component| MixtureComponent { weight: component.weight * share, ..component })
        })
        .collect()
}

/// A narrower and a wider component: few observations leave the scale uncertain, by its standard error.
fn uncertain(component: MixtureComponent, count: f64) -> [MixtureComponent; 2] {
    let error = match component.family {
        Family::Uniform => 0.0,
        _ => 1.0 / (2.0 * component.weight * count).max(2.0).sqrt(),
    };
    [-error, error].map(|error| MixtureComponent {
        sigma: component.sigma * error.exp(),
        weight: component.weight / 2.0,
        ..component
    })
}

/// A. P. Dempster, N. M. Laird, D. B. Rubin, "Maximum Likelihood from Incomplete Data via the EM Algorithm", 1977.
fn expectation_maximisation(
    sorted: &[Observation],
    runs: &[usize],
    family: Family,
    count: f64,
) -> Vec<MixtureComponent> {
    let mut from = 0;
    let mut mixture: Vec<MixtureComponent> = runs
        .iter()
        .filter_map(|to| {
            let run = sorted.get(from..*to)?;
            from = *to;
            let seen = run.iter().copied();
            Some(match family {
                Family::LogNormal => maximum_likelihood::log_normal(seen, count),
                Family::Weibull => maximum_likelihood::like_weibull(seen, count),
                Family::DoublePareto(_) => maximum_likelihood::double_pareto(seen, count),
                Family::Uniform => maximum_likelihood::uniform(run, count),
            })
        })
        .collect();
    let rounds = match family {
        // Runs do not overlap.
        Family::Uniform => 0,
        Family::LogNormal | Family::DoublePareto(_) if runs.len() == 1 => 0,
        _ => ROUNDS,
    };
    for _ in 0..rounds {
        let whole: Vec<f64> = sorted.iter().map(|seen| density(&mixture, seen.log)).collect();
        for component in &mut mixture {
            let old = *component;
            let shares = sorted.iter().zip(&whole).map(|(seen, whole)| Observation {
                count: seen.count * old.density(seen.log) / whole,
                ..*seen
            });
            *component = match family {
                Family::LogNormal => maximum_likelihood::log_normal(shares, count),
                Family::Weibull => maximum_likelihood::weibull(shares, count, old),
                Family::DoublePareto(_) => maximum_likelihood::double_pareto(shares, count),
                Family::Uniform => old,
            };
        }
    }
    mixture
}

fn density(mixture: &[MixtureComponent], log: f64) -> f64 {
    mixture.iter().map(|component| component.density(log)).sum::<f64>().max(f64::MIN_POSITIVE)
}

fn likelihood(mixture: &[MixtureComponent], seen: &[Observation]) -> f64 {
    seen.iter().map(|seen| seen.count * density(mixture, seen.log).ln()).sum()
}
