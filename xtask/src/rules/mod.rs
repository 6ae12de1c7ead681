//! Rules of the repository, as tests.

mod dependencies;
mod domains;
mod limits;
mod migrations;
mod modules;
mod names;
mod npm;
mod security;
mod structure;
mod texts;
mod workflows;

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::workspace::Workspace;

/// The crates that people and programs use, and the tool that builds them.
const CRATES: [&str; 7] =
    ["app/src", "edge/src", "edge/core/src", "edge/openapi/src", "edge/wire/src", "sim/src", "xtask/src"];

/// The top of the checkout.
fn root() -> PathBuf {
    Workspace::find().unwrap().root().to_owned()
}

/// All `.rs` files below a folder, in the order of their paths.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    entries.map(DirEntry::into_path).filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}
