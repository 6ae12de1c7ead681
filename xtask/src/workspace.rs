//! Paths in the checkout.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use fs_err as fs;

/// The checkout that this command works on.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The checkout that xtask is part of. The path that cargo sets at run time comes before the one compiled in:
    /// a target directory shared by several checkouts holds the binary of the last one built.
    pub(crate) fn find() -> Result<Self> {
        let manifest_dir = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = manifest_dir.parent().context("xtask is at the root of the file system")?;
        let root = root.canonicalize().with_context(|| format!("no checkout at {}", root.display()))?;
        Ok(Self { root })
    }

    /// The folder with the workspace's Cargo.toml.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The app as it is served.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The Worker's crate, with wrangler's configuration.
    pub(crate) fn edge(&self) -> PathBuf {
        self.root.join("edge")
    }

    /// The Worker's wasm as it is deployed.
    pub(crate) fn worker_wasm(&self) -> PathBuf {
        self.root.join("edge/build/index_bg.wasm")
    }

    /// The folder of generated files that a build needs. It is always in the checkout, because app/index.html names the files.
    pub(crate) fn generated(&self) -> PathBuf {
        self.root.join("target/generated")
    }

    /// The parts of the app's split module.
    pub(crate) fn parts(&self) -> PathBuf {
        self.generated().join("parts")
    }

    /// The folder of the packaged release. It is always in the checkout, for a person to find.
    pub(crate) fn packages(&self) -> PathBuf {
        self.root.join("target/package")
    }

    /// The folder of local development: state, generated secrets and locks. Created if missing.
    pub(crate) fn local(&self) -> Result<PathBuf> {
        let folder = self.root.join(".docket");
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The folder of npm's packages.
    pub(crate) fn node_modules(&self) -> PathBuf {
        self.root.join("node_modules")
    }

    /// The programs of npm's packages.
    pub(crate) fn node_bin(&self) -> PathBuf {
        self.node_modules().join(".bin")
    }
}
