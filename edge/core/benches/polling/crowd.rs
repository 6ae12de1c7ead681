//! Two hundred jobs at once, under a budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use docket_core::jobs::schedule::{Durations, Load, Schedule};

use crate::draw::Kind;

const JOBS: usize = 200;
/// Polls per hour, for all jobs together.
const BUDGET: u32 = 3_600;

pub fn print() {
    println!(
        "{JOBS} jobs at once, {BUDGET} polls per hour for all of them; the service starts them within a minute."
    );
    println!(
        "{:<34} | {:>16} | {:>16} | {:>16} | {:>8}",
        "durations", "learned", "fixed", "backoff", "/fixed"
    );
    for kind in Kind::all() {
        let learned = Durations::observed(&kind.draw(30, 7), 150_000);
        let ours = run(&kind, |age_ms, jobs, polls_left| {
            let load = Load { jobs, polls_left, has_viewers: true };
            Schedule::for_load(&learned, load).next_poll_ms(age_ms)
        });
        // The fixed interval that takes as many polls.
        let fixed = match_polls(ours.polls, |ms| run(&kind, |_, _, _| ms));
        let backoff = run(&kind, |age_ms, _, _| (age_ms / 2).clamp(3_000, 30_000));
        let cell = |run: &Run| format!("{:>6.1}s {:>5.1}/job", run.delay_s, run.polls);
        println!(
            "{:<34} | {} | {} | {} | {:>8.2}",
            kind.name,
            cell(&ours),
            cell(&fixed),
            cell(&backoff),
            ours.delay_s / fixed.delay_s
        );
    }
}

struct Run {
    polls: f64,
    delay_s: f64,
}

/// Plays all jobs. `spacing` gets a job's age, the number of polled jobs and the polls left. A poll that the
/// budget does not allow waits until the budget allows it.
fn run(kind: &Kind, spacing: impl Fn(i64, u32, u32) -> i64) -> Run {
    let durations = kind.draw(JOBS, 3);
    let start = |n: usize| n as i64 * 300;
    let mut due: BinaryHeap<Reverse<(i64, usize)>> =
        (0..JOBS).map(|n| Reverse((start(n) + spacing(0, JOBS as u32, BUDGET).max(1), n))).collect();
    let mut made: Vec<i64> = Vec::new();
    let mut delay_ms = 0;
    while let Some(Reverse((at, n))) = due.pop() {
        let free = made.len().checked_sub(BUDGET as usize).map_or(at, |oldest| made[oldest] + 3_600_000);
        if free > at {
            due.push(Reverse((free, n)));
            continue;
        }
        made.push(at);
        let age_ms = at - start(n);
        if age_ms >= durations[n] {
            delay_ms += age_ms - durations[n];
        } else {
            let spent = made.iter().rev().take_while(|made| at - **made < 3_600_000).count() as u32;
            let wait_ms = spacing(age_ms, due.len() as u32 + 1, BUDGET.saturating_sub(spent));
            due.push(Reverse((at + wait_ms.max(1), n)));
        }
    }
    Run { polls: made.len() as f64 / JOBS as f64, delay_s: delay_ms as f64 / JOBS as f64 / 1e3 }
}

fn match_polls(polls: f64, run: impl Fn(i64) -> Run) -> Run {
    let (mut low, mut high) = (500.0_f64, 4e6);
    for _ in 0..24 {
        let middle = (low * high).sqrt();
        if run(middle as i64).polls > polls { low = middle } else { high = middle }
    }
    run(high as i64)
}
