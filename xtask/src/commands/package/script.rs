//! `cargo xtask backup` and `restore`: the scripts of the package, so that there is one of each.

use std::process::Command;

use anyhow::{Result, bail};
use clap::Args;

use crate::workspace::Workspace;

/// A script of the package, with its arguments.
#[derive(Debug, Args)]
pub(crate) struct Script {
    /// The address of the deployment, the file, and options: see docs/operating.md
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

impl Script {
    /// Runs a script in the current folder, where its file is.
    pub(crate) fn run(&self, workspace: &Workspace, name: &str) -> Result<()> {
        let script = workspace.root().join("xtask/package").join(name);
        let status = Command::new("node").arg(script).args(&self.args).status()?;
        if !status.success() {
            bail!("{name} failed");
        }
        Ok(())
    }
}
