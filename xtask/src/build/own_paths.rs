//! The folders in which cargo has the sources of crates. A release build does not name them: it would differ from machine to
//! machine, and tell who built it.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use fs_err as fs;

/// Cargo adds these flags to those of .cargo/config.toml.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Has the code that a command compiles name the sources of crates from the folders on.
pub(super) fn remap(command: &mut Command) -> Result<()> {
    command.env(FLAGS, flags(&folders()?));
    Ok(())
}

/// Whether a module names one of the folders.
pub(crate) fn leak_in(module: &[u8], folders: &[PathBuf]) -> bool {
    let mut names = folders.iter().filter_map(|folder| folder.to_str()).map(str::as_bytes);
    names.any(|name| module.windows(name.len()).any(|part| part == name))
}

/// The folders of the registries that cargo has sources of.
pub(crate) fn folders() -> Result<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).context("there is no home folder")?;
    let sources = home.join("registry/src");
    if !sources.exists() {
        return Ok(Vec::new());
    }
    fs::read_dir(sources)?.map(|entry| Ok(entry?.path())).collect()
}

/// Flags have spaces between them, so that a folder with one cannot be in them.
fn flags(folders: &[PathBuf]) -> String {
    let names = folders.iter().map(PathBuf::as_path).filter_map(Path::to_str);
    let names = names.filter(|name| !name.contains(char::is_whitespace));
    names.map(|name| format!("--remap-path-prefix={name}/=")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_without_spaces_is_left_out() {
        let folders =
            ["/home/ada/.cargo/registry/src/a-1", "/x y/registry/src/a-1", "/srv/b-2"].map(PathBuf::from);
        assert_eq!(
            flags(&folders),
            "--remap-path-prefix=/home/ada/.cargo/registry/src/a-1/= --remap-path-prefix=/srv/b-2/="
        );
    }

    #[test]
    fn a_folder_is_found_in_a_module() {
        let folders = ["/srv/a-1", "/srv/b-2"].map(PathBuf::from);
        assert!(leak_in(b"\0asm/srv/b-2/leptos-0.8.23/src/lib.rs", &folders));
        assert!(!leak_in(b"\0asmleptos-0.8.23/src/lib.rs", &folders));
    }
}
