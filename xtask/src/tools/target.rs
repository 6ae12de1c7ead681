//! The compilation target of app and Worker.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result};

use crate::process::run;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target if the compiler does not have it.
pub(crate) fn ensure() -> Result<()> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot start rustc; install Rust with rustup: https://rustup.rs")?;
    if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    run(rustup).with_context(|| {
        format!("this Rust cannot compile for {TARGET}; install that target, or Rust with rustup (https://rustup.rs)")
    })
}
