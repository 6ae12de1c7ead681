//! How soon Docket notices a job's end, against how often it polls: `cargo xtask bench polling`.
//!
//! Every policy is tuned to the same number of polls per job, so that delays can be compared. Time is simulated and
//! durations come from a seeded generator, so two runs print the same.

#![allow(clippy::indexing_slicing, unreachable_pub, reason = "a benchmark stops on what it does not expect")]

mod crowd;
mod draw;
mod optimum;
mod single;

use draw::Kind;

/// The target, relative to the delay of the usual backoff.
const OF_BACKOFF: f64 = 0.65;

fn main() {
    println!("One job at a time, every policy at the same mean number of polls per job.");
    println!("Delay: mean time from a job's end to the poll that notices it. Learned: from 30 earlier jobs.");
    println!(
        "Optimum: Keller's spacing for the known distribution. Exact: the best polls for it, by search.\n"
    );
    println!(
        "{:<29} {:>5} | {:>7} {:>7} {:>7} {:>7} {:>7} | {:>8} {:>6} {:>6} {:>8}",
        "durations",
        "polls",
        "exact",
        "optimum",
        "learned",
        "fixed",
        "backoff",
        "/optimum",
        "/exact",
        "/fixed",
        "/backoff"
    );
    let mut worst = single::Ratios::default();
    let (mut reached, mut missed, mut out_of_reach) = (Vec::new(), Vec::new(), Vec::new());
    for kind in Kind::all() {
        for polls in [6.0, 11.3, 20.0] {
            let row = single::compare(&kind, polls);
            println!(
                "{:<29} {:>5.1} | {:>6.1}s {:>6.1}s {:>6.1}s {:>6.1}s {:>6.1}s | {:>8.2} {:>6.2} {:>6.2} {:>8.2}",
                kind.name,
                polls,
                row.exact_s,
                row.optimum_s,
                row.learned_s,
                row.fixed_s,
                row.backoff_s,
                row.ratios.to_optimum,
                row.ratios.to_exact,
                row.ratios.to_fixed,
                row.ratios.to_backoff
            );
            worst = worst.worse(row.ratios);
            let of_backoff = row.exact_s / row.backoff_s;
            let name = format!("{}, {polls} polls: {:.2}", kind.name, row.ratios.to_backoff);
            if row.ratios.to_backoff <= OF_BACKOFF {
                reached.push(name);
            } else if of_backoff <= OF_BACKOFF {
                missed.push(name);
            } else {
                out_of_reach.push(format!("{name}, where the exact optimum has {of_backoff:.2}"));
            }
        }
    }
    println!(
        "\nworst: {:.2} of the optimum (to reach: 1.10), {:.2} of the exact one, {:.2} of a fixed interval (1.00)",
        worst.to_optimum, worst.to_exact, worst.to_fixed
    );
    println!("at most {OF_BACKOFF} of the backoff's delay:");
    for (verdict, rows) in [("reached", reached), ("missed", missed), ("out of reach", out_of_reach)] {
        println!("  {verdict}, {} rows", rows.len());
        rows.iter().for_each(|row| println!("    {row}"));
    }
    println!();
    crowd::print();
}
