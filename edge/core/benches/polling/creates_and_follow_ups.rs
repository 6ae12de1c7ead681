//! Creates and follow-ups, learned apart where they differ, against both learned together.

use docket_core::jobs::schedule::{Durations, Schedule, pooled_if_similar};

use crate::family::Family;
use crate::one_job::{HISTORIES, Outcome, measure, tuned};
use crate::shape::Shape;
use crate::summary::{geometric_mean, worst};

/// Polls per job.
const POLLS: f64 = 11.0;

/// Prints the ratios after each length of history. Half of each history are creates.
pub fn print(histories: &[usize], shapes: u64, seed: u64) {
    let numbers =
        || Family::ALL.iter().enumerate().flat_map(|(at, family)| (0..shapes).map(move |n| (at, *family, n)));
    let differing = numbers().map(|(at, family, number)| {
        let other = Family::ALL[(at + 1 + number as usize) % Family::ALL.len()];
        [family.draw(seed, number), other.draw(!seed, number)]
    });
    let equal = numbers().map(|(_, family, number)| [family.draw(seed, number), family.draw(seed, number)]);
    for (name, pairs) in
        [("of other shapes", differing.collect::<Vec<_>>()), ("of one shape", equal.collect())]
    {
        let cells = histories.iter().map(|count| {
            let seeds = (0..).map(|pair| seed.wrapping_add(pair << 16));
            let ratios: Vec<_> =
                pairs.iter().zip(seeds).map(|(pair, seed)| apart_of_together(pair, *count, seed)).collect();
            format!(" | after {count}: mean {:.3}, worst {:.3}", geometric_mean(&ratios), worst(&ratios))
        });
        println!("{name:<24}{}", cells.collect::<String>());
    }
}

/// The delay if each kind of work has a schedule of its own where they differ, of the delay with one schedule for both,
/// at the same number of polls.
fn apart_of_together(pair: &[Shape; 2], count: usize, seed: u64) -> f64 {
    let delay_ms = |kinds: [Durations; 2]| {
        tuned(POLLS, |cost_ms| {
            let outcomes = [0, 1].map(|kind: usize| {
                let schedule = Schedule::at_cost(&kinds[kind], cost_ms);
                measure(pair[kind].durations(), |age_ms| schedule.next_poll_ms(age_ms))
            });
            let mean = |of: fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / 2.0;
            Outcome { polls: mean(|outcome| outcome.polls), delay_ms: mean(|outcome| outcome.delay_ms) }
        })
    };
    let learn = |samples: &[i64]| Durations::observed(samples, 150_000);
    let (mut apart_ms, mut together_ms) = (0.0, 0.0);
    for history in 0..HISTORIES {
        let draw = |kind: usize| pair[kind].draw(count / 2, seed.wrapping_add(history << 1 | kind as u64));
        let (creates, follow_ups) = (draw(0), draw(1));
        let both = learn(&[creates.as_slice(), &follow_ups].concat());
        together_ms += delay_ms([both.clone(), both]);
        apart_ms += delay_ms([
            learn(&pooled_if_similar(&creates, &follow_ups)),
            learn(&pooled_if_similar(&follow_ups, &creates)),
        ]);
    }
    apart_ms / together_ms
}
