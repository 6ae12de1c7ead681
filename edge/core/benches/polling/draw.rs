//! Durations to draw from.

use docket_core::jobs::schedule::Durations;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

/// A kind of work, by how long it takes.
pub struct Kind {
    pub name: &'static str,
    /// `(weight, median in ms, sigma)` of each log-normal part.
    parts: Vec<(f64, f64, f64)>,
}

impl Kind {
    pub fn all() -> Vec<Self> {
        let kind = |name, parts: &[(f64, f64, f64)]| Self { name, parts: parts.to_vec() };
        vec![
            kind("log-normal, 30 s, sigma 0.5", &[(1.0, 30e3, 0.5)]),
            kind("log-normal, 150 s, sigma 0.4", &[(1.0, 150e3, 0.4)]),
            kind("log-normal, 150 s, sigma 0.8", &[(1.0, 150e3, 0.8)]),
            kind("log-normal, 150 s, sigma 1.2", &[(1.0, 150e3, 1.2)]),
            kind("log-normal, 900 s, sigma 0.8", &[(1.0, 900e3, 0.8)]),
            kind("two kinds, 40 s and 600 s", &[(0.6, 40e3, 0.3), (0.4, 600e3, 0.3)]),
            kind("heavy tail, 120 s and 1800 s", &[(0.85, 120e3, 0.6), (0.15, 1_800e3, 1.0)]),
        ]
    }

    /// The known distribution.
    pub fn known(&self) -> Durations {
        Durations::mixture(&self.parts)
    }

    /// `count` durations in milliseconds, the same for the same seed.
    pub fn draw(&self, count: usize, seed: u64) -> Vec<i64> {
        let mut rng = StdRng::seed_from_u64(seed);
        (0..count).map(|_| self.one(&mut rng)).collect()
    }

    fn one(&self, rng: &mut StdRng) -> i64 {
        let mut share: f64 = rng.random();
        let (_, median_ms, sigma) = self
            .parts
            .iter()
            .find(|(weight, ..)| {
                share -= weight;
                share <= 0.0
            })
            .unwrap_or(&self.parts[0]);
        let z: f64 = StandardNormal.sample(rng);
        (median_ms * (sigma * z).exp()).max(1.0) as i64
    }
}
