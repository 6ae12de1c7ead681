//! `cargo xtask test`: every check, in the order in which they fail fastest.

mod count;
mod fuzz;
mod steps;

use std::{process::ExitCode, time::Instant};

use anyhow::Result;
use clap::{Args, ValueEnum as _};

use self::count::Count;
pub(crate) use self::steps::TestStep;
use crate::{
    process,
    terminal::{self, seconds},
    tools::{self, chromium},
    workspace::Workspace,
};

/// Run all checks, or some.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Only these, in this order
    #[arg(value_enum, value_name = "STEP")]
    pub(crate) steps: Vec<TestStep>,
    /// Only the steps without a release build, a nightly toolchain, workerd and a browser
    #[arg(long, conflicts_with = "steps")]
    quick: bool,
}

impl Test {
    /// Runs the steps until one fails. The last line counts the tests of all that ran.
    pub(crate) fn run(&self, workspace: Workspace) -> Result<ExitCode> {
        let steps = match (self.steps.as_slice(), self.quick) {
            ([], true) => &TestStep::QUICK[..],
            ([], false) => TestStep::value_variants(),
            (chosen, _) => chosen,
        };
        if steps.iter().any(|step| step.needs_browser()) {
            // Reports a missing browser before long steps, rather than after them.
            chromium::find()?;
        }
        let environment = tools::ensure(workspace, tools::RELEASE)?;

        let started = Instant::now();
        let mut total = Count::default();
        let mut lines = Vec::new();
        let mut failure = None;
        for (index, step) in steps.iter().enumerate() {
            terminal::heading(&format!("[{}/{}] {}", index + 1, steps.len(), step.label()));
            let (began, mut count) = (Instant::now(), Count::default());
            failure = step.run(&environment, &mut count).err();
            process::wait_if_ending();
            let outcome = if failure.is_none() { "ok" } else { "FAILED" };
            let (name, took) = (step.name(), seconds(began.elapsed()));
            lines.push(format!("{name:12} {outcome:6} {took:>12}  {}", count.tests()));
            total.add(&count);
            if failure.is_some() {
                break;
            }
        }

        println!("\n{}", lines.join("\n"));
        println!("{:12} {:6} {:>12}", "together", "", seconds(started.elapsed()));
        if let Some(error) = &failure {
            terminal::error(error);
        }
        println!("xtask test: {}", total.summary(failure.is_some()));
        Ok(if failure.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
