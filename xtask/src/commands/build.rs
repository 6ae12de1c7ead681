//! `cargo xtask build`: the app into dist/, the Worker into edge/build/.

use anyhow::Result;
use clap::Args;

use super::size;
use crate::{
    build::{self, Profile, lock},
    environment::Environment,
    tools,
    workspace::Workspace,
};

/// Build the app into dist/ and the Worker into edge/build/.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The build for deployment; prints its sizes, and fails over the limits
    #[arg(long)]
    release: bool,
}

impl Build {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        let environment = tools::ensure(workspace, Profile::new(self.release).tools())?;
        if self.release {
            release(&environment)
        } else {
            let _lock = lock::exclusive(&environment.workspace)?;
            build::build(Profile::Dev, &environment)
        }
    }
}

/// Builds for deployment, and checks the sizes.
pub(super) fn release(environment: &Environment) -> Result<()> {
    let _lock = lock::exclusive(&environment.workspace)?;
    build::build(Profile::Release, environment)?;
    size::check(environment)
}
