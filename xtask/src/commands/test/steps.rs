//! The steps of a test run.

use std::{
    env,
    process::{Command, Stdio},
};

use anyhow::{Result, bail};
use clap::ValueEnum;

use super::{chromium, count::Count};
use crate::{
    commands::{
        build::{self, Profile},
        hook::PREBUILT,
    },
    environment::Environment,
    process::{Echo, Task},
    workspace::Workspace,
};

/// One kind of check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Formatting
    Fmt,
    /// Lints, as compiled for this machine
    Clippy,
    /// Lints of app and Worker, as compiled for the browser and workerd
    ClippyWasm,
    /// Unit and property tests, and the rules of the repository
    Unit,
    /// The release build, and its size
    Build,
    /// The Worker over HTTP, in workerd, with the stand-in service
    Http,
    /// The main job in Chromium
    E2e,
}

/// What steps run in.
pub(super) struct Context<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) environment: &'a Environment,
    pub(super) verbose: bool,
}

impl Step {
    /// All, the fastest to fail first. The last two use what `Build` has built.
    pub(super) const ALL: [Self; 7] =
        [Self::Fmt, Self::Clippy, Self::ClippyWasm, Self::Unit, Self::Build, Self::Http, Self::E2e];
    /// Those that build nothing for release.
    pub(super) const QUICK: [Self; 4] = [Self::Fmt, Self::Clippy, Self::ClippyWasm, Self::Unit];

    /// Its name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// What is said while it runs.
    pub(super) fn about(self) -> &'static str {
        match self {
            Self::Fmt => "formatting",
            Self::Clippy => "clippy",
            Self::ClippyWasm => "clippy for wasm",
            Self::Unit => "unit and property tests",
            Self::Build => "release build and size",
            Self::Http => "HTTP tests in workerd",
            Self::E2e => "main job in Chromium",
        }
    }

    /// Runs it, and counts its tests.
    pub(super) fn run(self, context: &Context<'_>, label: String, count: &mut Count) -> Result<()> {
        let cargo = |line: &str| context.command("cargo", line);
        match self {
            Self::Fmt => context.run(label, cargo("fmt --all -- --check"), count),
            Self::Clippy => {
                context.run(label, cargo("clippy --workspace --all-targets --locked -- -D warnings"), count)
            }
            Self::ClippyWasm => {
                let line = "clippy --package docket-app --package docket-edge --lib --bins --locked \
                            --target wasm32-unknown-unknown -- -D warnings";
                context.run(label, cargo(line), count)
            }
            Self::Unit => {
                // The Worker's integration tests need its build, and have a step of their own.
                let others = cargo("test --workspace --exclude docket-edge --locked");
                context.run(label.clone(), others, count)?;
                context.run(label, cargo("test --package docket-edge --lib --locked"), count)
            }
            Self::Build => {
                build::build(Profile::Release, context.environment, context.workspace)?;
                crate::commands::size(context.workspace)
            }
            Self::Http => {
                let mut tests = cargo("test --package docket-edge --test * --locked");
                context.end_to_end(&mut tests);
                context.run(label, tests, count)
            }
            Self::E2e => {
                let mut tests = context.command("node", "--test --test-concurrency=1 e2e/**/*.test.{js,mjs}");
                context.end_to_end(&mut tests);
                tests.env("DOCKET_CHROMIUM", chromium::find()?);
                context.run(label, tests, count)
            }
        }
    }
}

impl Context<'_> {
    fn command(&self, program: &str, line: &str) -> Command {
        let mut command = self.environment.command(program, self.workspace);
        command.args(line.split_whitespace());
        command
    }

    /// Tests of the built Worker take it as it is.
    fn end_to_end(&self, command: &mut Command) {
        command.env(PREBUILT, "1").env(Profile::VARIABLE, Profile::Release.name());
    }

    fn run(&self, label: String, command: Command, count: &mut Count) -> Result<()> {
        let echo = if self.verbose { Echo::Lines } else { Echo::OnFailure };
        Task::new(label, command).echo(echo).run_reading(|line| count.read(line))
    }
}

/// Says at once what would be found missing only after a long while.
pub(super) fn check_prerequisites(steps: &[Step]) -> Result<()> {
    for (step, subcommand, component) in [
        (Step::Fmt, "fmt", "rustfmt"),
        (Step::Clippy, "clippy", "clippy"),
        (Step::ClippyWasm, "clippy", "clippy"),
    ] {
        if steps.contains(&step) && !has_subcommand(subcommand) {
            bail!("cargo {subcommand} is missing: `rustup component add {component}` brings it");
        }
    }
    if steps.contains(&Step::E2e) {
        chromium::find()?;
    }
    Ok(())
}

fn has_subcommand(name: &str) -> bool {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([name, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
