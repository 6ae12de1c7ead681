//! Fitting mixtures to observations.

use super::likeliest::{self, Observation};
use super::part::{Form, Part};
use super::runs::likeliest_runs;

/// Rounds of expectation and maximisation: from runs that are likely, few are needed.
const ROUNDS: usize = 12;
/// The most parts of a mixture: three kinds of work and a tail.
const PARTS_MAX: usize = 4;
/// Mixtures whose share of the average is smaller are left out, which saves time.
const SHARE_MIN: f64 = 2e-3;
/// How much likelier than any other mixture a constant hazard is before any observation, as a logarithm: a schedule that takes
/// chance for a shape is behind a fixed interval.
const CONSTANT_PRIOR: f64 = 3.0;

/// Mixtures of each form, with one part up to [`PARTS_MAX`], and a constant hazard, averaged by how well each explains the
/// observations for the number of its parameters (exp(-BIC / 2): G. Schwarz, "Estimating the Dimension of a Model", Annals
/// of Statistics, 1978). Averaging keeps a broad fit where there are too few observations to tell two kinds of jobs apart.
/// Weights add up to 1.
pub(super) fn averaged(sorted: &[Observation]) -> Vec<Part> {
    let count: f64 = sorted.iter().map(|seen| seen.count).sum();
    let constant = vec![likeliest::exponential(sorted, count)];
    let score = likelihood(&constant, sorted) - count.ln() / 2.0 + CONSTANT_PRIOR;
    let mut fits = vec![(constant, score)];
    for runs in likeliest_runs(sorted, PARTS_MAX) {
        for form in [Form::LogNormal, Form::Weibull, Form::DoublePareto(0.0), Form::Uniform] {
            let mixture = expectation_maximisation(sorted, &runs, form, count);
            // An edge is known twice as exactly as another parameter.
            let each = match form {
                Form::LogNormal | Form::Weibull => 3,
                Form::DoublePareto(_) => 4,
                Form::Uniform => 5,
            };
            let parameters = (each * runs.len() - 1) as f64;
            let score = likelihood(&mixture, sorted) - parameters / 2.0 * count.ln();
            fits.push((mixture.into_iter().flat_map(|part| uncertain(part, count)).collect(), score));
        }
    }
    let best = fits.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    fits.retain(|(_, score)| (score - best).exp() >= SHARE_MIN);
    let total: f64 = fits.iter().map(|(_, score)| (score - best).exp()).sum();
    fits.into_iter()
        .flat_map(|(mixture, score)| {
            let share = (score - best).exp() / total;
            mixture.into_iter().map(move |part| Part { weight: part.weight * share, ..part })
        })
        .collect()
}

/// A narrower and a wider part: few observations leave the scale uncertain, by its standard error.
fn uncertain(part: Part, count: f64) -> [Part; 2] {
    let error = match part.form {
        Form::Uniform => 0.0,
        _ => 1.0 / (2.0 * part.weight * count).max(2.0).sqrt(),
    };
    [-error, error].map(|error| Part { sigma: part.sigma * error.exp(), weight: part.weight / 2.0, ..part })
}

/// A. P. Dempster, N. M. Laird, D. B. Rubin, "Maximum Likelihood from Incomplete Data via the EM Algorithm", 1977.
fn expectation_maximisation(sorted: &[Observation], runs: &[usize], form: Form, count: f64) -> Vec<Part> {
    let mut from = 0;
    let mut mixture: Vec<Part> = runs
        .iter()
        .filter_map(|to| {
            let run = sorted.get(from..*to)?;
            from = *to;
            let seen = run.iter().copied();
            Some(match form {
                Form::LogNormal => likeliest::log_normal(seen, count),
                Form::Weibull => likeliest::like_weibull(seen, count),
                Form::DoublePareto(_) => likeliest::double_pareto(seen, count),
                Form::Uniform => likeliest::uniform(run, count),
            })
        })
        .collect();
    let rounds = match form {
        // Runs do not overlap.
        Form::Uniform => 0,
        Form::LogNormal | Form::DoublePareto(_) if runs.len() == 1 => 0,
        _ => ROUNDS,
    };
    for _ in 0..rounds {
        let whole: Vec<f64> = sorted.iter().map(|seen| density(&mixture, seen.log)).collect();
        for part in &mut mixture {
            let old = *part;
            let shares = sorted.iter().zip(&whole).map(|(seen, whole)| Observation {
                count: seen.count * old.density(seen.log) / whole,
                ..*seen
            });
            *part = match form {
                Form::LogNormal => likeliest::log_normal(shares, count),
                Form::Weibull => likeliest::weibull(shares, count, old),
                Form::DoublePareto(_) => likeliest::double_pareto(shares, count),
                Form::Uniform => old,
            };
        }
    }
    mixture
}

fn density(mixture: &[Part], log: f64) -> f64 {
    mixture.iter().map(|part| part.density(log)).sum::<f64>().max(f64::MIN_POSITIVE)
}

fn likelihood(mixture: &[Part], seen: &[Observation]) -> f64 {
    seen.iter().map(|seen| seen.count * density(mixture, seen.log).ln()).sum()
}
