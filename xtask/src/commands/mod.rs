//! One module a command.

pub(crate) mod bench;
mod build;
mod deploy;
mod dev;
mod entry;
mod hook;
mod operator;
mod output;
pub(crate) mod test;
mod token;

use std::process::ExitCode;

use anyhow::Result;

use crate::{cli::Command, process, size::Sizes, tools, workspace::Workspace};

/// Carries out a command.
pub(crate) fn run(command: Command) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match command {
        // These run inside another tool's process group, which ends them.
        Command::Hook { hook } => return hook::run(&hook, &workspace).map(|()| ExitCode::SUCCESS),
        Command::Token(args) => return token::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Operator(args) => return operator::run(&args).map(|()| ExitCode::SUCCESS),
        _ => process::end_all_on_signal()?,
    }
    match command {
        Command::Dev(args) => dev::run(&args, &workspace)?,
        Command::Build(args) => build::run(&args, &workspace)?,
        Command::Test(args) => return test::run(&args, &workspace),
        Command::Bench(args) => bench::run(&args, &workspace)?,
        Command::Size => size(&workspace)?,
        Command::Deploy(args) => deploy::run(&args, &workspace)?,
        Command::Setup => {
            tools::ensure(&workspace)?;
        }
        Command::Hook { .. } | Command::Token(_) | Command::Operator(_) => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows what the last build weighs. Fails over the limits.
fn size(workspace: &Workspace) -> Result<()> {
    let sizes = Sizes::of_build(workspace)?;
    print!("{sizes}");
    sizes.check()
}
