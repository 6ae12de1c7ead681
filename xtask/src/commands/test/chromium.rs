//! The browser of the end-to-end tests.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::environment::on_path;

/// Names of Chromium and of what is built from it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MACOS: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// The system's Chromium. Says how to get one.
pub(super) fn find() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os("DOCKET_CHROMIUM").map(PathBuf::from) {
        if chosen.is_file() {
            return Ok(chosen);
        }
        bail!("DOCKET_CHROMIUM is {}, where there is no program", chosen.display());
    }
    let macos = || Path::new(MACOS).is_file().then(|| MACOS.into());
    let Some(found) = NAMES.into_iter().find_map(on_path).or_else(macos) else {
        bail!(
            "no Chromium for the browser tests: `apt-get install chromium` on Debian and Ubuntu, \
             `brew install --cask chromium` on macOS, or the path of one in DOCKET_CHROMIUM; \
             `cargo xtask test --quick` does without"
        );
    };
    Ok(found)
}
