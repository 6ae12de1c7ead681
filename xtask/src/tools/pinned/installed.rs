//! Pinned tools: found on PATH, else in a cache outside the checkout, else installed there.

use std::{
    env,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context as _, Result};
use etcetera::base_strategy::{BaseStrategy as _, Xdg};
use fs_err::{self as fs, File};
use rayon::prelude::*;
use which::which;

use super::{Pinned, download};
use crate::{environment::names, process::run, terminal, tools::state::ToolState};

/// The programs of all tools; `None` if one is missing.
pub(in crate::tools) fn found(tools: &[Pinned]) -> Result<Option<Vec<PathBuf>>> {
    let cache = cache()?;
    Ok(tools.iter().map(|tool| find(tool, &cache)).collect())
}

/// Installs the tools that are missing, and returns the programs of all.
pub(in crate::tools) fn install(tools: &[Pinned]) -> Result<Vec<PathBuf>> {
    let cache = cache()?;
    let is_there = || tools.iter().all(|tool| find(tool, &cache).is_some());
    once(&cache.join("install.lock"), is_there, || install_missing(tools, &cache))?;
    let program = |tool| find(tool, &cache).with_context(|| format!("{} was not installed", tool.name));
    tools.iter().map(program).collect()
}

/// `${DOCKET_CACHE or XDG_CACHE_HOME or ~/.cache}/docket`, shared by all clones.
pub(in crate::tools) fn cache() -> Result<PathBuf> {
    let chosen = env::var_os(names::CACHE).filter(|value| !value.is_empty());
    let base = chosen.map_or_else(|| Xdg::new().map(|xdg| xdg.cache_dir()), |chosen| Ok(chosen.into()))?;
    Ok(base.join("docket"))
}

/// Installs what is not there yet. Of several runs at the same time, one does it and the others wait.
pub(in crate::tools) fn once(
    lock: &Path,
    is_there: impl Fn() -> bool,
    install: impl FnOnce() -> Result<()>,
) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    let folder = lock.parent().context("a lock is in no folder")?;
    fs::create_dir_all(folder)?;
    let file = File::create(lock)?;
    file.lock().with_context(|| format!("cannot lock {}", folder.display()))?;
    // Another run may have installed it meanwhile.
    if is_there() { Ok(()) } else { install() }
}

/// The folder of one version of a tool.
fn folder(tool: &Pinned, cache: &Path) -> PathBuf {
    cache.join("tools").join(format!("{}-{}", tool.name, tool.version))
}

/// The program in exactly the pinned version: the one on PATH, or the one in the cache.
fn find(tool: &Pinned, cache: &Path) -> Option<PathBuf> {
    let cached = folder(tool, cache).join("bin").join(tool.name);
    match which(tool.name) {
        Ok(program) if program == cached || tool.is_at(&program) => Some(program),
        _ => cached.is_file().then_some(cached),
    }
}

/// Where a tool is, or how it will be installed.
pub(in crate::tools) fn state(tool: &Pinned, has_binstall: bool) -> ToolState {
    let found = cache().ok().and_then(|cache| find(tool, &cache));
    let how = if has_binstall {
        "downloaded by cargo-binstall"
    } else {
        "built from source, which takes minutes; cargo-binstall would download it"
    };
    found.map_or_else(
        || ToolState::Installed(format!("{} {}, {how}", tool.name, tool.version)),
        |program| ToolState::Ready(format!("{} {}", program.display(), tool.version)),
    )
}

fn install_missing(tools: &[Pinned], cache: &Path) -> Result<()> {
    fs::create_dir_all(cache.join("tools"))?;
    let names: Vec<_> = tools.iter().map(|tool| tool.name).collect();
    eprintln!(
        "installing {}, once for every clone on this machine, into {}",
        names.join(" and "),
        cache.display()
    );
    // Side by side, since each has a crate that keeps only one core busy for a minute.
    let missing = tools.par_iter().filter(|tool| find(tool, cache).is_none());
    missing.try_for_each(|tool| install_one(tool, cache))?;
    // Only speeds up a further installation, at more than a gigabyte.
    remove(&cache.join("build"))
}

/// Removes a folder, if it is there.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(error.into()),
    })
}

/// Installs beside the final folder and then moves it there, so that an interrupted run leaves no broken tool.
fn install_one(tool: &Pinned, cache: &Path) -> Result<()> {
    let started = Instant::now();
    let unfinished = cache.join("tools").join(format!(".{}", tool.name));
    remove(&unfinished)?;
    let is_downloaded = download::binstall()
        .is_some_and(|binstall| download::download(&binstall, tool, &unfinished.join("bin")));
    if !is_downloaded {
        build(tool, &unfinished, cache)?;
    }
    let folder = folder(tool, cache);
    remove(&folder)?;
    fs::rename(&unfinished, &folder)?;
    eprintln!("installed {} {} in {}", tool.name, tool.version, terminal::seconds(started.elapsed()));
    Ok(())
}

/// Builds a tool from source into a folder.
fn build(tool: &Pinned, root: &Path, cache: &Path) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo
        // Lines of two builds would be mixed.
        .args(["install", "--quiet", "--locked", "--debug", tool.name, "--version", tool.version])
        .args(tool.flags)
        .arg("--root")
        .arg(root)
        .arg("--target-dir")
        .arg(cache.join("build").join(tool.name))
        // The settings of the checkout and of the caller do not apply to the tools.
        .current_dir(cache)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        // Nobody debugs them: a fifth of the time.
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(cargo)
}
