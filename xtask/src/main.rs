//! Developer commands: `cargo xtask --help` lists them.

mod build;
mod cli;
mod commands;
mod dotenv;
mod environment;
mod http;
mod process;
mod random;
mod terminal;
mod tools;
mod workspace;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| {
        process::wait_if_ending();
        terminal::error(&error);
        ExitCode::FAILURE
    })
}
