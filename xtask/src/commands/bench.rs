//! `cargo xtask bench`: ratios against a baseline in the same run. A person reads them; nothing asserts them.

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use crate::{
    build::{self, Profile, lock},
    process::run,
    tools,
    workspace::Workspace,
};

/// Measure, and print ratios against a baseline in the same run.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only these [default: all]
    #[arg(value_enum, value_name = "BENCHMARK")]
    benchmarks: Vec<Benchmark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Benchmark {
    /// How soon polling notices a job's end, for how many polls
    Polling,
    /// How soon a change reaches a thousand open consoles
    Live,
    /// The cost of a page of the list with 100,000 jobs
    List,
    /// How many questions of a team the hour's analytics requests answer
    Budget,
    /// How fast an export of 100,000 rows streams, in how much memory
    Export,
}

impl Benchmark {
    /// The crate of the benchmark.
    fn package(self) -> &'static str {
        match self {
            Self::Polling => "docket-core",
            Self::Live | Self::List | Self::Budget | Self::Export => "docket-edge",
        }
    }

    /// Whether it runs against the release build of the Worker.
    fn needs_worker(self) -> bool {
        self != Self::Polling
    }
}

impl Bench {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        let all = Benchmark::value_variants();
        let chosen = if self.benchmarks.is_empty() { all } else { self.benchmarks.as_slice() };
        let environment = tools::ensure(workspace)?;
        if chosen.iter().any(|benchmark| benchmark.needs_worker()) {
            let _lock = lock::exclusive(&environment.workspace)?;
            build::build_worker(Profile::Release, &environment)?;
        }
        for benchmark in chosen {
            let value = benchmark.to_possible_value();
            let name = value.as_ref().map_or("", |value| value.get_name());
            let mut cargo = environment.command("cargo");
            cargo.args(["bench", "--quiet", "--locked", "--package", benchmark.package(), "--bench", name]);
            run(cargo).with_context(|| format!("the benchmark {name} failed"))?;
        }
        Ok(())
    }
}
