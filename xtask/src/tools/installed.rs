//! Tools built from source: looked for on PATH, then in the cache, then installed there.

use std::{
    env,
    fs::{self, File},
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use super::{cache::Cache, pinned::Pinned};
use crate::{environment, process::Task};

/// Where the tools are.
#[derive(Debug)]
pub(crate) struct Installed {
    /// Folders to put on PATH.
    pub(crate) folders: Vec<PathBuf>,
    /// The wasm-bindgen program.
    pub(crate) bindgen: PathBuf,
}

/// Finds all tools and installs those that are missing.
pub(crate) fn ensure(tools: &[Pinned]) -> Result<Installed> {
    let cache = Cache::from_env()?;
    let missing: Vec<&Pinned> = tools.iter().filter(|tool| find(tool, &cache).is_none()).collect();
    if !missing.is_empty() {
        install_all(&missing, &cache)?;
    }
    let programs = tools
        .iter()
        .map(|tool| find(tool, &cache).with_context(|| format!("{} was not installed", tool.program)))
        .collect::<Result<Vec<PathBuf>>>()?;
    let bindgen = programs.iter().find(|program| program.ends_with("wasm-bindgen"));
    Ok(Installed {
        bindgen: bindgen.cloned().context("wasm-bindgen is not among the tools")?,
        folders: programs.iter().filter_map(|program| program.parent()).map(Path::to_owned).collect(),
    })
}

/// The program in exactly the right version: the one on PATH, or the one in the cache.
fn find(tool: &Pinned, cache: &Cache) -> Option<PathBuf> {
    let cached = cache.tool(tool).join("bin").join(tool.program);
    match environment::on_path(tool.program) {
        Some(program) if program == cached || says_version(&program, tool) => Some(program),
        _ => cached.is_file().then_some(cached),
    }
}

fn says_version(program: &Path, tool: &Pinned) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| tool.is_version(&String::from_utf8_lossy(&output.stdout)))
}

fn install_all(missing: &[&Pinned], cache: &Cache) -> Result<()> {
    fs::create_dir_all(cache.tools())
        .with_context(|| format!("{} cannot be created", cache.tools().display()))?;
    let lock = File::create(cache.lock()).context("the cache folder cannot be written to")?;
    if lock.try_lock().is_err() {
        eprintln!("another run is installing tools; waiting for it");
        lock.lock().context("the cache folder cannot be locked")?;
    }
    // Somebody else may have installed them meanwhile.
    let missing: Vec<&Pinned> = missing.iter().copied().filter(|tool| find(tool, cache).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!(
        "building {} tools, once for every clone on this machine, into {}",
        missing.len(),
        cache.tools().display()
    );
    for (index, tool) in missing.iter().enumerate() {
        let label = format!("[{}/{}] {} {}", index + 1, missing.len(), tool.package, tool.version);
        install(tool, cache, label)?;
    }
    // Only speeds up a further installation, at more than a gigabyte.
    remove(&cache.build())
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        ErrorKind::NotFound => Ok(()),
        _ => Err(error).with_context(|| format!("{} cannot be removed", folder.display())),
    })
}

/// Installs next to the final place and moves it there when it is whole: a run that is cut short leaves nothing
/// that looks like a tool.
fn install(tool: &Pinned, cache: &Cache, label: String) -> Result<()> {
    // Under the lock, so that what is there is left over from a run that was cut short.
    let unfinished = cache.tools().join(format!(".{}", tool.program));
    remove(&unfinished)?;
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["install", tool.package, "--version", tool.version])
        .args(tool.flags)
        .arg("--root")
        .arg(&unfinished)
        .arg("--target-dir")
        .arg(cache.build())
        // Not the checkout: its settings are not for the tools, and neither are the caller's.
        .current_dir(cache.tools())
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        // Link-time optimisation takes longer than it saves.
        .env("CARGO_PROFILE_RELEASE_LTO", "off");
    Task::new(label, command).run()?;
    let place = cache.tool(tool);
    remove(&place)?;
    fs::rename(&unfinished, &place).with_context(|| format!("{} cannot be put in place", place.display()))
}
