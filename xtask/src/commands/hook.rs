//! The build steps that Trunk and wrangler call.

use std::{env, ffi::OsString};

use anyhow::Result;
use clap::Subcommand;

use crate::{
    build::{self, Profile, app, publish::publish, split},
    environment::{Environment, is_prebuilt, names},
    tools,
    workspace::Workspace,
};

#[derive(Debug, Subcommand)]
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
    /// When wrangler builds: app and Worker
    Build,
}

impl Hook {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        match self {
            Self::Sources => app::bundle_sources(&environment(workspace)?),
            Self::Bindgen { args } => split::bindgen(args, &workspace),
            Self::Publish => publish(&environment(workspace)?),
            Self::Build if is_prebuilt() => Ok(()),
            Self::Build => build::build(Profile::from_env(), &environment(workspace)?),
        }
    }
}

/// The environment that another xtask command prepared, or a new one when a person calls Trunk or wrangler directly.
fn environment(workspace: Workspace) -> Result<Environment> {
    if env::var_os(names::XTASK).is_some() {
        return Ok(Environment::inherited(workspace));
    }
    tools::ensure(workspace)
}
