//! The steps of a test run.

use anyhow::Result;
use clap::ValueEnum;

use super::{count::Count, fuzz};
use crate::{
    build::{Profile, build_next},
    commands::{build, package},
    environment::{Environment, names},
    process::{run, run_reading, side_by_side},
    tools::{chromium, schemathesis},
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
    /// Random requests and responses, for the code that reads them
    Fuzz,
    /// The release build, and its size
    Build,
    /// The package, unpacked outside the checkout: checked, configured, run, upgraded and backed out
    Package,
    /// The Worker over HTTP, in workerd, with the stand-in service
    Http,
    /// Generated requests, by the description of the API
    Schema,
    /// The main job in Chromium
    E2e,
}

impl Step {
    /// All, the fastest to fail first. The last four test the result of `Build`.
    pub(super) const ALL: [Self; 10] = [
        Self::Fmt,
        Self::Clippy,
        Self::ClippyWasm,
        Self::Unit,
        Self::Fuzz,
        Self::Build,
        Self::Package,
        Self::Http,
        Self::Schema,
        Self::E2e,
    ];
    /// The steps without a release build.
    pub(super) const QUICK: [Self; 4] = [Self::Fmt, Self::Clippy, Self::ClippyWasm, Self::Unit];

    /// The name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The label of its progress: its help on the command line.
    pub(super) fn label(self) -> String {
        let value = self.to_possible_value();
        value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
    }

    /// Runs it, and counts its tests.
    pub(super) fn run(self, environment: &Environment, count: &mut Count) -> Result<()> {
        let command = |program: &str, line: &str| {
            let mut command = environment.command(program);
            command.args(line.split_whitespace());
            command
        };
        // These use the release build.
        let end_to_end = |program: &str, line: &str| {
            let mut tests = command(program, line);
            tests.env(names::PREBUILT, "1").env(names::EDGE_PROFILE, Profile::Release.worker());
            tests
        };
        // A server that a failed test left open would keep the process of its file alive. The limit is that of one test.
        const NODE_TEST: &str = "--test --test-force-exit --test-timeout=300000";
        match self {
            Self::Fmt => run(command("cargo", "fmt --all -- --check")),
            Self::Clippy => run(command("cargo", "clippy --workspace --all-targets --locked -- -D warnings")),
            Self::ClippyWasm => {
                let line = "clippy --package docket-app --package docket-edge --lib --bins --locked \
                            --target wasm32-unknown-unknown -- -D warnings";
                run(command("cargo", line))
            }
            Self::Unit => {
                // The Worker's integration tests need its release build, and are a step of their own.
                let others = command("cargo", "test --workspace --exclude docket-edge --locked");
                run_reading(others, |line| count.read(line))?;
                let worker = command("cargo", "test --package docket-edge --lib --locked");
                run_reading(worker, |line| count.read(line))
            }
            Self::Fuzz => fuzz::run_targets(environment, count),
            Self::Build => build::release(environment),
            Self::Package => {
                let mut tests = command(
                    "node",
                    &format!("{NODE_TEST} e2e/package.mjs e2e/self-host.mjs e2e/releases.mjs"),
                );
                tests.env(names::PACKAGE, package::pack(environment)?);
                tests.env(names::NEXT_WORKER, build_next(environment)?);
                run_reading(tests, |line| count.read(line))
            }
            Self::Http => {
                let of = |name: &str| {
                    end_to_end("cargo", &format!("test --package docket-edge --test {name} --locked"))
                };
                run(command(
                    "cargo",
                    "test --package docket-edge --test http --test soak --locked --no-run",
                ))?;
                // Both wait more than they compute.
                let mut of_soak = Count::default();
                let mut http = of("http");
                http.args(["--", "--test-threads=4"]);
                side_by_side(
                    || run_reading(of("soak"), |line| of_soak.read(line)),
                    || run_reading(http, |line| count.read(line)),
                )?;
                count.add(&of_soak);
                Ok(())
            }
            Self::Schema => {
                let Some(programs) = schemathesis::ensure(&environment.workspace)? else {
                    count.skip();
                    return Ok(());
                };
                let mut validator = environment.command(&programs.python);
                validator.args(["-m", "openapi_spec_validator", "public/api/openapi.json"]);
                run(validator)?;
                let line = "test --package docket-edge --test schema --locked -- --ignored";
                let mut tests = end_to_end("cargo", line);
                tests.env(names::SCHEMATHESIS, programs.schemathesis);
                run_reading(tests, |line| count.read(line))
            }
            Self::E2e => {
                let line = format!("{NODE_TEST} --test-concurrency=2 e2e/**/*.test.{{js,mjs}}");
                let mut tests = end_to_end("node", &line);
                tests.env(names::CHROMIUM, chromium::find()?);
                run_reading(tests, |line| count.read(line))
            }
        }
    }
}
