//! Developer commands: `cargo xtask dev | build | test | bench | size | token | operator | deploy`.

mod cli;
mod commands;
mod dotenv;
mod environment;
mod http;
mod markup;
mod process;
mod random;
#[cfg(test)]
mod rules;
mod size;
mod terminal;
mod tools;
mod wasm;
mod workspace;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(cli.command) {
        Ok(code) => code,
        Err(error) => {
            process::park_when_ending();
            terminal::error(&error);
            ExitCode::FAILURE
        }
    }
}
