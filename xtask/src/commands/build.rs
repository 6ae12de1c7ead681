//! `cargo xtask build`: the app into dist/, the Worker into edge/build/.

use std::process::Command;

use anyhow::Result;

use super::{hook, output::OutputLock};
use crate::{cli, environment::Environment, process::Task, tools, wasm, workspace::Workspace};

/// How app and Worker are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build.
    Dev,
    /// What is deployed.
    Release,
}

impl Profile {
    /// The variable by which a build that wrangler starts learns of the profile. Unset means release: whoever
    /// calls `wrangler deploy` directly gets what is meant to be deployed.
    pub(crate) const VARIABLE: &str = "DOCKET_EDGE_PROFILE";

    /// The profile for `--release` given or not.
    pub(crate) fn new(release: bool) -> Self {
        if release { Self::Release } else { Self::Dev }
    }

    /// The profile that the environment asks for.
    pub(crate) fn from_env() -> Self {
        Self::new(std::env::var_os(Self::VARIABLE).is_none_or(|value| value != Self::Dev.name()))
    }

    /// The word for it in the variable, which is also cargo's name for the Worker's profile.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Release => "edge",
        }
    }
}

/// Builds both. A release build says what it weighs.
pub(crate) fn run(args: &cli::Build, workspace: &Workspace) -> Result<()> {
    let environment = tools::ensure(workspace)?;
    build(Profile::new(args.release), &environment, workspace)?;
    if args.release { super::size(workspace) } else { Ok(()) }
}

/// Builds both.
pub(crate) fn build(profile: Profile, environment: &Environment, workspace: &Workspace) -> Result<()> {
    let _lock = OutputLock::take(workspace)?;
    Task::new("app", trunk("build", profile, environment, workspace)?).run()?;
    build_worker(profile, environment, workspace)
}

/// Builds the Worker alone.
pub(crate) fn worker(profile: Profile, environment: &Environment, workspace: &Workspace) -> Result<()> {
    let _lock = OutputLock::take(workspace)?;
    build_worker(profile, environment, workspace)
}

fn build_worker(profile: Profile, environment: &Environment, workspace: &Workspace) -> Result<()> {
    Task::new("Worker", worker_build(profile, environment, workspace)).run()?;
    finish_worker(profile, workspace)
}

/// Trunk's build or watch command.
pub(crate) fn trunk(
    command: &str,
    profile: Profile,
    environment: &Environment,
    workspace: &Workspace,
) -> Result<Command> {
    let mut trunk = environment.command("trunk", workspace);
    trunk.env("PATH", environment.path_from(&hook::shim(workspace)?)?);
    // Only warnings, besides what cargo says.
    trunk.args(["--quiet", command]);
    if profile == Profile::Release {
        trunk.arg("--release");
    }
    Ok(trunk)
}

/// The command that builds the Worker.
pub(crate) fn worker_build(profile: Profile, environment: &Environment, workspace: &Workspace) -> Command {
    let mut build = environment.command("worker-build", workspace);
    build.current_dir(workspace.edge());
    match profile {
        Profile::Dev => build.arg("--dev"),
        Profile::Release => build.args(["--profile", profile.name()]),
    };
    build
}

/// What is left to do when worker-build is done.
pub(crate) fn finish_worker(profile: Profile, workspace: &Workspace) -> Result<()> {
    match profile {
        Profile::Dev => Ok(()),
        Profile::Release => wasm::strip_names(&workspace.worker_wasm()),
    }
}
