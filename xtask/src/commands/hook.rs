//! The build steps that Trunk and wrangler call.

use std::{env, path::PathBuf};

use anyhow::{Context as _, Result};
use clap::Subcommand;

use crate::{
    build::{
        self, Profile,
        app::{self, publish::publish},
        bindgen::{self, Bindgen},
    },
    environment::{Environment, is_prebuilt, names},
    tools,
    workspace::Workspace,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Hook {
    /// Before Trunk builds: bundle the style sheets and the start script
    Sources,
    /// As wasm-bindgen: generate the bindings of app or Worker
    #[command(display_name = "wasm-bindgen", version = bindgen::VERSION)]
    Bindgen(Bindgen),
    /// After Trunk has built: publish to dist/
    Publish,
    /// When wrangler builds: app and Worker
    Build,
}

impl Hook {
    pub(crate) fn run(&self, workspace: Workspace) -> Result<()> {
        match self {
            Self::Sources => app::bundle_sources(&environment(workspace)?),
            Self::Bindgen(bindgen) => bindgen.run(&workspace),
            Self::Publish => publish_of_trunk(&environment(workspace)?),
            Self::Build if is_prebuilt() => Ok(()),
            Self::Build => build::build(Profile::from_env(), &environment(workspace)?),
        }
    }
}

/// Publishes what Trunk has staged.
fn publish_of_trunk(environment: &Environment) -> Result<()> {
    let staged = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    let staged = staged.context("TRUNK_STAGING_DIR is not set: only Trunk calls this")?;
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    publish(&staged, Profile::new(is_release), environment)
}

/// The environment that another xtask command prepared, or a new one when a person calls Trunk or wrangler directly.
fn environment(workspace: Workspace) -> Result<Environment> {
    if env::var_os(names::XTASK).is_some() {
        return Ok(Environment::inherited(workspace));
    }
    tools::ensure(workspace, Profile::from_env().tools())
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;

    #[test]
    fn trunk_gets_the_version_as_from_wasm_bindgen() {
        let hook = Hook::augment_subcommands(Command::new("hook"));
        let asked = hook.try_get_matches_from(["hook", "bindgen", "--version"]).unwrap_err();
        assert_eq!(asked.to_string(), format!("wasm-bindgen {}\n", bindgen::VERSION));
    }
}
