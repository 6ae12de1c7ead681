//! npm's packages, among them a Node that is new enough.

use std::{
    fs::{self, File},
    path::PathBuf,
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    environment::{self, on_path},
    process::Task,
    workspace::Workspace,
};

/// What wrangler asks for.
const NODE_MIN: (u32, u32) = (22, 12);

/// Installs the packages if the lock file is not the one they were installed from, and checks Node.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let locked =
        fs::read(workspace.root().join("package-lock.json")).context("package-lock.json cannot be read")?;
    let stamp = workspace.node_modules().join(".installed-from");
    let is_current = || fs::read(&stamp).is_ok_and(|installed| installed == locked);
    if !is_current() {
        let lock = lock(workspace)?;
        lock.lock().context("the checkout cannot be locked")?;
        if !is_current() {
            install(workspace)?;
            fs::write(&stamp, &locked).with_context(|| format!("{} cannot be written", stamp.display()))?;
        }
    }
    check_node(workspace)
}

fn lock(workspace: &Workspace) -> Result<File> {
    File::create(workspace.local()?.join("npm.lock")).context("the checkout cannot be written to")
}

fn install(workspace: &Workspace) -> Result<()> {
    let missing =
        ["node", "npm"].into_iter().filter(|program| on_path(program).is_none()).collect::<Vec<_>>();
    if !missing.is_empty() {
        bail!(
            "{} not found; install Node {}.{} or newer, with npm: https://nodejs.org",
            missing.join(" and "),
            NODE_MIN.0,
            NODE_MIN.1
        );
    }
    let mut command = Command::new("npm");
    // An older Node is enough for npm, and a newer one for wrangler is among the packages: no warnings about it.
    command.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(workspace.root());
    Task::new("npm packages", command).run()
}

fn check_node(workspace: &Workspace) -> Result<()> {
    let packaged = Some(workspace.node_bin().join("node")).filter(|node| node.exists());
    let Some(node) = packaged.or_else(|| environment::on_path("node")) else {
        bail!("Node not found; install version {}.{} or newer: https://nodejs.org", NODE_MIN.0, NODE_MIN.1);
    };
    let version = node_version(node)?;
    match parse_version(&version) {
        Some(found) if found >= NODE_MIN => Ok(()),
        _ => bail!(
            "Node {}.{} or newer is needed, this is {version}; install one from https://nodejs.org",
            NODE_MIN.0,
            NODE_MIN.1
        ),
    }
}

fn node_version(node: PathBuf) -> Result<String> {
    let output = Command::new(&node)
        .arg("--version")
        .output()
        .with_context(|| format!("{} cannot be started", node.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The major and minor version in what `node --version` says: `v22.12.0`.
fn parse_version(said: &str) -> Option<(u32, u32)> {
    let mut parts = said.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
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

    /// The lock file says what is installed, not where one machine got it from; integrity hashes do the rest.
    #[test]
    fn the_lock_file_names_no_registry() {
        let lock = include_str!("../../../package-lock.json");
        assert!(!lock.contains("\"resolved\""));
        assert!(lock.contains("\"integrity\": \"sha512-"));
    }
}
