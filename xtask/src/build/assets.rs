//! Files of the app that browsers cache for good, under names of their content.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::markup::{self, Tag};
use crate::{environment::Environment, process::run_inside};

/// Flattening gives the later passes more to remove: a hundredth less than -Oz alone, after compression.
const PASSES: [&str; 5] = ["-O4", "--flatten", "--rereloop", "-Oz", "-Oz"];

/// Makes a module as small as wasm-opt can, and removes the names of its functions.
pub(super) fn optimize(module: &Path, environment: &Environment) -> Result<()> {
    let mut wasm_opt = environment.command("wasm-opt");
    wasm_opt.arg(module).args(PASSES).arg("-o").arg(module);
    run_inside(wasm_opt)
}

/// A file name with the start of the content's hash.
pub(super) fn hashed_name(kind: &str, hash: &[u8], ending: &str) -> Result<String> {
    let mut name = format!("docket-app-{kind}");
    for byte in hash.iter().take(8) {
        write!(name, "{byte:02x}")?;
    }
    Ok(name + ending)
}

/// The path in `folder` of the app's script, which the page preloads.
pub(super) fn script(html: &str, folder: &Path) -> Result<PathBuf> {
    let tags = markup::tags(html);
    let href = tags.iter().find(|tag| is_script(tag)).and_then(|tag| tag.attribute("href"));
    Ok(folder.join(href.context("the page loads no app")?.trim_start_matches('/')))
}

/// Whether a tag preloads the app's script.
pub(super) fn is_script(tag: &Tag) -> bool {
    tag.has_rel("modulepreload")
}
