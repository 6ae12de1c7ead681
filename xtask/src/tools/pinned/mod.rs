//! The tools that are built from source, and their versions.

pub(super) mod download;
pub(super) mod installed;

use std::{path::Path, process::Command};

/// A program that is installed with `cargo install`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pinned {
    /// The name of the crate and of its program.
    pub(crate) name: &'static str,
    /// The only accepted version.
    pub(crate) version: &'static str,
    /// Arguments for `cargo install` that only this one has.
    pub(crate) flags: &'static [&'static str],
}

const WORKER_BUILD: Pinned = Pinned { name: "worker-build", version: "0.8.7", flags: &[] };

/// Only for release builds. Without the features for https, since it downloads nothing.
const TRUNK: Pinned = Pinned { name: "trunk", version: "0.21.14", flags: &["--no-default-features"] };

/// Only for the fuzz targets, and so only where the nightly toolchain is.
pub(crate) const CARGO_FUZZ: Pinned = Pinned { name: "cargo-fuzz", version: "0.13.2", flags: &[] };

/// The tools of a development build.
pub(crate) const DEV: &[Pinned] = &[WORKER_BUILD];

/// The tools of a release build, and so all of them.
pub(crate) const RELEASE: &[Pinned] = &[WORKER_BUILD, TRUNK];

impl Pinned {
    /// Whether this program is the tool in the pinned version.
    pub(crate) fn is_at(&self, program: &Path) -> bool {
        let output = Command::new(program).arg("--version").output();
        output.is_ok_and(|output| self.is_version(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Whether this output of `--version` names the pinned version.
    fn is_version(&self, output: &str) -> bool {
        let mut words = output.lines().next().unwrap_or_default().split_whitespace();
        words.any(|word| word == self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_recognised_in_each_tools_output() {
        assert!(WORKER_BUILD.is_version("0.8.7"));
        assert!(!TRUNK.is_version("trunk 0.21.1"));
        assert!(!TRUNK.is_version(""));
    }
}
