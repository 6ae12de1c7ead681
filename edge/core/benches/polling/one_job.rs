//! One job at a time.

use docket_core::jobs::schedule::{Durations, Schedule};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::optimum::Table;
use crate::shape::Shape;

/// Histories that the schedule learns from; their delays are averaged.
pub const HISTORIES: u64 = 12;

/// What a policy did, per job.
#[derive(Clone, Copy)]
pub struct Outcome {
    pub polls: f64,
    pub delay_ms: f64,
}

/// Mean delays at the same mean number of polls, in milliseconds.
pub struct OneJob {
    pub polls: f64,
    /// The best polls for the known distribution.
    pub optimum: f64,
    /// Keller's spacing for the known distribution.
    pub keller: f64,
    /// The schedule with the known distribution.
    pub known: f64,
    /// Learned from each of the lengths of history.
    pub learned: Vec<f64>,
    pub fixed: f64,
    pub backoff: f64,
}

/// Compares the policies at a number of polls between 6 and 20 that is drawn with the seed.
pub fn compare(shape: &Shape, histories: &[usize], seed: u64) -> OneJob {
    let polls = 6.0 * (20.0_f64 / 6.0).powf(StdRng::seed_from_u64(seed).random());
    let jobs = shape.durations();
    let scheduled = |durations: Durations| {
        tuned(polls, |cost_ms| {
            let schedule = Schedule::at_cost(&durations, cost_ms);
            measure(jobs, |age_ms| schedule.next_poll_ms(age_ms))
        })
    };
    let table = Table::of(shape);
    let optimum = tuned(polls, |cost_ms| {
        let polls = table.polls(cost_ms);
        let mut upcoming = polls.iter();
        // A job that outlives the table is polled each time its age has grown by a quarter.
        measure(jobs, |age_ms| upcoming.next().map_or(age_ms / 4, |at| at - age_ms))
    });
    let distribution = shape.known();
    let known = scheduled(distribution.clone());
    let keller = tuned(polls, |cost_ms| {
        measure(jobs, |age_ms| keller_ms(&distribution, age_ms as f64, cost_ms) as i64)
    });
    let learned = histories.iter().map(|count| {
        let learn = |n| Durations::observed(&shape.draw(*count, seed.wrapping_add(n)), 150_000);
        (0..HISTORIES).map(|n| scheduled(learn(n))).sum::<f64>() / HISTORIES as f64
    });
    let fixed = tuned(polls, |interval_ms| measure(jobs, |_| interval_ms.max(1.0) as i64));
    // 3 s, growing by half each time up to 30 s: all of it stretched equally to reach the number of polls.
    let backoff = tuned(polls, |stretch| {
        let mut next = 3_000.0;
        measure(jobs, move |age_ms| {
            next = if age_ms == 0 { 3_000.0 } else { f64::min(next * 1.5, 30_000.0) };
            (next * stretch / 1_000.0).max(1.0) as i64
        })
    });
    OneJob { polls, optimum, keller, known, learned: learned.collect(), fixed, backoff }
}

/// Milliseconds until √(h / 2c) adds up to one poll, half an hour at most.
fn keller_ms(durations: &Durations, age_ms: f64, cost_ms: f64) -> f64 {
    let (mut spacing_ms, mut missing) = (0.0, 1.0);
    while spacing_ms < 1_800e3 {
        let step_ms = ((age_ms + spacing_ms) / 64.0).max(500.0);
        let rate = (durations.hazard(age_ms + spacing_ms + step_ms / 2.0) / (2.0 * cost_ms)).sqrt();
        if rate * step_ms >= missing {
            return (spacing_ms + missing / rate).max(1_000.0);
        }
        missing -= rate * step_ms;
        spacing_ms += step_ms;
    }
    1_800e3
}

/// Polls do not depend on when a job will end, so one sequence of polls serves all jobs, in the order of their ends.
pub fn measure(sorted_jobs: &[i64], mut spacing: impl FnMut(i64) -> i64) -> Outcome {
    let (mut at, mut polls) = (0_i64, 0_u32);
    let (mut polls_sum, mut delay_sum) = (0.0, 0.0);
    for end in sorted_jobs {
        while at < *end {
            at += spacing(at).max(1);
            polls += 1;
        }
        polls_sum += f64::from(polls);
        delay_sum += (at - end) as f64;
    }
    let jobs = sorted_jobs.len() as f64;
    Outcome { polls: polls_sum / jobs, delay_ms: delay_sum / jobs }
}

/// The delay of a policy at the parameter with which it takes `polls` polls per job. A larger parameter takes
/// fewer polls.
pub fn tuned(polls: f64, policy: impl Fn(f64) -> Outcome) -> f64 {
    let (mut low, mut high) = (1e0_f64.ln(), 1e8_f64.ln());
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if policy(middle.exp()).polls > polls { low = middle } else { high = middle }
    }
    // The number of polls is whole, so the delay is interpolated between the two nearest parameters.
    let (more, fewer) = (policy(low.exp()), policy(high.exp()));
    let share =
        if more.polls > fewer.polls { (more.polls - polls) / (more.polls - fewer.polls) } else { 0.0 };
    more.delay_ms + share * (fewer.delay_ms - more.delay_ms)
}
