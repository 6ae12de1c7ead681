//! How soon Docket notices a job's end, against how often it polls: `cargo xtask bench polling`.
//!
//! How long jobs take is drawn at random, some shapes of each family. The seed is printed; `DOCKET_POLLING_SEED`
//! repeats it,
//! `DOCKET_POLLING_SHAPES` is the number of shapes of a family, and with `DOCKET_POLLING_DETAIL` each of them has a
//! line. Time is simulated, so that equal seeds print the same.

#![allow(
    clippy::indexing_slicing,
    clippy::expect_used,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect"
)]

mod creates_and_follow_ups;
mod family;
mod many_jobs;
mod one_job;
mod optimum;
mod shape;
mod summary;

use family::Family;
use many_jobs::Crowds;
use one_job::OneJob;
use summary::{Column, geometric_mean, mark, median, worst};

/// How many jobs a schedule has learned from, and how much of the optimum's delay it may have then.
const GOALS: [(usize, f64); 2] = [(30, 1.15), (300, 1.05)];

fn main() {
    let seed = setting("DOCKET_POLLING_SEED").unwrap_or_else(|| rand::random::<u32>().into());
    let shapes = setting("DOCKET_POLLING_SHAPES").unwrap_or(12).max(1);
    let has_detail = setting("DOCKET_POLLING_DETAIL").is_some();
    println!("DOCKET_POLLING_SEED={seed} DOCKET_POLLING_SHAPES={shapes}\n");
    let drawn: Vec<_> = Family::ALL
        .iter()
        .map(|family| {
            let rows: Vec<_> = (0..shapes)
                .map(|number| {
                    let shape = family.draw(seed, number);
                    let seed = seed.wrapping_add(number << 40 | (*family as u64) << 32);
                    let one_job = one_job::compare(&shape, &GOALS.map(|(jobs, _)| jobs), seed);
                    let crowds = GOALS.map(|(jobs, _)| many_jobs::compare(&shape, jobs, seed));
                    (shape.name, one_job, crowds)
                })
                .collect();
            (family.name(), rows)
        })
        .collect();
    let one_job = |of: fn(&OneJob, usize) -> f64, history| {
        drawn
            .iter()
            .map(|(_, rows)| rows.iter().map(|(_, one_job, _)| of(one_job, history)).collect())
            .collect()
    };
    let crowds = |history: usize| -> Vec<Vec<f64>> {
        drawn
            .iter()
            .map(|(_, rows)| rows.iter().map(|(.., crowds)| crowds[history].ratio()).collect())
            .collect()
    };

    println!("One job at a time: mean delay, of the optimum's at the same number of polls (6 to 20 a job).");
    println!("Optimum: the best polls for the known distribution, by search. Keller: his spacing for it.");
    println!(
        "worst/Keller, worst/fixed: the worst delay, divided by Keller's and by a fixed interval's (goal: <= 1)."
    );
    let columns = [0, 1].map(|history| {
        let (jobs, goal) = GOALS[history];
        Column {
            name: format!("after {jobs} jobs, <= {goal}"),
            goal,
            of_optimum: one_job(|one_job, history| one_job.learned[history] / one_job.optimum, history),
            of_keller: one_job(|one_job, history| one_job.learned[history] / one_job.keller, history),
            of_fixed: one_job(|one_job, history| one_job.learned[history] / one_job.fixed, history),
        }
    });
    summary::print(&drawn.iter().map(|(name, _)| *name).collect::<Vec<_>>(), &columns);

    println!("\nThe same schedule with the known distribution, worst of the optimum:");
    let known = drawn.iter().map(|(name, rows)| {
        let ratios: Vec<_> = rows.iter().map(|(_, one_job, _)| one_job.known / one_job.optimum).collect();
        format!("{name} {:.3}", worst(&ratios))
    });
    println!("{}", known.collect::<Vec<_>>().join(", "));

    println!(
        "\n{} jobs at once, {} polls an hour for all: mean delay, of that of the fixed interval with as many polls.",
        many_jobs::JOBS,
        many_jobs::BUDGET
    );
    println!("{:<24} | {:^33} | {:^33}", "", "after 30 jobs, <= 1.00", "after 300 jobs, <= 1.00");
    println!(
        "{:<24} | {:>10} {:>10} {:>10}  | {:>10} {:>10} {:>10}",
        "", "mean", "worst", "polls/job", "mean", "worst", "polls/job"
    );
    let ratios = [crowds(0), crowds(1)];
    for (index, (name, rows)) in drawn.iter().enumerate() {
        let cell = |history: usize| {
            let ratios = &ratios[history][index];
            let polls = rows.iter().map(|(.., crowds)| crowds[history].learned.polls).sum::<f64>();
            let mean = geometric_mean(ratios);
            // Two digits, as far as chance is averaged out.
            let missed = mark((mean * 100.0).round() / 100.0, 1.0);
            format!("{mean:>10.3} {:>10.3} {:>10.1}{missed}", worst(ratios), polls / rows.len() as f64)
        };
        println!("{name:<24} | {} | {}", cell(0), cell(1));
    }
    println!(
        "\nCreates and follow-ups learned apart where they differ: mean delay, of that of both learned together."
    );
    creates_and_follow_ups::print(&GOALS.map(|(jobs, _)| jobs), shapes.div_ceil(4), seed);
    println!(
        "* is a goal that is missed. Worst: of the shapes of the family, each the mean of several histories."
    );
    if has_detail {
        for (family, rows) in &drawn {
            println!(
                "\n{family}: of the optimum and of the fixed interval; in a crowd, of the fixed interval"
            );
            rows.iter().for_each(|(name, one_job, crowds)| println!("{}", detail(name, one_job, crowds)));
        }
    }
    let backoff = drawn
        .iter()
        .flat_map(|(_, rows)| rows.iter().map(|(_, a, _)| a.learned[0] / a.backoff))
        .collect::<Vec<_>>();
    println!(
        "\nOf the usual backoff (3 s, growing to 30 s, stretched), after 30 jobs: median {:.2}, worst {:.2}.",
        median(&backoff),
        worst(&backoff)
    );
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number"))
}

fn detail(name: &str, one_job: &OneJob, crowds: &[Crowds; 2]) -> String {
    let cell = |history: usize| {
        let learned = one_job.learned[history];
        format!(
            "{:.3} {:.3} {:.3}",
            learned / one_job.optimum,
            learned / one_job.fixed,
            crowds[history].ratio()
        )
    };
    format!("  {name:<52} {:>4.1} polls | {} | {}", one_job.polls, cell(0), cell(1))
}
