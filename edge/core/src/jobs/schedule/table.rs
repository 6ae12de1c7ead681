//! How long jobs take, as a table over ages.

use std::rc::Rc;

/// The share of jobs that is still active at each age, and what follows from it for polls. A poll asks it more often than a
/// distribution itself could answer in time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AgeTable {
    cells: Rc<[AgeSpan]>,
    demand: Demand,
}

/// A span of ages over which the hazard is taken as constant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AgeSpan {
    /// Its first age in milliseconds.
    age_ms: f64,
    /// Probability of taking longer than that.
    survival: f64,
    /// Probability per millisecond of ending, for a job that has got that far.
    hazard: f64,
    /// ∫ S dt from its first age on, in milliseconds: the time that a job is still active.
    left_ms: f64,
    /// ∫ √(h/2)·S dt from its first age on: the polls of a job, if one costs as much as a millisecond of delay.
    polls: f64,
}

impl AgeSpan {
    /// Probability of taking longer than an age within the cell.
    fn survival_at(&self, age_ms: f64) -> f64 {
        self.survival * (-self.hazard * (age_ms - self.age_ms)).exp()
    }

    /// ∫ S dt from its first age to another one within the cell, in milliseconds.
    fn active_ms(&self, age_ms: f64) -> f64 {
        let ended = self.hazard * (age_ms - self.age_ms);
        if ended < 1e-6 {
            return self.survival * (age_ms - self.age_ms);
        }
        self.survival * -(-ended).exp_m1() / self.hazard
    }
}

/// The polls of one job, up to the age that one in a thousand jobs reaches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Demand {
    /// ∫ √(h/2)·S dt: the number of polls if one costs as much as a millisecond of delay.
    pub(super) polls_at_unit_cost: f64,
    /// ∫ S dt, in milliseconds.
    pub(super) life_ms: f64,
}

/// The end of the first cell. No poll comes earlier.
const FIRST_MS: f64 = 1_000.0;
/// Cells for each factor of e in age.
const CELLS: f64 = 32.0;
/// The end of the last cell: 49 days.
const LAST_MS: f64 = u32::MAX as f64;
/// The most that the hazard of a cell takes from those who reach it, as the logarithm of their share: all of them end there if
/// they end at a constant rate until its last moment.
const CELL_MAX: f64 = 4.0;
/// What the jobs that last longest take says little about the polls that the others need.
const DEMAND_SURVIVAL: f64 = 1e-3;

impl AgeTable {
    /// The table of a distribution: the probability of taking longer than an age in milliseconds.
    pub(super) fn of(survival: impl Fn(f64) -> f64) -> Self {
        let mut cells: Vec<AgeSpan> = Vec::new();
        let mut cell = AgeSpan { age_ms: 0.0, survival: 1.0, hazard: 0.0, left_ms: 0.0, polls: 0.0 };
        let mut end_ms = FIRST_MS;
        let growth = (1.0 / CELLS).exp();
        while cell.age_ms < LAST_MS {
            let span_ms = end_ms - cell.age_ms;
            let left = survival(end_ms).clamp(0.0, cell.survival);
            let ended = if left > 0.0 { (cell.survival / left).ln().min(CELL_MAX) } else { CELL_MAX };
            cell.hazard = if cell.survival > 0.0 { ended / span_ms } else { 1.0 / end_ms };
            cells.push(cell);
            cell = AgeSpan { age_ms: end_ms, survival: left, ..cell };
            end_ms *= growth;
        }
        let (mut left_ms, mut polls, mut end_ms) = (0.0, 0.0, LAST_MS);
        let mut demand = Demand::default();
        for cell in cells.iter_mut().rev() {
            let active_ms = cell.active_ms(end_ms);
            left_ms += active_ms;
            polls += (cell.hazard / 2.0).sqrt() * active_ms;
            (cell.left_ms, cell.polls, end_ms) = (left_ms, polls, cell.age_ms);
            if cell.survival > DEMAND_SURVIVAL {
                demand.polls_at_unit_cost += (cell.hazard / 2.0).sqrt() * active_ms;
                demand.life_ms += active_ms;
            }
        }
        Self { cells: cells.into(), demand }
    }

    pub(super) fn demand(&self) -> Demand {
        self.demand
    }

    fn cell(&self, age_ms: f64) -> AgeSpan {
        let next = self.cells.partition_point(|cell| cell.age_ms <= age_ms);
        let none = AgeSpan { age_ms: 0.0, survival: 1.0, hazard: 0.0, left_ms: 0.0, polls: 0.0 };
        self.cells.get(next.saturating_sub(1)).copied().unwrap_or(none)
    }

    /// Probability that a job takes longer than `age_ms`.
    pub(super) fn survival(&self, age_ms: f64) -> f64 {
        let age_ms = age_ms.max(0.0);
        self.cell(age_ms).survival_at(age_ms)
    }

