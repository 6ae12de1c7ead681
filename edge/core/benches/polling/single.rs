//! One job at a time.

use docket_core::jobs::schedule::{Durations, Schedule};

use crate::draw::Kind;
use crate::optimum::Table;

/// Jobs that delays are measured over.
const JOBS: usize = 4_000;
/// Histories that the schedule learns from; their results are averaged.
const HISTORIES: u64 = 12;
/// Jobs in a history.
const HISTORY: usize = 30;

/// What a policy did, per job.
#[derive(Clone, Copy)]
struct Outcome {
    polls: f64,
    delay_ms: f64,
}

/// The learned schedule relative to the others: 1 is equal, less is better.
#[derive(Clone, Copy, Default)]
pub struct Ratios {
    /// The same schedule with the known distribution.
    pub to_optimum: f64,
    /// The exact optimum.
    pub to_exact: f64,
    pub to_fixed: f64,
    pub to_backoff: f64,
}

impl Ratios {
    pub fn worse(self, other: Self) -> Self {
        Self {
            to_optimum: self.to_optimum.max(other.to_optimum),
            to_exact: self.to_exact.max(other.to_exact),
            to_fixed: self.to_fixed.max(other.to_fixed),
            to_backoff: self.to_backoff.max(other.to_backoff),
        }
    }
}

pub struct Row {
    pub exact_s: f64,
    pub optimum_s: f64,
    pub learned_s: f64,
    pub fixed_s: f64,
    pub backoff_s: f64,
    pub ratios: Ratios,
}

pub fn compare(kind: &Kind, polls: f64) -> Row {
    let mut jobs = kind.draw(JOBS, 1);
    jobs.sort_unstable();
    let scheduled = |durations: Durations| {
        tuned(polls, |cost_ms| {
            let schedule = Schedule::at_cost(durations.clone(), cost_ms);
            measure(&jobs, |age_ms| schedule.next_poll_ms(age_ms))
        })
    };
    let table = Table::of(&kind.known());
    let exact = tuned(polls, |cost_ms| {
        let polls = table.polls(cost_ms);
        let mut upcoming = polls.iter();
        // A job that outlives the table is polled each time its age has grown by a quarter.
        measure(&jobs, |age_ms| upcoming.next().map_or(age_ms / 4, |at| at - age_ms))
    });
    let optimum = scheduled(kind.known());
    let learned = (0..HISTORIES)
        .map(|n| scheduled(Durations::observed(&kind.draw(HISTORY, 100 + n), 150_000)))
        .sum::<f64>()
        / HISTORIES as f64;
    let fixed = tuned(polls, |interval_ms| measure(&jobs, |_| interval_ms.max(1.0) as i64));
    // 3 s, growing by half each time up to 30 s: all of it stretched equally to reach the number of polls.
    let backoff = tuned(polls, |stretch| {
        let mut next = 3_000.0;
        measure(&jobs, move |age_ms| {
            next = if age_ms == 0 { 3_000.0 } else { f64::min(next * 1.5, 30_000.0) };
            (next * stretch / 1_000.0).max(1.0) as i64
        })
    });
    Row {
        exact_s: exact / 1e3,
        optimum_s: optimum / 1e3,
        learned_s: learned / 1e3,
        fixed_s: fixed / 1e3,
        backoff_s: backoff / 1e3,
        ratios: Ratios {
            to_optimum: learned / optimum,
            to_exact: learned / exact,
            to_fixed: learned / fixed,
            to_backoff: learned / backoff,
        },
    }
}

/// Polls do not depend on when a job will end, so one sequence of polls serves all jobs, in the order of their ends.
fn measure(sorted_jobs: &[i64], mut spacing: impl FnMut(i64) -> i64) -> Outcome {
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
fn tuned(polls: f64, policy: impl Fn(f64) -> Outcome) -> f64 {
    let (mut low, mut high) = (1e1_f64.ln(), 1e9_f64.ln());
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if policy(middle.exp()).polls > polls { low = middle } else { high = middle }
    }
    // The number of polls is whole, so the delay is interpolated between the two nearest parameters.
    let (more, fewer) = (policy(low.exp()), policy(high.exp()));
    let share =
        if more.polls > fewer.polls { (more.polls - polls) / (more.polls - fewer.polls) } else { 0.0 };
    more.delay_ms + share * (fewer.delay_ms - more.delay_ms)
}
