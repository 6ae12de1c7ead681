//! `cargo xtask test`: every check, in the order in which they fail fastest.

mod chromium;
mod count;
mod steps;

use std::{process::ExitCode, time::Instant};

use anyhow::Result;

pub(crate) use self::steps::Step;
use self::{count::Count, steps::Context};
use crate::{
    cli,
    terminal::{self, seconds},
    tools,
    workspace::Workspace,
};

/// Runs the steps until one fails. The last line counts the tests of all that ran.
pub(crate) fn run(args: &cli::Test, workspace: &Workspace) -> Result<ExitCode> {
    let steps = match (args.steps.as_slice(), args.quick) {
        ([], true) => &Step::QUICK[..],
        ([], false) => &Step::ALL[..],
        (chosen, _) => chosen,
    };
    steps::check_prerequisites(steps)?;
    let environment = tools::ensure(workspace)?;
    let context = Context { workspace, environment: &environment, verbose: args.verbose };

    let started = Instant::now();
    let mut total = Count::default();
    let mut lines = Vec::new();
    let mut failure = None;
    for (index, step) in steps.iter().enumerate() {
        let label = format!("[{}/{}] {}", index + 1, steps.len(), step.about());
        let (began, mut count) = (Instant::now(), Count::default());
        let result = step.run(&context, label, &mut count);
        let outcome = if result.is_ok() { "ok" } else { "FAILED" };
        lines.push(format!(
            "{:12} {outcome:6} {:>12}  {}",
            step.name(),
            seconds(began.elapsed()),
            count.tests()
        ));
        total.add(&count);
        if let Err(error) = result {
            failure = Some(error);
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
