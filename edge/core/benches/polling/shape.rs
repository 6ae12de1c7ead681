//! A distribution of durations, and durations drawn from it.

use docket_core::jobs::schedule::Durations;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A weight, and the probability of taking longer than an age in milliseconds.
pub type Part = (f64, Box<dyn Fn(f64) -> f64>);

/// Equally likely durations that stand for a distribution.
const QUANTILES: usize = 4_000;
/// Steps of the search for them for each factor of e.
const STEPS: f64 = 400.0;

pub struct Shape {
    pub name: String,
    parts: Vec<Part>,
    /// In milliseconds, in order.
    quantiles: Vec<i64>,
}

impl Shape {
    pub fn of(name: String, parts: Vec<Part>) -> Self {
        let mut shape = Self { name, parts, quantiles: Vec::with_capacity(QUANTILES) };
        let growth = (1.0 / STEPS).exp();
        let (mut low, mut ended) = (0.0, 0.0);
        let mut high = 100.0;
        while shape.quantiles.len() < QUANTILES {
            let ended_high = 1.0 - shape.survival(high);
            let share = |count: usize| (count as f64 + 0.5) / QUANTILES as f64;
            while shape.quantiles.len() < QUANTILES && share(shape.quantiles.len()) <= ended_high {
                let within = (share(shape.quantiles.len()) - ended) / (ended_high - ended);
                shape.quantiles.push((low + within * (high - low)).max(1.0) as i64);
            }
            (low, ended) = (high, ended_high);
            high *= growth;
        }
        shape
    }

    pub fn survival(&self, age_ms: f64) -> f64 {
        self.parts.iter().map(|(weight, survival)| weight * survival(age_ms)).sum()
    }

    /// The known distribution.
    pub fn known(&self) -> Durations {
        Durations::known(|age_ms| self.survival(age_ms))
    }

    /// All durations equally likely, in order.
    pub fn durations(&self) -> &[i64] {
        &self.quantiles
    }

    /// `count` durations in milliseconds, the same for the same seed.
    pub fn draw(&self, count: usize, seed: u64) -> Vec<i64> {
        let mut rng = StdRng::seed_from_u64(seed);
        (0..count).map(|_| self.quantiles[rng.random_range(0..QUANTILES)]).collect()
    }
}
