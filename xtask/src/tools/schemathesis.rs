//! Schemathesis, which generates requests by the description of the API: Python packages in a folder of their own.

use std::{
    env,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use base16ct::lower::encode_string;
use fs_err as fs;
use sha2::{Digest as _, Sha256};

use super::{
    pinned::installed::{cache, once, remove},
    platform::Platform,
    state::ToolState,
};
use crate::{process::run, workspace::Workspace};

/// The packages with their versions and hashes, from the top of the checkout.
const REQUIREMENTS: &str = "edge/tests/schema/requirements.txt";
/// Fails with a Python that is older than the packages are locked for, or that cannot make a folder for them.
const CHECK: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// The installed programs.
pub(crate) struct Programs {
    pub(crate) python: PathBuf,
    pub(crate) schemathesis: PathBuf,
}

/// Installs the packages if they have changed since the last installation. `None` without Python; in CI, that is an error.
pub(crate) fn ensure(workspace: &Workspace) -> Result<Option<Programs>> {
    if !has_python()? {
        if env::var_os("CI").is_some() {
            bail!(lacking());
        }
        println!("skipped: {}", lacking());
        return Ok(None);
    }
    let requirements = workspace.root().join(REQUIREMENTS);
    let tools = cache()?.join("tools");
    let folder = tools.join(name(&fs::read(&requirements)?));
    // The last file that an installation writes.
    let stamp = folder.join("is-complete");
    once(
        &tools.join("schemathesis.lock"),
        || stamp.exists(),
        || {
            install(&folder, &requirements)?;
            Ok(fs::write(&stamp, "")?)
        },
    )?;
    let program = |name: &str| folder.join("bin").join(name);
    Ok(Some(Programs { python: program("python"), schemathesis: program("st") }))
}

/// Whether this machine has a Python for the packages.
pub(super) fn state() -> ToolState {
    match has_python() {
        Ok(true) => ToolState::Ready("3.11 or newer, with venv".into()),
        Ok(false) => ToolState::Optional(lacking()),
        Err(error) => ToolState::Optional(error.to_string()),
    }
}

/// What there is to say without Python.
fn lacking() -> String {
    let how = Platform::current().python();
    format!("no Python 3.11 or newer with venv (`python3`), so no requests are generated: `{how}`")
}

fn has_python() -> Result<bool> {
    match Command::new("python3").args(["-c", CHECK]).stderr(Stdio::null()).status() {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).context("cannot start `python3`"),
    }
}

/// The folder's name: other packages get another folder.
fn name(requirements: &[u8]) -> String {
    format!("schemathesis-{:.16}", encode_string(&Sha256::digest(requirements)))
}

fn install(folder: &Path, requirements: &Path) -> Result<()> {
    eprintln!("installing Schemathesis, once for every clone on this machine, into {}", folder.display());
    remove(folder)?;
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv"]).arg(folder);
    run(venv)?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"])
        .args(["--only-binary=:all:", "--requirement"])
        .arg(requirements);
    run(pip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_has_a_version_and_hashes() {
        let requirements = include_str!("../../../edge/tests/schema/requirements.txt");
        let packages = requirements.lines().filter(|line| line.contains("==") && !line.starts_with('#'));
        let hashes =
            requirements.lines().filter(|line| line.trim_start().starts_with("--hash=sha256:")).count();
        assert!(packages.clone().count() > 10 && hashes > packages.count());
        assert!(
            !requirements.contains("http"),
            "the hashes identify the packages, wherever they are downloaded from"
        );
    }

    #[test]
    fn other_packages_have_another_folder() {
        assert_eq!(name(b""), "schemathesis-e3b0c44298fc1c14");
        assert_ne!(name(b"a==1"), name(b"a==2"));
    }
}
