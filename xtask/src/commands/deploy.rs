//! `cargo xtask deploy`: deploys a release build within the size limits.

use std::os::unix::process::CommandExt as _;

use anyhow::{Context as _, Result};
use clap::Args;

use super::build;
use crate::{environment::names, tools, workspace::Workspace};

/// Build for release, check the sizes, and deploy.
#[derive(Debug, Args)]
pub(crate) struct Deploy {
    /// Arguments for `wrangler deploy`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) wrangler: Vec<String>,
}

impl Deploy {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        let environment = tools::ensure(workspace)?;
        build::release(&environment)?;
        let mut wrangler = environment.command("wrangler");
        wrangler.arg("deploy").args(&self.wrangler);
        wrangler.current_dir(environment.workspace.edge()).env(names::PREBUILT, "1");
        // wrangler replaces this process, since it may ask questions on the terminal.
        Err(wrangler.exec()).context("cannot start wrangler")
    }
}
