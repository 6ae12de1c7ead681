//! Tools built from source: found on PATH, else in the cache, else installed there.

use std::{
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use which::which;

use super::{cache::Cache, pinned::Pinned};
use crate::{environment::cargo, process::Task};

/// The programs of all tools; installs those that are missing.
pub(crate) fn ensure(tools: &[Pinned]) -> Result<Vec<PathBuf>> {
    let cache = Cache::from_env()?;
    if !missing(tools, &cache).is_empty() {
        install_missing(tools, &cache)?;
    }
    let program = |tool| find(tool, &cache).with_context(|| format!("{} was not installed", tool.program));
    tools.iter().map(program).collect()
}

fn missing<'a>(tools: &'a [Pinned], cache: &Cache) -> Vec<&'a Pinned> {
    tools.iter().filter(|tool| find(tool, cache).is_none()).collect()
}

/// The program in exactly the pinned version: the one on PATH, or the one in the cache.
fn find(tool: &Pinned, cache: &Cache) -> Option<PathBuf> {
    let cached = cache.tool(tool).join("bin").join(tool.program);
    match which(tool.program) {
        Ok(program) if program == cached || has_version(&program, tool) => Some(program),
        _ => cached.is_file().then_some(cached),
    }
}

fn has_version(program: &Path, tool: &Pinned) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| tool.is_version(&String::from_utf8_lossy(&output.stdout)))
}

fn install_missing(tools: &[Pinned], cache: &Cache) -> Result<()> {
    let folder = cache.tools();
    fs::create_dir_all(&folder)?;
    let lock = File::create(cache.lock()).context("cannot write to the cache folder")?;
    if lock.try_lock().is_err() {
        eprintln!("another run installs tools; waiting for it");
        lock.lock().context("cannot lock the cache folder")?;
    }
    // The run that held the lock may have installed them.
    let missing = missing(tools, cache);
    if missing.is_empty() {
        return Ok(());
    }
    let count = missing.len();
    eprintln!("building {count} tools, once for every clone on this machine, into {}", folder.display());
    for (index, tool) in missing.into_iter().enumerate() {
        install(tool, cache, format!("[{}/{count}] {} {}", index + 1, tool.package, tool.version))?;
    }
    // Only speeds up a further installation, at more than a gigabyte.
    remove(&cache.build())
}

fn remove(folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(error.into()),
    })
}

/// Installs beside the final folder and then moves it there, so that an interrupted run leaves no broken tool.
fn install(tool: &Pinned, cache: &Cache, label: String) -> Result<()> {
    let unfinished = cache.tools().join(format!(".{}", tool.program));
    remove(&unfinished)?;
    let mut cargo = Command::new(cargo());
    cargo
        .args(["install", tool.package, "--version", tool.version])
        .args(tool.flags)
        .arg("--root")
        .arg(&unfinished)
        .arg("--target-dir")
        .arg(cache.build())
        // The settings of the checkout and of the caller do not apply to the tools.
        .current_dir(cache.tools())
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        // Link-time optimisation takes longer than it saves.
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    Task::new(label, cargo).run()?;
    let folder = cache.tool(tool);
    remove(&folder)?;
    Ok(fs::rename(&unfinished, &folder)?)
}
