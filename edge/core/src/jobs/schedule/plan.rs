//! The polls that cost least.

use super::spacing::SPACING_MAX_MS;
use super::table::{AgeSpan, AgeTable, SurvivalPoint};

/// When to poll at any age, so that delay and polls together cost least, if a poll costs as much as a certain delay.
///
/// The costs after a poll do not depend on the polls before it. So the costs from each age on follow from those of later
/// ages: R. Bellman, "Dynamic Programming", 1957. R. E. Barlow, L. C. Hunter and F. Proschan, "Optimum
/// Checking Procedures", 1963, have the same optimum for a hazard that only rises. Where many polls fall into a span,
/// Keller's formula says what they cost.
#[derive(Debug)]
pub(super) struct Plan {
    table: AgeTable,
    poll_ms: f64,
    /// The latest first.
    steps: Vec<PlannedSpan>,
}

/// A span, and what delay and polls cost together after a poll at its start and after one at its end, as means over all
/// jobs in milliseconds.
#[derive(Debug)]
struct PlannedSpan {
    span: AgeSpan,
    cost_ms: f64,
    end_cost_ms: f64,
}

/// A next poll.
#[derive(Debug, Clone, Copy)]
struct PlannedPoll {
    age_ms: f64,
    /// The delay until then, and what that poll and those after it cost.
    cost_ms: f64,
}

/// From this many polls in a span on, Keller's formula says what they cost.
const DENSE: f64 = 1.0;
/// The most time between two polls, in milliseconds.
const SPACING_MAX: f64 = SPACING_MAX_MS as f64;
/// How many times the search within a span drops two fifths of the remaining interval.
const NARROWINGS: usize = 12;

impl Plan {
    /// The best polls if each costs as much as a delay of `poll_ms`, above 0.
    pub(super) fn of(table: &AgeTable, poll_ms: f64) -> Self {
        let steps = Vec::with_capacity(table.spans().len());
        let mut plan = Self { table: table.clone(), poll_ms, steps };
        let mut end_cost_ms = 0.0;
        for span in table.spans().iter().rev() {
            let cost_ms = plan.dense_cost_ms(span, end_cost_ms).unwrap_or_else(|| plan.sparse_cost_ms(span));
            plan.steps.push(PlannedSpan { span: *span, cost_ms, end_cost_ms });
            end_cost_ms = cost_ms;
        }
        plan
    }

    pub(super) fn table(&self) -> &AgeTable {
        &self.table
    }

    /// The cost of a poll, as a delay in milliseconds.
    pub(super) fn poll_ms(&self) -> f64 {
        self.poll_ms
    }

    /// The best age for the next poll after one at `age_ms`, in milliseconds. None is made after the table's last age.
    pub(super) fn next_poll_age(&self, age_ms: f64) -> f64 {
        let index = self.table.index(age_ms);
        let next = self.table.spans().get(index).and_then(|span| self.next(&span.at(age_ms), index));
        next.map_or(f64::INFINITY, |next| next.age_ms)
    }

    /// Of many polls in a span, each notices half a spacing late on average, and the first finds more jobs active than
    /// the last.
    fn dense_cost_ms(&self, span: &AgeSpan, end_cost_ms: f64) -> Option<f64> {
        let polls_per_ms = (span.hazard / (2.0 * self.poll_ms)).sqrt().max(1.0 / SPACING_MAX);
        let polls = polls_per_ms * (span.start.left_ms - span.end.left_ms);
        let ended = span.start.survival - span.end.survival;
        let is_dense = polls_per_ms * (span.end.ms - span.start.ms) >= DENSE;
        is_dense.then(|| self.poll_ms * (polls + ended / 2.0) + ended / (2.0 * polls_per_ms) + end_cost_ms)
    }

    fn sparse_cost_ms(&self, span: &AgeSpan) -> f64 {
        let next = self.next(&span.start, 0);
        self.poll_ms * span.start.survival + next.map_or(0.0, |next| next.cost_ms)
    }

