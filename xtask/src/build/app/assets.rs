//! Files of the app that browsers cache indefinitely, under names of their content.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use base16ct::lower::encode_string;
use fs_err as fs;
use sha2::{Digest as _, Sha384};

use crate::{build::function_order::order_functions, environment::Environment, process::run};

/// The passes of a module without names. Flattening gives the later ones more to remove: a hundredth less than -Oz alone, after
/// compression.
pub(super) const PASSES: [&str; 5] = ["-O4", "--flatten", "--rereloop", "-Oz", "-Oz"];
/// The passes of the main module. Not inlining functions that have one caller saves another hundredth after compression. The other
/// modules are too small to gain by it.
pub(super) const PASSES_OF_MAIN: [&str; 6] =
    ["--one-caller-inline-max-function-size=10", "-Os", "--flatten", "--rereloop", "-Oz", "-Oz"];

/// Makes a module as small as it gets with these passes of wasm-opt.
pub(super) fn optimize(module: &Path, passes: &[&str], environment: &Environment) -> Result<()> {
    let mut wasm_opt = environment.command("wasm-opt");
    wasm_opt.arg(module).args(passes).arg("-o").arg(module);
    run(wasm_opt)?;
    Ok(fs::write(module, order_functions(&fs::read(module)?)?)?)
}

/// The beginning of the names of the app's script and modules.
pub(super) const APP: &str = "docket-app";

/// The stem, the start of the content's hash, and the ending. 40 bits tell two releases of a file apart, and the loader has every
/// digit of every name: 16 digits would add 0.1 kB to the first view.
pub(super) fn hashed_name(stem: &str, content: &[u8], ending: &str) -> String {
    format!("{stem}-{:.10}{ending}", encode_string(&Sha384::digest(content)))
}

/// Copies a file, whose name ends with `ending`, under the name of its content. Returns that name.
pub(super) fn copy_hashed(file: &Path, ending: &str, to: &Path) -> Result<String> {
    let stem = file
        .file_name()
        .and_then(|name| name.to_str()?.strip_suffix(ending))
        .context("a file has no name")?;
    let content = fs::read(file)?;
    let name = hashed_name(stem, &content, ending);
    fs::write(to.join(&name), content)?;
    Ok(name)
}

/// The only file in the folder that is the app's and has this ending.
pub(super) fn find(folder: &Path, ending: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(APP) && name.ends_with(ending)) {
            return Ok(entry.path());
        }
    }
    None.with_context(|| format!("no {APP}-…{ending} was built"))
}

/// A file's name.
pub(super) fn name(file: &Path) -> Result<&str> {
    file.file_name().and_then(|name| name.to_str()).context("a file of the app has no name")
}

/// The page with another text in place of one that it has.
pub(super) fn swap(page: &str, from: &str, to: &str) -> Result<String> {
    page.contains(from)
        .then(|| page.replace(from, to))
        .with_context(|| format!("no page or fragment of the app has {from}"))
}
