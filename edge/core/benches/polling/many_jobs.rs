//! Two hundred jobs at once, under a budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use docket_core::jobs::schedule::{Audience, Durations, PollingLoad, Price};
use docket_wire::UnixMs;

use crate::shape::Shape;

pub const JOBS: usize = 200;
/// Polls per hour, for all jobs together.
pub const BUDGET: u32 = 3_600;
/// Crowds of a shape; their delays are added.
const CROWDS: u64 = 16;
const HOUR_MS: i64 = 3_600_000;

/// What became of the jobs of a crowd, on average.
#[derive(Clone, Copy, Default)]
pub struct Outcome {
    pub polls: f64,
    pub delay_ms: f64,
}

/// The learned schedule, and the fixed interval that takes as many polls in each crowd.
#[derive(Clone, Copy, Default)]
pub struct Crowds {
    pub learned: Outcome,
    pub fixed: Outcome,
}

impl Crowds {
    pub fn ratio(&self) -> f64 {
        self.learned.delay_ms / self.fixed.delay_ms
    }
}

/// Plays crowds of a shape, each with another history of `count` jobs.
pub fn compare(shape: &Shape, count: usize, seed: u64) -> Crowds {
    let mut sum = Crowds::default();
    for crowd in 0..CROWDS {
        let seed = seed.wrapping_add(1_000 + crowd);
        let learned = Durations::observed(&shape.draw(count, seed), 150_000);
        let durations = shape.draw(JOBS, !seed);
        let mut price = Price::default();
        let ours = run(&durations, |at, age_ms, jobs, polls_left| {
            let load = PollingLoad { jobs, polls_left, audience: Audience::Viewers };
            price.schedule(&learned, load, UnixMs(at)).next_poll_ms(age_ms)
        });
        sum.learned.add(ours);
        sum.fixed.add(fixed(&durations, ours.polls));
    }
    sum
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.polls += other.polls / CROWDS as f64;
        self.delay_ms += other.delay_ms / CROWDS as f64;
    }
}

/// Plays all jobs, which the service starts within a minute. `spacing` gets the time, a job's age, the number of polled
/// jobs and the polls left. A poll that the budget does not allow waits until the budget allows it.
fn run(durations: &[i64], mut spacing: impl FnMut(i64, i64, u32, u32) -> i64) -> Outcome {
    let start = |n: usize| n as i64 * 300;
    let jobs = durations.len();
    let mut due: BinaryHeap<Reverse<(i64, usize)>> = (0..jobs)
        .map(|n| Reverse((start(n) + spacing(start(n), 0, jobs as u32, BUDGET).max(1), n)))
        .collect();
    let mut made: Vec<i64> = Vec::new();
    let (mut outside_the_hour, mut delay_ms) = (0, 0);
    while let Some(Reverse((at, n))) = due.pop() {
        let free = made.len().checked_sub(BUDGET as usize).map_or(at, |oldest| made[oldest] + HOUR_MS);
        if free > at {
            due.push(Reverse((free, n)));
            continue;
        }
        made.push(at);
        let age_ms = at - start(n);
        if age_ms >= durations[n] {
            delay_ms += age_ms - durations[n];
        } else {
            while at - made[outside_the_hour] >= HOUR_MS {
                outside_the_hour += 1;
            }
            let spent = (made.len() - outside_the_hour) as u32;
            let wait_ms = spacing(at, age_ms, due.len() as u32 + 1, BUDGET.saturating_sub(spent));
            due.push(Reverse((at + wait_ms.max(1), n)));
        }
    }
    Outcome { polls: made.len() as f64 / jobs as f64, delay_ms: delay_ms as f64 / jobs as f64 }
}

/// The fixed interval that takes this many polls: between the two nearest, because polls are whole.
fn fixed(durations: &[i64], polls: f64) -> Outcome {
    let (mut low, mut high) = (500.0_f64, 4e6);
    let of = |ms: f64| run(durations, |_, _, _, _| ms as i64);
    for _ in 0..20 {
        let middle = (low * high).sqrt();
        if of(middle).polls > polls { low = middle } else { high = middle }
    }
    let (more, fewer) = (of(low * 0.99), of(high * 1.01));
    let share = (more.polls - polls) / (more.polls - fewer.polls).max(1e-9);
    let delay_ms = more.delay_ms + share.clamp(0.0, 1.0) * (fewer.delay_ms - more.delay_ms);
    Outcome { polls, delay_ms }
}
