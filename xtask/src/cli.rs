//! The command line.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};

use crate::commands::{bench::Benchmark, test::Step};

/// Developer commands of Docket.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run everything on this machine and rebuild on change
    Dev(Dev),
    /// Build app and Worker
    Build(Build),
    /// Check formatting, lints, tests, sizes, and the main job in a browser
    Test(Test),
    /// Measure against baselines in the same run
    Bench(Bench),
    /// Show what the last release build weighs, and check it against the limits
    Size,
    /// Make a token for a program
    Token(Token),
    /// Make an operator's entry: somebody who signs in with a passphrase
    Operator(Operator),
    /// Build for release and deploy the Worker
    Deploy(Deploy),
    /// Install the tools and do nothing else
    Setup,
    /// What Trunk and wrangler call while they build
    #[command(hide = true)]
    Hook {
        #[command(subcommand)]
        hook: Hook,
    },
}

/// Run everything on this machine: the stand-in service (or a real one), the Worker and the app.
#[derive(Debug, Args)]
pub(crate) struct Dev {
    /// Use the real service at this base URL, with DOCKET_ADMIN_KEY and DOCKET_PROJECTS from the environment or
    /// from .dev.vars
    #[arg(long, value_name = "URL")]
    pub(crate) upstream: Option<String>,
    /// Port to listen on, on this machine only
    #[arg(long, default_value_t = 8787, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: u16,
    /// Folder that keeps jobs and visitors between two starts [default: .docket/state, or .docket/upstream with
    /// --upstream]
    #[arg(long, value_name = "DIR")]
    pub(crate) persist: Option<PathBuf>,
    /// Passphrase to sign in with [default: made up at the first start]
    #[arg(long, value_name = "TEXT")]
    pub(crate) passphrase: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The build that is deployed: smaller and faster, and slower to make
    #[arg(long)]
    pub(crate) release: bool,
}

/// Build the app into dist/ and the Worker into edge/build/.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The build that is deployed; says what it weighs, and fails over the limits
    #[arg(long)]
    pub(crate) release: bool,
}

/// Run all checks, or some.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Only these, in this order
    #[arg(value_enum, value_name = "STEP")]
    pub(crate) steps: Vec<Step>,
    /// Only what needs no release build, no workerd and no browser
    #[arg(long, conflicts_with = "steps")]
    pub(crate) quick: bool,
    /// Show the output of what passes too
    #[arg(long, short, env = "CI", value_parser = clap::builder::FalseyValueParser::new())]
    pub(crate) verbose: bool,
}

/// Measure, and print ratios against a baseline in the same run.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Only these [default: all]
    #[arg(value_enum, value_name = "BENCHMARK")]
    pub(crate) benchmarks: Vec<Benchmark>,
}

/// Make a token for a program. It is shown once; the Worker keeps its hash.
#[derive(Debug, Args)]
pub(crate) struct Token {
    /// Its name in the log of changes: lower-case letters, digits and hyphens
    #[arg(long)]
    pub(crate) id: String,
    /// What it may do; may be given several times
    #[arg(long = "scope", required = true, value_name = "SCOPE")]
    pub(crate) scopes: Vec<String>,
    /// The first day on which it is refused, in UTC [default: it does not expire]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) expires: Option<String>,
}

/// Make an operator's entry, with the passphrase that is given on the standard input, or a made-up one.
#[derive(Debug, Args)]
pub(crate) struct Operator {
    /// The name to sign in with
    #[arg(long)]
    pub(crate) name: String,
}

/// Build for release, check the sizes, and deploy.
#[derive(Debug, Args)]
pub(crate) struct Deploy {
    /// Arguments for `wrangler deploy`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) wrangler: Vec<String>,
}

/// Steps of a build that other tools call back for.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Hook {
    /// Before Trunk builds: bundle the style sheets and the start script
    Sources,
    /// Instead of wasm-bindgen: split the app's module first
    #[command(disable_help_flag = true)]
    Bindgen {
        /// Arguments for wasm-bindgen
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        args: Vec<OsString>,
    },
    /// After Trunk has built: publish to dist/
    Publish,
    /// When wrangler builds: the Worker
    Edge,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        let words = ["cargo xtask"].into_iter().chain(line.split_whitespace());
        Cli::try_parse_from(words).map(|cli| cli.command).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn dev_works_without_arguments() {
        let Command::Dev(dev) = parse("dev").unwrap() else { panic!("another command") };
        assert_eq!(dev.port, 8787);
        assert!(dev.upstream.is_none() && dev.persist.is_none() && dev.passphrase.is_none());
        assert!(!dev.no_open && !dev.release);
    }

    #[test]
    fn dev_takes_what_it_promises() {
        let line = "dev --upstream https://docs.example --port 9000 --persist /tmp/d --passphrase x --no-open --release";
        let Command::Dev(dev) = parse(line).unwrap() else { panic!("another command") };
        assert_eq!(dev.upstream.as_deref(), Some("https://docs.example"));
        assert_eq!((dev.port, dev.no_open, dev.release), (9000, true, true));
        assert!(parse("dev --port 0").is_err());
        assert!(parse("dev --port 70000").is_err());
    }

    #[test]
    fn test_takes_steps_or_quick() {
        let Command::Test(test) = parse("test http e2e").unwrap() else { panic!("another command") };
        assert_eq!(test.steps, [Step::Http, Step::E2e]);
        assert!(parse("test --quick http").is_err());
        assert!(parse("test no-such-step").unwrap_err().contains("clippy"));
    }

    #[test]
    fn deploy_passes_everything_on() {
        let Command::Deploy(deploy) = parse("deploy --env staging --dry-run").unwrap() else {
            panic!("another command")
        };
        assert_eq!(deploy.wrangler, ["--env", "staging", "--dry-run"]);
    }

    #[test]
    fn a_token_needs_a_scope() {
        assert!(parse("token --id ci").is_err());
        assert!(parse("token --id ci --scope jobs:read --scope jobs:write").is_ok());
    }
}
