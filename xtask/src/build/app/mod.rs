//! The app: Trunk builds it for deployment. For development it is built without Trunk, which would itself have to be built
//! for minutes before the first start, and which minifies again at every edit, which a development build does not need.

mod assets;
mod first_paint;
mod merge;
mod page;
pub(crate) mod publish;
mod shrink;
pub(super) mod split;

use std::process::Command;

use anyhow::Result;

use self::{assets::APP, publish::publish};
use super::{Profile, own_paths, stamp::Stamp};
use crate::{environment::Environment, process::run, tools::TARGET};

/// What a build reads besides what every build does.
const SOURCES: [&str; 4] = ["app", "style", "public", "Trunk.toml"];

/// Builds the app into dist/.
pub(super) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let workspace = &environment.workspace;
    let stamp = Stamp::new("app", &SOURCES, workspace)?;
    stamp.build(profile, &workspace.dist().join("index.html"), || match profile {
        Profile::Release => trunk(environment),
        Profile::Dev => {
            bundle_sources(environment)?;
            run(compile(environment))?;
            publish(&page::stage(workspace)?, profile, environment)
        }
    })
}

/// The command that compiles the app for development.
pub(super) fn compile(environment: &Environment) -> Command {
    let mut cargo = environment.command("cargo");
    cargo.args(["build", "--quiet", "--package", APP, "--target", TARGET]);
    cargo
}

/// Trunk calls xtask back, through the hooks of Trunk.toml and as `wasm-bindgen`.
fn trunk(environment: &Environment) -> Result<()> {
    let mut trunk = environment.command("trunk");
    // Trunk prints only warnings, beside cargo's output.
    trunk.args(["--quiet", "build", "--release"]);
    own_paths::remap(&mut trunk)?;
    run(trunk)
}

/// Bundles the style sheets into two, and the start script, all minified.
pub(crate) fn bundle_sources(environment: &Environment) -> Result<()> {
    let mut esbuild = environment.command("esbuild");
    esbuild
        .args(["style/index.css", "style/pages.css", "app/boot.js"])
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=warning"])
        .arg("--entry-names=[name]")
        .arg(format!("--outdir={}", environment.workspace.generated().display()));
    run(esbuild)
}
