//! The commands that build the app.

use std::{fs::Permissions, os::unix::fs::PermissionsExt as _, path::PathBuf, process::Command};

use anyhow::Result;
use fs_err as fs;

use super::profile::Profile;
use crate::{environment::Environment, process::run_inside, workspace::Workspace};

/// Trunk's `build` or `watch`, which calls xtask back through the hooks of Trunk.toml and through [`shim`].
pub(crate) fn trunk(subcommand: &str, profile: Profile, environment: &Environment) -> Result<Command> {
    let mut trunk = environment.command("trunk");
    trunk.env("PATH", environment.path_with(&shim(&environment.workspace)?)?);
    // Trunk prints only warnings, beside cargo's output.
    trunk.args(["--quiet", subcommand]);
    if profile == Profile::Release {
        trunk.arg("--release");
    }
    Ok(trunk)
}

/// Writes a `wasm-bindgen` script that splits the app's module first, and returns its folder. The split belongs
/// between the linker and wasm-bindgen, where Trunk has no hook.
fn shim(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.generated().join("bin");
    let script = folder.join("wasm-bindgen");
    fs::create_dir_all(&folder)?;
    fs::write(&script, "#!/bin/sh\nexec \"$DOCKET_XTASK\" hook bindgen \"$@\"\n")?;
    fs::set_permissions(&script, Permissions::from_mode(0o755))?;
    Ok(folder)
}

/// Bundles the style sheets into one, and the start script, both minified.
pub(crate) fn bundle_sources(environment: &Environment) -> Result<()> {
    let mut esbuild = environment.command("esbuild");
    esbuild
        .args(["style/index.css", "app/boot.js"])
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=warning"])
        // The Worker serves the fonts of public/ under their own names.
        .args(["--external:/fonts/*", "--entry-names=[name]"])
        .arg(format!("--outdir={}", environment.workspace.generated().display()));
    run_inside(esbuild)
}
