//! The steps of a test run.

use anyhow::Result;
use clap::ValueEnum;

use super::{count::Count, fuzz};
use crate::{
    build::{Profile, build, build_next},
    commands::{build::release, package},
    environment::{Environment, names},
    process::{run, run_reading, side_by_side},
    tools::{chromium, schemathesis},
};

/// One kind of check. They are in the order of a full run, the fastest to fail first. The last four test the result of
/// `Build`, which overwrites that of `Dev`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestStep {
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
    /// The main job with a development build, in Chromium
    Dev,
    /// The release build, and its size
    Build,
    /// The package, unpacked outside the checkout: checked, configured, run, upgraded and backed out
    Package,
    /// The Worker over HTTP, in workerd, with the stand-in service
    Http,
    /// Generated requests, by the description of the API
    Schema,
    /// The console, in Chromium
    E2e,
}

impl TestStep {
    /// The steps without a release build and a nightly toolchain.
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

    /// Whether it opens a browser.
    pub(super) fn needs_browser(self) -> bool {
        matches!(self, Self::Dev | Self::E2e)
    }

    /// Runs it, and counts its tests.
    pub(super) fn run(self, environment: &Environment, count: &mut Count) -> Result<()> {
        let command = |program: &str, line: &str| {
            let mut command = environment.command(program);
            command.args(line.split_whitespace());
            command
        };
        // A server that a failed test left open would keep the process of its file alive. The limit is that of one test.
        const NODE_TEST: &str = "--test --test-force-exit --test-timeout=300000";
        match self {
            Self::Fmt => run(command("cargo", "fmt --all -- --check")),
            Self::Clippy => {
                let line = "clippy --workspace --all-targets --test http --test soak --test schema --locked \
                            -- -D warnings";
                run(command("cargo", line))
            }
            Self::ClippyWasm => {
                let line = "clippy --package docket-app --package docket-edge --lib --bins --locked \
                            --target wasm32-unknown-unknown -- -D warnings";
                run(command("cargo", line))
            }
            Self::Unit => {
                let tests = command("cargo", "test --workspace --locked");
                run_reading(tests, |line| count.read(line))
            }
            Self::Fuzz => fuzz::run_targets(environment, count),
            Self::Dev => {
                // The time limit of a test does not cover a first build.
                build(Profile::Dev, environment)?;
                let mut tests = command("node", &format!("{NODE_TEST} e2e/development.mjs"));
                tests.env(names::CHROMIUM, chromium::find()?);
                run_reading(tests, |line| count.read(line))
            }
            Self::Build => release(environment),
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
                // Of the workspace, so that nothing is compiled again with the features of one package alone.
                let of = |name: &str| command("cargo", &format!("test --workspace --test {name} --locked"));
                run(command("cargo", "test --workspace --test http --test soak --locked --no-run"))?;
                // Both wait more than they compute.
                let mut of_soak = Count::default();
                let mut http = of("http");
                http.args(["--", "--test-threads=8"]);
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
                let mut tests = command("cargo", "test --workspace --test schema --locked");
                tests.env(names::SCHEMATHESIS, programs.schemathesis);
                run_reading(tests, |line| count.read(line))
            }
            Self::E2e => {
                // All files at once, on two cores too: the tests wait more than they compute.
                let line = format!("{NODE_TEST} --test-concurrency=5 e2e/**/*.test.{{js,mjs}}");
                let mut tests = command("node", &line);
                tests.env(names::CHROMIUM, chromium::find()?);
                run_reading(tests, |line| count.read(line))
            }
        }
    }
}
