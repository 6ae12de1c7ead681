//! The compilation target of app and Worker.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result};

use super::state::ToolState;
use crate::process::run;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target if the compiler does not have it.
pub(crate) fn ensure() -> Result<()> {
    if is_there()? {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    run(rustup).with_context(|| {
        format!("this Rust cannot compile for {TARGET}; install that target, or Rust with rustup (https://rustup.rs)")
    })
}

/// Whether the compiler has the target.
fn is_there() -> Result<bool> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot start rustc; install Rust with rustup: https://rustup.rs")?;
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Whether the compiler has the target, or how it gets it.
pub(super) fn state() -> ToolState {
    match is_there() {
        Ok(true) => ToolState::Ready(TARGET.into()),
        Ok(false) => ToolState::Installed(format!("rustup target add {TARGET}")),
        Err(error) => ToolState::Missing(error.to_string()),
    }
}
