//! The app: Trunk builds it for deployment. For development it is built without Trunk, which would itself have to be built
//! for three minutes before the first start, and which minifies again at every edit what nobody weighs.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use walkdir::WalkDir;

use super::{Profile, assets::APP, page, publish::publish};
use crate::{environment::Environment, process::run, tools::TARGET};

/// What a build reads, from the top of the checkout, and what has the versions of its tools.
const SOURCES: [&str; 9] = [
    "app",
    "edge/wire",
    "style",
    "public",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    "package-lock.json",
];

/// Builds the app into dist/. In development, an unchanged app is not built again after an edit of the Worker.
pub(super) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let workspace = &environment.workspace;
    let stamp = workspace.generated().join("app-is-current");
    fs::create_dir_all(workspace.generated())?;
    if profile == Profile::Release {
        // What is served from now on is no development build.
        fs::write(&stamp, "")?;
        fs::remove_file(stamp)?;
        return trunk(environment);
    }
    let mut sources = SOURCES.map(|source| workspace.root().join(source)).to_vec();
    sources.push(env::current_exe().context("cannot find the xtask binary")?);
    if workspace.dist().join("index.html").exists() && is_newer(&stamp, &sources) {
        return Ok(());
    }
    // It has the time of the start, since an edit during the build is not part of it.
    let started = workspace.generated().join("started");
    fs::write(&started, "")?;
    bundle_sources(environment)?;
    run(compile(environment))?;
    let staged = page::stage(workspace)?;
    publish(&staged, profile, environment)?;
    Ok(fs::rename(started, stamp)?)
}

/// The command that compiles the app for development.
pub(super) fn compile(environment: &Environment) -> Command {
    let mut cargo = environment.command("cargo");
    cargo.args(["build", "--quiet", "--package", APP, "--target", TARGET]);
    cargo
}

/// Whether the file exists and was written after all files of the sources.
fn is_newer(file: &Path, sources: &[PathBuf]) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    let Ok(written) = modified(file) else { return false };
    let is_older = |path: &Path| modified(path).is_ok_and(|modified| modified < written);
    let mut entries = sources.iter().flat_map(WalkDir::new);
    entries.all(|entry| entry.is_ok_and(|entry| is_older(entry.path())))
}

/// Trunk calls xtask back, through the hooks of Trunk.toml and as `wasm-bindgen`.
fn trunk(environment: &Environment) -> Result<()> {
    let mut trunk = environment.command("trunk");
    // Trunk prints only warnings, beside cargo's output.
    trunk.args(["--quiet", "build", "--release"]);
    run(trunk)
}
/// Bundles the style sheets into one, and the start script, both minified.
pub(crate) fn bundle_sources(environment: &Environment) -> Result<()> {
    let mut esbuild = environment.command("esbuild");
    esbuild
        .args(["style/index.css", "app/boot.js"])
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=warning"])
        .arg("--entry-names=[name]")
        .arg(format!("--outdir={}", environment.workspace.generated().display()));
    run(esbuild)
}

#[cfg(test)]
mod tests {
    use std::{fs::File, time::Duration};

    use super::*;

    #[test]
    fn an_edited_a_new_and_a_missing_source_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (stamp, sources) = (folder.path().join("stamp"), folder.path().join("src"));
        let edited = sources.join("a/edited.rs");
        assert!(!is_newer(&stamp, &[]), "nothing was built");
        fs::create_dir_all(sources.join("a")).unwrap();
        fs::write(&edited, "").unwrap();
        fs::write(&stamp, "").unwrap();
        let now = stamp.metadata().unwrap().modified().unwrap();
        let set = |path: &Path, time| File::open(path).unwrap().set_modified(time).unwrap();
        let before = now - Duration::from_secs(1);
        [&sources, &sources.join("a"), &edited].iter().for_each(|path| set(path, before));
        assert!(is_newer(&stamp, std::slice::from_ref(&sources)));
        set(&edited, now);
        assert!(!is_newer(&stamp, std::slice::from_ref(&sources)), "an edited file");
        set(&edited, before);
        fs::write(sources.join("a/new.rs"), "").unwrap();
        set(&sources.join("a"), now);
        assert!(!is_newer(&stamp, std::slice::from_ref(&sources)), "a new file");
        assert!(!is_newer(&stamp, &[folder.path().join("missing")]), "a missing folder");
    }
}
