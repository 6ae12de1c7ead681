//! The command line.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::{
    commands::{
        account::AccountArgs,
        bench::Bench,
        build::Build,
        deploy::Deploy,
        dev::Dev,
        docs, doctor,
        hook::Hook,
        package::{self, script::Script},
        size,
        test::Test,
        token::TokenArgs,
    },
    process, tools,
    workspace::Workspace,
};

/// Developer commands of Docket.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run everything on this machine and rebuild on change
    Dev(Dev),
    /// Build app and Worker
    Build(Build),
    /// Check formatting, lints, tests, sizes, and the console in a browser
    Test(Test),
    /// Measure against baselines in the same run
    Bench(Bench),
    /// Print the sizes of the last release build and check them against the limits
    Size,
    /// Generate a token for a program
    Token(TokenArgs),
    /// Generate an account's entry: a name and the hash of a passphrase
    Account(AccountArgs),
    /// Write what is generated in docs, and the description of the API
    Docs,
    /// Build for release, and pack what deploys it without Rust into target/package
    Package,
    /// Build for release and deploy the Worker
    Deploy(Deploy),
    /// Save the data of the projects of a deployment in a file
    Backup(Script),
    /// Restore such a file into a deployment without data
    Restore(Script),
    /// Install the tools and do nothing else
    Setup,
    /// Say what this machine lacks, and how to get it
    Doctor,
    /// Build steps that Trunk and wrangler call
    #[command(hide = true)]
    Hook {
        #[command(subcommand)]
        hook: Hook,
    },
}

impl Cli {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode> {
        let workspace = Workspace::find()?;
        // Trunk or wrangler started a hook in its own process group, and ends it.
        if !matches!(self.command, CliCommand::Hook { .. } | CliCommand::Token(_) | CliCommand::Account(_)) {
            process::end_together()?;
        }
        let result = match self.command {
            CliCommand::Dev(dev) => dev.run(workspace),
            CliCommand::Build(build) => build.run(workspace),
            CliCommand::Test(test) => return test.run(workspace),
            CliCommand::Bench(bench) => bench.run(workspace),
            CliCommand::Size => {
                tools::ensure(workspace, tools::RELEASE).and_then(|environment| size::check(&environment))
            }
            CliCommand::Token(token) => token.run(),
            CliCommand::Account(account) => account.run(),
            CliCommand::Docs => docs::run(workspace),
            CliCommand::Package => package::run(workspace),
            CliCommand::Deploy(deploy) => deploy.run(workspace),
            CliCommand::Backup(script) => script.run(&workspace, "backup.mjs"),
            CliCommand::Restore(script) => script.run(&workspace, "restore.mjs"),
            CliCommand::Doctor => return doctor::run(&workspace),
            CliCommand::Setup => tools::ensure(workspace, tools::RELEASE).map(drop),
            CliCommand::Hook { hook } => hook.run(workspace),
        };
        result.map(|()| ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::commands::test::TestStep;

    fn parse(line: &str) -> Result<CliCommand, String> {
        let words = ["cargo xtask"].into_iter().chain(line.split_whitespace());
        Cli::try_parse_from(words).map(|cli| cli.command).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_readme_names_every_command() {
        let row = include_str!("../../README.md").lines().find(|line| line.starts_with("| `xtask/` |"));
        let words = row.unwrap().split('`').skip(3).step_by(2);
        let named: BTreeSet<&str> = words.map(|word| word.trim_start_matches("cargo xtask ")).collect();
        let cli = Cli::command();
        let commands = cli.get_subcommands().filter(|command| !command.is_hide_set());
        assert_eq!(named, commands.map(clap::Command::get_name).collect());
    }

    #[test]
    fn test_takes_steps_or_quick() {
        let CliCommand::Test(test) = parse("test http e2e").unwrap() else { panic!("another command") };
        assert_eq!(test.steps, [TestStep::Http, TestStep::E2e]);
        assert!(parse("test --quick http").is_err());
        assert!(parse("test no-such-step").unwrap_err().contains("clippy"));
    }

    #[test]
    fn deploy_passes_all_arguments_to_wrangler() {
        let CliCommand::Deploy(deploy) = parse("deploy --env staging --dry-run").unwrap() else {
            panic!("another command")
        };
        assert_eq!(deploy.wrangler, ["--env", "staging", "--dry-run"]);
    }
}