    /// Probability density, per millisecond, of ending at `age_ms` for a job that has got that far.
    pub(super) fn hazard(&self, age_ms: f64) -> f64 {
        self.cell(age_ms.max(0.0)).hazard
    }

    /// When to poll after `age_ms`, if a poll costs as much as a delay of `cost_ms`: the age at which the delay up to there and
    /// the polls and delays after it cost least.
    ///
    /// Those after an age x cost ∫ √(2ch)·S dt with Keller's spacing, and c·S(x)/2 more because polls are whole, but never less
    /// than one poll of every job.
    pub(super) fn next_poll_age(&self, age_ms: f64, cost_ms: f64) -> f64 {
        let here = self.cell(age_ms);
        let survival = here.survival_at(age_ms);
        let left_ms = here.left_ms - here.active_ms(age_ms);
        let cost = |cell: &AgeSpan, to_ms: f64| {
            let active_ms = cell.active_ms(to_ms);
            let left = cell.survival_at(to_ms);
            // ∫ (to - t) f dt by parts.
            let delay_ms = survival * (to_ms - age_ms) - (left_ms - (cell.left_ms - active_ms));
            let later_polls = cell.polls - (cell.hazard / 2.0).sqrt() * active_ms;
            let later = (2.0 * cost_ms.sqrt() * later_polls + cost_ms / 2.0 * left).max(cost_ms * left);
            delay_ms + later
        };
        let first = self.cells.partition_point(|cell| cell.age_ms <= age_ms).saturating_sub(1);
        let mut best = (f64::INFINITY, 0);
        for (index, pair) in self.cells.windows(2).enumerate().skip(first) {
            let [cell, next] = pair else { break };
            let cost = cost(cell, next.age_ms);
            if cost < best.0 {
                best = (cost, index);
            }
            if survival * (next.age_ms - age_ms) - left_ms > best.0 {
                break;
            }
        }
        // The least cost is in the cell before or after.
        let near = [best.1, best.1 + 1].map(|index| {
            let Some(cell) = self.cells.get(index) else { return (f64::INFINITY, f64::INFINITY) };
            let end_ms = self.cells.get(index + 1).map_or(LAST_MS, |cell| cell.age_ms);
            let (mut low, mut high) = (cell.age_ms.max(age_ms), end_ms);
            for _ in 0..24 {
                let (one, other) = (low + (high - low) * 0.4, low + (high - low) * 0.6);
                if cost(cell, one) < cost(cell, other) { high = other } else { low = one }
            }
            (cost(cell, low), low)
        });
        if near[0].0 < near[1].0 { near[0].1 } else { near[1].1 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_constant_hazard_is_polled_at_a_constant_interval() {
        let table = AgeTable::of(|age_ms| (-age_ms / 150_000.0).exp());
        let spacing = |age_ms: f64| table.next_poll_age(age_ms, 1_000.0) - age_ms;
        let keller = (2.0 * 1_000.0 * 150_000.0_f64).sqrt();
        for age_ms in [0.0, 1_000.0, 50_000.0, 300_000.0, 900_000.0] {
            assert!((0.97..1.03).contains(&(spacing(age_ms) / keller)), "{age_ms}: {}", spacing(age_ms));
        }
    }

    #[test]
    fn no_poll_falls_between_two_kinds_of_jobs() {
        let table = AgeTable::of(|age_ms| match age_ms {
            ..=50_000.0 => 1.0,
            ..=60_000.0 => 1.0 - 0.5 * (age_ms - 50_000.0) / 10_000.0,
            ..=600_000.0 => 0.5,
            ..=620_000.0 => 0.5 - 0.5 * (age_ms - 600_000.0) / 20_000.0,
            _ => 0.0,
        });
        let mut ages = vec![0.0];
        while ages.last().is_some_and(|age| *age < 620_000.0) {
            ages.push(table.next_poll_age(ages[ages.len() - 1], 1_000.0));
        }
        assert!(ages[1] > 50_000.0, "{ages:?}");
        assert!(ages.iter().all(|age| !(63_000.0..582_000.0).contains(age)), "{ages:?}");
        assert!((4..=16).contains(&ages.len()), "{ages:?}");
    }

    proptest! {
        #[test]
        fn the_next_poll_is_later_and_no_earlier_if_polls_cost_more(
            age_ms in 0f64..1e9, cost_ms in 1f64..1e8, times in 1f64..100.0, median_ms in 1e3f64..1e8, shape in 0.3f64..8.0
        ) {
            let table = AgeTable::of(|age_ms| 1.0 / (1.0 + (age_ms / median_ms).powf(shape)));
            let next = table.next_poll_age(age_ms, cost_ms);
            prop_assert!(next.is_finite() && next > age_ms, "{}", next);
            let later = table.next_poll_age(age_ms, cost_ms * times);
            prop_assert!(later >= next - 1e-3 * next, "{} {}", next, later);
        }
    }
}
