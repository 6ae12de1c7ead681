//! `cargo xtask bench`: ratios against a baseline in the same run. A person reads them; nothing asserts them.

use std::process::Command;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use crate::{
    build::{self, Profile, lock},
    environment::{Environment, names},
    process::run,
    tools::{self, chromium},
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
    /// What a month costs teams of 5, 50 and 500, by the platform's prices
    Cost,
    /// How many requests a second the Worker answers, beside a proxy and an object in Hono
    Edge,
    /// How soon sign-in and job list are there on a slow line, beside the same pages in React
    Page,
    /// How fast the live table of 1,000 jobs follows its stream, beside the same table in React
    Table,
    /// Lighthouse's scores of every page
    Lighthouse,
    /// How long the first `dev` takes in a fresh clone without tools, and an edit until it is live
    Start,
}

impl Benchmark {
    /// What it needs, apart from the tools.
    fn needs(self) -> Need {
        match self {
            Self::Polling | Self::Start => Need::Nothing,
            Self::Live | Self::List | Self::Budget | Self::Export | Self::Cost | Self::Edge => Need::Worker,
            Self::Page | Self::Table | Self::Lighthouse => Need::WorkerAndApp,
        }
    }

    /// The command that runs it.
    fn command(self, environment: &Environment) -> Result<Command> {
        let value = self.to_possible_value();
        let name = value.as_ref().map_or("", |value| value.get_name());
        let package = match self {
            Self::Polling => "docket-core",
            Self::Live | Self::List | Self::Budget | Self::Export | Self::Cost => "docket-edge",
            Self::Edge => return with_packages(name, environment),
            // Not from the environment, because that already has the tools.
            Self::Start => {
                let mut node = Command::new("node");
                node.arg(environment.workspace.root().join("e2e/bench/start/main.mjs"));
                return Ok(node);
            }
            Self::Page | Self::Table | Self::Lighthouse => {
                let mut node = with_packages(name, environment)?;
                node.env(names::CHROMIUM, chromium::find()?);
                return Ok(node);
            }
        };
        let mut cargo = environment.command("cargo");
        cargo.args(["bench", "--quiet", "--locked", "--package", package, "--bench", name]);
        Ok(cargo)
    }
}

impl Bench {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        let all = Benchmark::value_variants();
        let chosen = if self.benchmarks.is_empty() { all } else { self.benchmarks.as_slice() };
        let environment = tools::ensure(workspace, tools::RELEASE)?;
        let need = chosen.iter().map(|benchmark| benchmark.needs()).max();
        if need > Some(Need::Nothing) {
            let _lock = lock::exclusive(&environment.workspace)?;
            match need {
                Some(Need::WorkerAndApp) => build::build(Profile::Release, &environment)?,
                _ => build::build_worker(Profile::Release, &environment)?,
            }
        }
        for benchmark in chosen {
            let command = benchmark.command(&environment)?;
            run(command).with_context(|| format!("the benchmark {benchmark:?} failed"))?;
        }
        Ok(())
    }
}

/// What a benchmark runs against, in release builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Nothing,
    Worker,
    WorkerAndApp,
}

/// A benchmark in JavaScript, which has npm packages of its own.
fn with_packages(name: &str, environment: &Environment) -> Result<Command> {
    let folder = environment.workspace.root().join("e2e/bench").join(name);
    let mut npm = environment.command("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
    run(npm).context("the benchmark's packages are not installed")?;
    let mut node = environment.command("node");
    node.arg(folder.join("main.mjs"));
    Ok(node)
}
