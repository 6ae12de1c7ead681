//! What a poll costs under the current load.

use std::rc::Rc;

use docket_wire::{HOUR_MS, UnixMs};

use super::plan::Plan;
use super::table::Demand;
use super::{Audience, Durations, PollingLoad, Schedule};

/// The cost of a poll while a console is open, as a delay.
const POLL_COST_VIEWED_MS: f64 = 250.0;
/// The cost of a poll while no console is open, as a delay.
const POLL_COST_UNVIEWED_MS: f64 = 1_000.0;
/// Share of the polls left that schedules use. The rest is for jobs that start in the meantime.
const BUDGET_SHARE: f64 = 0.6;
/// After this many lives of a job, a scarce poll costs half as much if polls are scarce no more.
const HALVING_LIVES: f64 = 20.0;
/// Costs for each factor of e. They are rounded to these, because a plan is expensive to make, and plans of nearby costs
/// hardly differ.
const COSTS: f64 = 8.0;

/// The cost of polls while they are scarce. It rises at once and falls slowly. Otherwise the last jobs of a crowd would get more
/// polls than the first ones, although a poll of any of them is worth the same.
///
/// It is in memory only: a new instance derives the cost from the load alone.
#[derive(Debug, Clone, Default)]
pub struct Price {
    scarcity_ms: f64,
    at: UnixMs,
    plan: Option<Rc<Plan>>,
}

impl Price {
    /// The schedule for a load: denser while a console is open, and never denser than the budget allows.
    ///
    /// A job takes ∫ √(h/2c)·S dt polls over a life of ∫ S dt. The cost c is raised until the polls of all jobs
    /// within the hour fit into those left. All jobs share them equally.
    pub fn schedule(&mut self, durations: &Durations, load: PollingLoad, now: UnixMs) -> Schedule {
        let cost_ms = self.poll_ms(durations, load, now);
        let jobs_per_poll = f64::from(load.jobs) / f64::from(load.polls_left.max(1));
        Schedule { plan: self.plan_at(durations, cost_ms), jobs_per_poll }
    }

    /// The cost of a poll, as a delay in milliseconds.
    fn poll_ms(&mut self, durations: &Durations, load: PollingLoad, now: UnixMs) -> f64 {
        let wanted_ms = match load.audience {
            Audience::Viewers => POLL_COST_VIEWED_MS,
            Audience::Nobody => POLL_COST_UNVIEWED_MS,
        };
        let Demand { polls_at_unit_cost, life_ms } = durations.table().demand();
        let life_ms = f64::max(life_ms, 1.0);
        let within_the_hour = polls_at_unit_cost * (HOUR_MS as f64 / life_ms).min(1.0);
        let affordable = f64::from(load.polls_left.max(1)) * BUDGET_SHARE;
        let needed_ms = (f64::from(load.jobs) * within_the_hour / affordable).powi(2);
        let elapsed_ms = now.since_ms(self.at).max(0) as f64;
        let remembered_ms = self.scarcity_ms * (-elapsed_ms / (HALVING_LIVES * life_ms)).exp2();
        self.scarcity_ms = needed_ms.max(remembered_ms);
        self.at = now;
        // Rounded up, so that polls stay within the budget.
        let steps = ((self.scarcity_ms / wanted_ms).max(1.0).ln() * COSTS).ceil();
        wanted_ms * (steps / COSTS).exp()
    }

    /// The plan of the last schedule, if it had the same durations and cost.
    fn plan_at(&mut self, durations: &Durations, cost_ms: f64) -> Rc<Plan> {
        let is_same = |plan: &Rc<Plan>| {
            plan.table().is_same_table(durations.table()) && plan.poll_ms().total_cmp(&cost_ms).is_eq()
        };
        let plan = self.plan.take().filter(is_same);
        let plan = plan.unwrap_or_else(|| Rc::new(Plan::of(durations.table(), cost_ms)));
        Rc::clone(self.plan.insert(plan))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cost_ms(price: &mut Price, jobs: u32, polls_left: u32, at_ms: i64) -> f64 {
        let load = PollingLoad { jobs, polls_left, audience: Audience::Viewers };
        price.poll_ms(&Durations::prior(150_000), load, UnixMs(at_ms))
    }

    #[test]
    fn polls_cost_as_much_for_the_last_jobs_of_a_crowd_and_less_much_later() {
        let price = &mut Price::default();
        let crowd = cost_ms(price, 1_000, 3_600, 0);
        let last = cost_ms(price, 10, 2_000, 600_000);
        assert!((0.7 * crowd..=crowd).contains(&last), "{crowd} {last}");
        let more = cost_ms(price, 2_000, 2_000, 700_000);
        assert!(more > 2.0 * crowd, "a larger crowd is noticed at once: {more}");
        assert_eq!(cost_ms(price, 1, 3_600, 86_400_000), POLL_COST_VIEWED_MS);
    }

    #[test]
    fn a_plan_is_made_again_only_for_another_cost_or_other_durations() {
        let price = &mut Price::default();
        let (one, other) = (Durations::prior(150_000), Durations::prior(60_000));
        let mut plan = |durations, jobs| {
            price
                .schedule(
                    durations,
                    PollingLoad { jobs, polls_left: 3_600, audience: Audience::Viewers },
                    UnixMs(0),
                )
                .plan
        };
        let first = plan(&one, 1);
        assert!(Rc::ptr_eq(&first, &plan(&one, 2)));
        assert!(!Rc::ptr_eq(&first, &plan(&one, 1_000)));
        assert!(!plan(&other, 1_000).table().is_same_table(one.table()));
    }

    proptest! {
        #[test]
        fn more_jobs_or_fewer_polls_never_make_a_poll_cheaper(
            loads in prop::collection::vec((0u32..10_000, 0u32..5_000), 1..20),
            more in 0u32..1_000, fewer in 0u32..1_000, step_ms in -1_000i64..10_000_000
        ) {
            let (mut one, mut other) = (Price::default(), Price::default());
            for (index, (jobs, polls)) in loads.iter().enumerate() {
                let at_ms = step_ms.saturating_mul(index as i64);
                let cheaper = cost_ms(&mut one, *jobs, *polls, at_ms);
                let dearer = cost_ms(&mut other, jobs + more, polls.saturating_sub(fewer), at_ms);
                prop_assert!(cheaper <= dearer && dearer.is_finite(), "{} {}", cheaper, dearer);
                prop_assert!(cheaper >= POLL_COST_VIEWED_MS);
            }
        }
    }
}
