//! The compilation target of app and Worker.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use which::which;

use crate::process::Task;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target if the compiler does not have it.
pub(crate) fn ensure() -> Result<()> {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .context("cannot start rustc; install Rust with rustup: https://rustup.rs")?;
    let sysroot = String::from_utf8_lossy(&output.stdout);
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    if which("rustup").is_err() {
        bail!(
            "this Rust cannot compile for {TARGET}, and there is no rustup to add it with; \
             install Rust with rustup (https://rustup.rs), or that target with your package manager"
        );
    }
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]);
    Task::new(format!("Rust target {TARGET}"), command).run()
}
