//! The splitter makes a module of what each combination of pages shares: more than a hundred. This merges them into fewer, since
//! each module costs a request and an instance of its own.

mod loader;
mod plan;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use fs_err as fs;
use rayon::prelude::*;

use self::plan::{PartGroup, plan};
use crate::{build::wasm, environment::Environment, process::run};

/// The beginning of the names of parts that several pages share.
const SHARED: &str = "chunk_";
/// The module from which parts import the app's memory and its table of functions.
const MAIN: &str = "__wasm_split";
/// The name of [`MAIN`] while modules are merged, because it is among them and cannot import from itself.
const OUTSIDE: &str = "outside";

/// Merges shared parts in `folder`. `needed` has the parts that each page or dialog needs, by the splitter's names. Returns the loader
/// that loads what is there now, and rewrites `needed` to that.
pub(super) fn merge(
    folder: &Path,
    loader: &str,
    needed: &mut BTreeMap<String, Vec<String>>,
    environment: &Environment,
) -> Result<String> {
    let file = |part: &str| folder.join(part).with_extension("wasm");
    let mut sizes = BTreeMap::new();
    for part in needed.values().flatten().filter(|part| part.starts_with(SHARED)) {
        sizes.insert(part.clone(), usize::try_from(fs::metadata(file(part))?.len())?);
    }
    let groups = plan(&sizes, needed);
    groups.par_iter().try_for_each(|group| merge_group(group, &file, environment))?;

    let mut merged = BTreeMap::new();
    for group in &groups {
        if let [first, others @ ..] = group.parts.as_slice() {
            merged.extend(others.iter().map(|part| (part.clone(), first.clone())));
        }
    }
    for part in needed.values_mut().flatten() {
        if let Some(first) = merged.get(part) {
            part.clone_from(first);
        }
    }
    loader::redirect(loader, &merged)
}

/// Replaces the files of a group by one, under the name of the first.
fn merge_group(
    group: &PartGroup,
    file: &(impl Fn(&str) -> PathBuf + Sync),
    environment: &Environment,
) -> Result<()> {
    let [first, others @ ..] = group.parts.as_slice() else { return Ok(()) };
    if others.is_empty() {
        return Ok(());
    }
    let modules = group.parts.iter().map(|part| fs::read(file(part))).collect::<Result<Vec<_>, _>>()?;
    // All parts import the same memory. Without a module among them that exports it, each would keep an import of its own.
    let link = file(first).with_extension("link");
    fs::write(&link, wasm::link(&modules, OUTSIDE)?)?;
    let mut wasm_merge = environment.command("wasm-merge");
    wasm_merge.arg(&link).arg(MAIN);
    for part in &group.parts {
        wasm_merge.arg(file(part)).arg(part);
    }
    let merged = file(first).with_extension("merged");
    wasm_merge.arg("-o").arg(&merged);
    run(wasm_merge)?;
    fs::write(file(first), wasm::import_from(&fs::read(&merged)?, MAIN)?)?;
    for file in others.iter().map(|part| file(part)).chain([link, merged]) {
        fs::remove_file(&file).with_context(|| format!("{} is still there", file.display()))?;
    }
    Ok(())
}
