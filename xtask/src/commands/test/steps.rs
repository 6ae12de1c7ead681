//! The steps of a test run.

use std::process::Command;

use anyhow::Result;
use clap::ValueEnum;

use super::{chromium, count::Count};
use crate::{
    build::{self, Profile},
    commands::size,
    environment::{Environment, names},
    process::Task,
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

/// The environment of all steps.
pub(super) struct Context {
    pub(super) environment: Environment,
    /// Whether the output of successful steps is printed.
    pub(super) is_verbose: bool,
}

impl Step {
    /// All, the fastest to fail first. The last two test the result of `Build`.
    pub(super) const ALL: [Self; 7] =
        [Self::Fmt, Self::Clippy, Self::ClippyWasm, Self::Unit, Self::Build, Self::Http, Self::E2e];
    /// The steps without a release build.
    pub(super) const QUICK: [Self; 4] = [Self::Fmt, Self::Clippy, Self::ClippyWasm, Self::Unit];

    /// The name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The label of its progress.
    pub(super) fn label(self) -> &'static str {
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
    pub(super) fn run(self, context: &Context, label: String, count: &mut Count) -> Result<()> {
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
                // The Worker's integration tests need its release build, and are a step of their own.
                let others = cargo("test --workspace --exclude docket-edge --locked");
                context.run(label.clone(), others, count)?;
                context.run(label, cargo("test --package docket-edge --lib --locked"), count)
            }
            Self::Build => {
                build::build(Profile::Release, &context.environment)?;
                size::run(&context.environment)
            }
            Self::Http => {
                let mut tests = cargo("test --package docket-edge --test * --locked");
                context.end_to_end(&mut tests);
                context.run(label, tests, count)
            }
            Self::E2e => {
                let mut tests = context.command("node", "--test --test-concurrency=1 e2e/**/*.test.{js,mjs}");
                context.end_to_end(&mut tests);
                tests.env(names::CHROMIUM, chromium::find()?);
                context.run(label, tests, count)
            }
        }
    }
}

impl Context {
    fn command(&self, program: &str, line: &str) -> Command {
        let mut command = self.environment.command(program);
        command.args(line.split_whitespace());
        command
    }

    /// Makes tests use the release build.
    fn end_to_end(&self, command: &mut Command) {
        command.env(names::PREBUILT, "1").env(names::EDGE_PROFILE, Profile::Release.name());
    }

    fn run(&self, label: String, command: Command, count: &mut Count) -> Result<()> {
        Task::new(label, command).verbose(self.is_verbose).run_reading(|line| count.read(line))
    }
}
