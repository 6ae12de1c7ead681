//! Rules of the repository, as tests.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod dependencies;
mod domains;
mod javascript;
mod limits;
mod migrations;
mod modules;
mod names;
#[path = "../support/node.rs"]
mod node;
mod security;
mod structure;
mod texts;
mod workflows;

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// The crates that people and programs use, and the tool that builds them.
const CRATES: [&str; 7] =
    ["app/src", "edge/src", "edge/core/src", "edge/openapi/src", "edge/wire/src", "sim/src", "xtask/src"];

/// The top of the checkout.
fn root() -> PathBuf {
    // A target folder that several checkouts share has the path of the last one built.
    let xtask = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap());
    xtask.parent().unwrap().to_owned()
}

/// Whether a file, by its path in a crate, has only tests: it is called `tests.rs`, or is in a folder `tests`.
fn is_tests(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// All `.rs` files below a folder, in the order of their paths.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    entries.map(DirEntry::into_path).filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}

#[test]
fn tests_are_in_a_file_or_folder_of_that_name() {
    for (file, has_only_tests) in [
        ("state/jobs/store/tests/mod.rs", true),
        ("state/jobs/store/tests/pages.rs", true),
        ("alarm/tests.rs", true),
        ("state/jobs/store/mod.rs", false),
        ("latest_tests.rs", false),
    ] {
        assert_eq!(is_tests(Path::new(file)), has_only_tests, "{file}");
    }
}
