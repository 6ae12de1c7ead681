//! The browser of the end-to-end tests and of the benchmark of pages.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use which::which;

use crate::environment::names;

/// Program names of Chromium and Chrome.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MACOS: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// The system's Chromium. The error says how to install one.
pub(crate) fn find() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os(names::CHROMIUM).map(PathBuf::from) {
        if chosen.is_file() {
            return Ok(chosen);
        }
        bail!("DOCKET_CHROMIUM names {}, which is not a file", chosen.display());
    }
    let macos = || Path::new(MACOS).is_file().then(|| MACOS.into());
    let Some(found) = NAMES.into_iter().find_map(|name| which(name).ok()).or_else(macos) else {
        bail!(
            "no Chromium for the browser tests: `apt-get install chromium` on Debian and Ubuntu, \
             `brew install --cask chromium` on macOS, or the path of one in DOCKET_CHROMIUM; \
             `cargo xtask test --quick` needs none"
        );
    };
    Ok(found)
}
