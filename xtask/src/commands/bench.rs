//! `cargo xtask bench`: ratios against a baseline in the same run. They are looked at, not asserted.

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::build::{self, Profile};
use crate::{cli, environment::Environment, tools, workspace::Workspace};

/// One benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Benchmark {
    /// How soon a job's end is noticed, for how many looks
    Polling,
    /// How soon a change reaches a thousand open consoles
    Live,
    /// What a page of the list costs with 100,000 jobs
    List,
    /// How far a team gets with the hour's requests for visitor figures
    Budget,
    /// How fast a file of 100,000 rows is streamed, in how much memory
    Export,
}

impl Benchmark {
    /// The crate that it is in.
    fn package(self) -> &'static str {
        match self {
            Self::Polling => "docket-core",
            Self::Live | Self::List | Self::Budget | Self::Export => "docket-edge",
        }
    }

    /// Whether it asks the Worker, as it is deployed.
    fn needs_worker(self) -> bool {
        self != Self::Polling
    }
}

/// Runs those that are named, or all.
pub(crate) fn run(args: &cli::Bench, workspace: &Workspace) -> Result<()> {
    let chosen =
        if args.benchmarks.is_empty() { Benchmark::value_variants() } else { args.benchmarks.as_slice() };
    let environment = tools::ensure(workspace)?;
    if chosen.iter().any(|benchmark| benchmark.needs_worker()) {
        build::worker(Profile::Release, &environment, workspace)?;
    }
    for benchmark in chosen {
        one(*benchmark, &environment, workspace)?;
    }
    Ok(())
}

fn one(benchmark: Benchmark, environment: &Environment, workspace: &Workspace) -> Result<()> {
    let name = benchmark.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let mut cargo = environment.command("cargo", workspace);
    cargo.args(["bench", "--quiet", "--locked", "--package", benchmark.package(), "--bench", &name]);
    let status = cargo.status()?;
    if status.success() { Ok(()) } else { bail!("the benchmark {name} failed: {status}") }
}
