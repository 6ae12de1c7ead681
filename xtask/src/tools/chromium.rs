//! The browser of the end-to-end tests and of the benchmark of pages.

use std::path::PathBuf;

use anyhow::{Result, bail};
use which::which;

use super::platform::Platform;
use crate::environment::names;

/// Program names of Chromium and Chrome. The first one is the browser without its own windows. It takes half the CPU time.
const NAMES: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The system's Chromium. The error says how to install one.
pub(crate) fn find() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os(names::CHROMIUM).map(PathBuf::from) {
        if chosen.is_file() {
            return Ok(chosen);
        }
        bail!("DOCKET_CHROMIUM names {}, which is not a file", chosen.display());
    }
    let platform = Platform::current();
    let elsewhere = || platform.chromium_paths().iter().map(PathBuf::from).find(|path| path.is_file());
    let Some(found) = NAMES.into_iter().find_map(|name| which(name).ok()).or_else(elsewhere) else {
        bail!(
            "no Chromium for the browser tests: `{}`, or the path of one in DOCKET_CHROMIUM; \
             `cargo xtask test --quick` needs none",
            platform.chromium()
        );
    };
    Ok(found)
}
