//! Families of shapes that durations can have, and shapes drawn from them.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statrs::distribution::{ContinuousCDF, Exp, Gamma, LogNormal, Pareto, Uniform, Weibull};

use crate::shape::{Part, Shape};

/// A kind of shape whose numbers are drawn at random.
#[derive(Clone, Copy)]
pub enum Family {
    Exponential,
    Weibull,
    Gamma,
    LogNormal,
    Pareto,
    HeavyTail,
    TwoClumps,
    ThreeClumps,
    Uniform,
}

impl Family {
    pub const ALL: [Self; 9] = [
        Self::Exponential,
        Self::Weibull,
        Self::Gamma,
        Self::LogNormal,
        Self::Pareto,
        Self::HeavyTail,
        Self::TwoClumps,
        Self::ThreeClumps,
        Self::Uniform,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Exponential => "exponential",
            Self::Weibull => "Weibull",
            Self::Gamma => "Gamma",
            Self::LogNormal => "log-normal",
            Self::Pareto => "Pareto",
            Self::HeavyTail => "log-normal, heavy tail",
            Self::TwoClumps => "two clumps",
            Self::ThreeClumps => "three clumps",
            Self::Uniform => "uniform",
        }
    }

    /// The `number`th shape of a seed. A typical job of it takes half a minute to a quarter of an hour.
    pub fn draw(self, seed: u64, number: u64) -> Shape {
        let mut rng = StdRng::seed_from_u64(seed.wrapping_add(number << 8 | self as u64));
        let scale_ms = between(&mut rng, 30e3, 900e3);
        let mut one = |low, high| between(&mut rng, low, high);
        match self {
            Self::Exponential => {
                Shape::of(format!("mean {}", s(scale_ms)), vec![part(1.0, Exp::new(1.0 / scale_ms))])
            }
            Self::Weibull => {
                let shape = one(0.6, 3.0);
                let name = format!("shape {shape:.2}, scale {}", s(scale_ms));
                Shape::of(name, vec![part(1.0, Weibull::new(shape, scale_ms))])
            }
            Self::Gamma => {
                let shape = one(0.6, 6.0);
                let name = format!("shape {shape:.2}, mean {}", s(scale_ms));
                Shape::of(name, vec![part(1.0, Gamma::new(shape, shape / scale_ms))])
            }
            Self::LogNormal => {
                let sigma = one(0.3, 1.3);
                let name = format!("median {}, sigma {sigma:.2}", s(scale_ms));
                Shape::of(name, vec![log_normal(1.0, scale_ms, sigma)])
            }
            Self::Pareto => {
                let shape = one(1.2, 3.0);
                let name = format!("shape {shape:.2}, from {}", s(scale_ms));
                Shape::of(name, vec![part(1.0, Pareto::new(scale_ms, shape))])
            }
            Self::HeavyTail => {
                let (share, sigma, times) = (one(0.05, 0.2), one(0.3, 0.8), one(5.0, 20.0));
                let name = format!("median {}, {share:.2} of {times:.0} times that", s(scale_ms));
                let tail = log_normal(share, scale_ms * times, 1.0);
                Shape::of(name, vec![log_normal(1.0 - share, scale_ms, sigma), tail])
            }
            Self::TwoClumps => {
                let share = one(0.2, 0.8);
                let times = one(3.0, 20.0);
                let (low, high) = (one(0.1, 0.4), one(0.1, 0.4));
                let name = format!("{share:.2} of {}, the rest {times:.1} times that", s(scale_ms));
                let parts =
                    vec![log_normal(share, scale_ms, low), log_normal(1.0 - share, scale_ms * times, high)];
                Shape::of(name, parts)
            }
            Self::ThreeClumps => {
                let weights = [one(1.0, 3.0), one(1.0, 3.0), one(1.0, 3.0)];
                let whole: f64 = weights.iter().sum();
                let times = [1.0, one(2.5, 8.0), one(2.5, 8.0)];
                let medians = [scale_ms, scale_ms * times[1], scale_ms * times[1] * times[2]];
                let name = format!(
                    "{:.2} of {}, {:.2} of {}, the rest {}",
                    weights[0] / whole,
                    s(medians[0]),
                    weights[1] / whole,
                    s(medians[1]),
                    s(medians[2])
                );
                let clump = |n: usize, sigma| log_normal(weights[n] / whole, medians[n], sigma);
                Shape::of(
                    name,
                    vec![clump(0, one(0.1, 0.4)), clump(1, one(0.1, 0.4)), clump(2, one(0.1, 0.4))],
                )
            }
            Self::Uniform => {
                let least = one(0.01, 0.7);
                let name = format!("{} to {}", s(scale_ms * least), s(scale_ms));
                Shape::of(name, vec![part(1.0, Uniform::new(scale_ms * least, scale_ms))])
            }
        }
    }
}

/// Any factor between `low` and `high` is equally likely.
fn between(rng: &mut StdRng, low: f64, high: f64) -> f64 {
    low * (high / low).powf(rng.random())
}

fn s(ms: f64) -> String {
    format!("{:.0} s", ms / 1e3)
}

fn log_normal(weight: f64, median_ms: f64, sigma: f64) -> Part {
    part(weight, LogNormal::new(median_ms.ln(), sigma))
}

fn part<D, E>(weight: f64, distribution: Result<D, E>) -> Part
where
    D: ContinuousCDF<f64, f64> + 'static,
    E: std::fmt::Debug,
{
    let distribution = distribution.expect("drawn numbers are valid");
    (weight, Box::new(move |age_ms| distribution.sf(age_ms)))
}
