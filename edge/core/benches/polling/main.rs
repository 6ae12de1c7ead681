//! How soon a job's end is noticed, against how often the service is asked: `cargo xtask bench polling`.
//!
//! Every policy is tuned to the same number of looks a job, so that delays can be compared. Nothing here takes
//! time for real; durations are drawn from a seeded generator, so two runs print the same.

#![allow(clippy::indexing_slicing, unreachable_pub, reason = "a benchmark stops on what it does not expect")]

mod crowd;
mod draw;
mod single;

use draw::Kind;

fn main() {
    println!("One job at a time, every policy at the same mean number of looks a job.");
    println!(
        "Delay: mean time from a job's end to the look that notices it. Learned: from 30 earlier jobs.\n"
    );
    println!(
        "{:<34} {:>6} | {:>8} {:>8} {:>8} {:>8} | {:>9} {:>9} {:>9}",
        "durations", "looks", "optimum", "learned", "fixed", "backoff", "/optimum", "/fixed", "/backoff"
    );
    let mut worst = single::Ratios::default();
    for kind in Kind::all() {
        for looks in [6.0, 11.3, 20.0] {
            let row = single::compare(&kind, looks);
            println!(
                "{:<34} {:>6.1} | {:>7.1}s {:>7.1}s {:>7.1}s {:>7.1}s | {:>9.2} {:>9.2} {:>9.2}",
                kind.name,
                looks,
                row.optimum_s,
                row.learned_s,
                row.fixed_s,
                row.backoff_s,
                row.ratios.to_optimum,
                row.ratios.to_fixed,
                row.ratios.to_backoff
            );
            worst = worst.worse(row.ratios);
        }
    }
    println!(
        "\nworst: {:.2} of the optimum (to reach: 1.10), {:.2} of a fixed interval (1.00), {:.2} of the backoff (0.65)\n",
        worst.to_optimum, worst.to_fixed, worst.to_backoff
    );
    crowd::print();
}