    /// The best poll after one at an age, in the steps from one on.
    fn next(&self, from: &SurvivalPoint, first: usize) -> Option<PlannedPoll> {
        let mut least_ms = f64::INFINITY;
        let mut least = first;
        let latest_ms = from.ms + SPACING_MAX;
        for (index, step) in self.steps.iter().rev().enumerate().skip(first) {
            let delay_ms = from.delay_ms(&step.span.end);
            if delay_ms + step.end_cost_ms < least_ms {
                (least_ms, least) = (delay_ms + step.end_cost_ms, index);
            }
            if delay_ms > least_ms || step.span.end.ms > latest_ms {
                break;
            }
        }
        // The end of a step costs least, so that the best poll is in that step or the one after.
        let near =
            self.steps.iter().rev().skip(least).take(2).take_while(|step| step.span.start.ms < latest_ms);
        near.map(|step| step.next(from)).min_by(|one, other| one.cost_ms.total_cmp(&other.cost_ms))
    }
}

impl PlannedSpan {
    /// The best poll within the step.
    fn next(&self, from: &SurvivalPoint) -> PlannedPoll {
        let Self { span, .. } = self;
        let ended = span.start.survival - span.end.survival;
        let poll_at = |age_ms: f64| {
            let age = span.at(age_ms);
            let active =
                if ended > 0.0 { ((age.survival - span.end.survival) / ended).clamp(0.0, 1.0) } else { 0.0 };
            let cost_ms = self.end_cost_ms + (self.cost_ms - self.end_cost_ms) * active;
            PlannedPoll { age_ms, cost_ms: from.delay_ms(&age) + cost_ms }
        };
        let (mut low, mut high) = (span.start.ms.max(from.ms), span.end.ms.min(from.ms + SPACING_MAX));
        for _ in 0..NARROWINGS {
            let (lower, higher) = (poll_at(low + (high - low) * 0.4), poll_at(low + (high - low) * 0.6));
            if lower.cost_ms < higher.cost_ms {
                high = higher.age_ms;
            } else {
                low = lower.age_ms;
            }
        }
        poll_at(f64::midpoint(low, high))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The polls of a job up to the age that hardly any reaches.
    fn polls(plan: &Plan) -> Vec<f64> {
        let mut ages = vec![plan.next_poll_age(0.0)];
        while ages.last().is_some_and(|age| plan.table.survival(*age) > 1e-6 && *age < 4e9) {
            ages.push(plan.next_poll_age(ages[ages.len() - 1]));
        }
        ages
    }

    /// The cost of polls at these ages, and of the delays until them. Only jobs that the poll before found active get the next
    /// poll.
    fn cost_ms(plan: &Plan, polls: &[f64]) -> f64 {
        let age = |ms: f64| plan.table.spans()[plan.table.index(ms)].at(ms);
        let (mut from, mut sum) = (age(0.0), 0.0);
        for poll in polls {
            let to = age(*poll);
            sum += plan.poll_ms * from.survival + from.delay_ms(&to);
            from = to;
        }
        sum
    }

    fn constant_hazard(mean_ms: f64) -> AgeTable {
        AgeTable::of(|age_ms| (-age_ms / mean_ms).exp())
    }

    /// Half of all jobs end after about a minute, the others after ten.
    fn two_kinds() -> AgeTable {
        AgeTable::of(|age_ms| match age_ms {
            ..=50_000.0 => 1.0,
            ..=60_000.0 => 1.0 - 0.5 * (age_ms - 50_000.0) / 10_000.0,
            ..=600_000.0 => 0.5,
            ..=620_000.0 => 0.5 - 0.5 * (age_ms - 600_000.0) / 20_000.0,
            _ => 0.0,
        })
    }

    #[test]
    fn a_constant_hazard_is_polled_at_a_constant_interval() {
        let plan = Plan::of(&constant_hazard(150_000.0), 1_000.0);
        let spacing = |age_ms: f64| plan.next_poll_age(age_ms) - age_ms;
        let keller = (2.0 * 1_000.0 * 150_000.0_f64).sqrt();
        for age_ms in [0.0, 1_000.0, 50_000.0, 300_000.0, 900_000.0] {
            assert!((0.97..1.03).contains(&(spacing(age_ms) / keller)), "{age_ms}: {}", spacing(age_ms));
        }
    }

    #[test]
    fn no_poll_falls_between_two_kinds_of_jobs() {
        let polls = polls(&Plan::of(&two_kinds(), 1_000.0));
        assert!(polls[0] > 50_000.0, "{polls:?}");
        assert!(polls.iter().all(|age| !(63_000.0..582_000.0).contains(age)), "{polls:?}");
        assert!((3..=15).contains(&polls.len()), "{polls:?}");
    }

    fn tables() -> impl Strategy<Value = AgeTable> {
        let log_logistic = |median_ms: f64, shape: f64| {
            AgeTable::of(|age_ms| 1.0 / (1.0 + (age_ms / median_ms).powf(shape)))
        };
        prop_oneof![
            (1e3f64..1e8, 0.3f64..8.0).prop_map(move |(median_ms, shape)| log_logistic(median_ms, shape)),
            (1e3f64..1e7).prop_map(constant_hazard),
            Just(two_kinds()),
            Just(log_logistic(1_000.0, 0.3)),
        ]
    }

    proptest! {
        #[test]
        fn the_next_poll_is_later_and_hardly_earlier_if_polls_cost_more(
            table in tables(), age_ms in 0f64..1e9, poll_ms in 1f64..1e8, times in 1f64..100.0
        ) {
            let next = Plan::of(&table, poll_ms).next_poll_age(age_ms);
            prop_assert!(next.is_finite() && next > age_ms, "{}", next);
            let later = Plan::of(&table, poll_ms * times).next_poll_age(age_ms);
            prop_assert!(later >= next - 1e-3 * next, "{} {}", next, later);
        }

        #[test]
        fn no_other_polls_cost_less(
            table in tables(), poll_ms in 10f64..1e6, times in 0.01f64..100.0, interval in 0.01f64..10.0,
            moves in prop::collection::vec(-1f64..2.0, 64)
        ) {
            let plan = Plan::of(&table, poll_ms);
            let best = polls(&plan);
            let best_ms = cost_ms(&plan, &best);
            let cheaper = polls(&Plan::of(&table, poll_ms * times));
            prop_assert!(best_ms <= 1.01 * cost_ms(&plan, &cheaper), "polls that would cost {} times as much", times);
            // Each of the first polls moved within its neighbours, left out, or made twice.
            let mut moved = Vec::new();
            for (index, poll) in best.iter().enumerate() {
                let (before, after) = (if index > 0 { best[index - 1] } else { 0.0 }, best.get(index + 1).copied());
                match (moves.get(index), after) {
                    (Some(way), Some(after)) if *way < 0.0 => moved.push(poll + (after - poll) * -way * 0.5),
                    (Some(way), Some(_)) if *way < 1.0 => moved.push(poll - (poll - before) * way * 0.5),
                    (Some(way), Some(after)) if *way < 1.5 => moved.extend([*poll, f64::midpoint(*poll, after)]),
                    (Some(_), Some(_)) => {}
                    _ => moved.push(*poll),
                }
            }
            let is_possible = moved.first().is_none_or(|first| *first <= SPACING_MAX)
                && moved.windows(2).all(|pair| pair[1] - pair[0] <= SPACING_MAX);
            prop_assert!(!is_possible || best_ms <= 1.01 * cost_ms(&plan, &moved), "{:?} instead of {:?}", moved, best);
            let interval_ms = (table.demand().life_ms * interval).min(SPACING_MAX);
            let mut fixed: Vec<f64> = (1..2_000).map(|n| f64::from(n) * interval_ms).filter(|age| *age < 4e9).collect();
            let last = fixed.last().copied().unwrap_or(0.0);
            fixed.extend(best.iter().filter(|age| **age > last));
            prop_assert!(best_ms <= 1.01 * cost_ms(&plan, &fixed), "every {} ms", interval_ms);
        }
    }
}
