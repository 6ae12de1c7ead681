//! The exact optimum for a known distribution, by dynamic programming over a grid of moments.
//!
//! R. E. Barlow, L. C. Hunter, F. Proschan, "Optimum Checking Procedures", Journal of the SIAM 11, 1963: the
//! polls that make the mean of delay and cost together least.

use crate::shape::Shape;

/// Moments at which a poll is possible.
const MOMENTS: usize = 1_000;
/// The first of them, in milliseconds; they grow by equal factors from there.
const FIRST_MS: f64 = 1_000.0;
/// The least time between two polls, as a time and as a part of the age, and the most: schedules keep to them as well.
const SPACING_MIN_MS: f64 = 1_000.0;
const SPACING_OF_AGE: f64 = 150.0;
const SPACING_MAX_MS: f64 = 30.0 * 60_000.0;
/// The share of jobs that are still active at the last of them.
const SURVIVAL_LEFT: f64 = 1e-5;

/// A distribution, tabulated.
pub struct Table {
    at_ms: Vec<f64>,
    /// Probability of having ended.
    ended: Vec<f64>,
    /// Its integral from 0.
    integral: Vec<f64>,
}

impl Table {
    pub fn of(shape: &Shape) -> Self {
        let mut last_ms = FIRST_MS;
        while shape.survival(last_ms) > SURVIVAL_LEFT {
            last_ms *= 1.1;
        }
        let growth = (last_ms / FIRST_MS).powf(1.0 / (MOMENTS - 2) as f64);
        let mut table = Self { at_ms: vec![0.0], ended: vec![0.0], integral: vec![0.0] };
        let mut at_ms = FIRST_MS;
        for n in 1..MOMENTS {
            let ended = 1.0 - shape.survival(at_ms);
            let step = (at_ms - table.at_ms[n - 1]) * f64::midpoint(ended, table.ended[n - 1]);
            table.integral.push(table.integral[n - 1] + step);
            table.at_ms.push(at_ms);
            table.ended.push(ended);
            at_ms *= growth;
        }
        table
    }

    /// When to poll, in milliseconds of a job's age, if a poll costs as much as a delay of `cost_ms`.
    pub fn polls(&self, cost_ms: f64) -> Vec<i64> {
        let mut least = vec![0.0; MOMENTS];
        let mut next = vec![MOMENTS - 1; MOMENTS];
        for from in (0..MOMENTS - 1).rev() {
            least[from] = f64::INFINITY;
            for to in from + 1..MOMENTS {
                let gap_ms = self.at_ms[to] - self.at_ms[from];
                if gap_ms < f64::max(SPACING_MIN_MS, self.at_ms[from] / SPACING_OF_AGE) && to < MOMENTS - 1 {
                    continue;
                }
                if least[from] < f64::INFINITY && gap_ms > SPACING_MAX_MS {
                    break;
                }
                // ∫ (to - x) f(x) dx by parts, and one poll for every job that is still active.
                let delay = self.integral[to]
                    - self.integral[from]
                    - self.ended[from] * (self.at_ms[to] - self.at_ms[from]);
                let whole = cost_ms * (1.0 - self.ended[from]) + delay + least[to];
                if whole < least[from] {
                    least[from] = whole;
                    next[from] = to;
                }
            }
        }
        let mut polls = Vec::new();
        let mut at = 0;
        while at < MOMENTS - 1 {
            at = next[at];
            polls.push(self.at_ms[at] as i64);
        }
        polls
    }
}
