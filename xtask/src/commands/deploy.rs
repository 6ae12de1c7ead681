//! `cargo xtask deploy`: what passes the size check goes out.

use std::os::unix::process::CommandExt as _;

use anyhow::{Context as _, Result};

use super::{
    build::{self, Profile},
    hook::PREBUILT,
};
use crate::{cli, tools, workspace::Workspace};

/// Builds, checks, and hands over to wrangler, which may ask questions.
pub(crate) fn run(args: &cli::Deploy, workspace: &Workspace) -> Result<()> {
    let environment = tools::ensure(workspace)?;
    build::build(Profile::Release, &environment, workspace)?;
    super::size(workspace)?;
    let mut wrangler = environment.command("wrangler", workspace);
    wrangler.arg("deploy").args(&args.wrangler).current_dir(workspace.edge()).env(PREBUILT, "1");
    // wrangler takes this process's place, and with it the terminal.
    Err(wrangler.exec()).context("wrangler cannot be started")
}
