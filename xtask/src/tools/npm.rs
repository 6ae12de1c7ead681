//! npm's packages, among them a recent Node.

use std::{fs::File, process::Command};

use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use semver::Version;
use which::which;

use crate::{process::Task, workspace::Workspace};

/// The oldest Node that wrangler accepts.
const NODE_MIN: Version = Version::new(22, 12, 0);

/// Installs the packages if the lock file has changed since the last installation, and checks Node.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let locked = fs::read(workspace.root().join("package-lock.json"))?;
    let stamp = workspace.node_modules().join(".installed-from");
    let is_current = || fs::read(&stamp).is_ok_and(|installed| installed == locked);
    if !is_current() {
        let lock =
            File::create(workspace.local()?.join("npm.lock")).context("cannot write to the checkout")?;
        lock.lock().context("cannot lock the checkout")?;
        // Another run may have installed them meanwhile.
        if !is_current() {
            install(workspace)?;
            fs::write(&stamp, &locked)?;
        }
    }
    check_node(workspace)
}

fn install(workspace: &Workspace) -> Result<()> {
    if let Some(missing) = ["node", "npm"].into_iter().find(|program| which(program).is_err()) {
        bail!("{missing} not found; install Node {NODE_MIN} or newer, with npm: https://nodejs.org");
    }
    let mut npm = Command::new("npm");
    // Hides warnings about an older Node: it is enough for npm, and the packages bring a newer one for wrangler.
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(workspace.root());
    Task::new("npm packages", npm).run()
}

fn check_node(workspace: &Workspace) -> Result<()> {
    let packaged = Some(workspace.node_bin().join("node")).filter(|node| node.exists());
    let Some(node) = packaged.or_else(|| which("node").ok()) else {
        bail!("Node not found; install version {NODE_MIN} or newer: https://nodejs.org");
    };
    let output = Command::new(&node).arg("--version").output();
    let output = output.with_context(|| format!("cannot start {}", node.display()))?;
    let version = String::from_utf8_lossy(&output.stdout);
    if parse_version(&version).is_none_or(|version| version < NODE_MIN) {
        bail!(
            "Node {NODE_MIN} or newer is needed, this is {}; install one from https://nodejs.org",
            version.trim()
        );
    }
    Ok(())
}

/// The version in the output of `node --version`: `v22.12.0`.
fn parse_version(output: &str) -> Option<Version> {
    Version::parse(output.trim().strip_prefix('v')?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_version_is_compared_by_numbers() {
        assert!(parse_version("v22.12.0\n").unwrap() >= NODE_MIN);
        assert!(parse_version("v100.1.0").unwrap() >= NODE_MIN);
        assert!(parse_version("v22.9.0").unwrap() < NODE_MIN);
        assert!(parse_version("v20.20.2").unwrap() < NODE_MIN);
        assert_eq!(parse_version("nonsense"), None);
    }

    /// The integrity hashes identify the packages; a registry's address would tie the file to one machine.
    #[test]
    fn the_lock_file_names_no_registry() {
        let lock = include_str!("../../../package-lock.json");
        assert!(!lock.contains("\"resolved\""));
        assert!(lock.contains("\"integrity\": \"sha512-"));
    }
}
