//! Where things are in the checkout.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// The checkout that this command works on.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The checkout that xtask is part of.
    ///
    /// Cargo says where that is when it runs xtask. The place where xtask was built is only second best: a build
    /// folder shared by several checkouts keeps the last one's.
    pub(crate) fn find() -> Result<Self> {
        let manifest_dir = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = manifest_dir.parent().context("xtask lies at the root of the file system")?;
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

    /// The Worker as it is deployed.
    pub(crate) fn edge_build(&self) -> PathBuf {
        self.edge().join("build")
    }

    /// The Worker's code in it.
    pub(crate) fn worker_wasm(&self) -> PathBuf {
        self.edge_build().join("index_bg.wasm")
    }

    /// The style sheet and the start script that Trunk takes in.
    pub(crate) fn generated(&self) -> PathBuf {
        self.root.join("target/generated")
    }

    /// The app's module in parts, as it was split.
    pub(crate) fn parts(&self) -> PathBuf {
        self.generated().join("parts")
    }

    /// A file that is written each time the app has been published to dist/.
    pub(crate) fn published(&self) -> PathBuf {
        self.generated().join("published")
    }

    /// A file that wrangler watches, written when it is to list the app's files anew.
    pub(crate) fn reload(&self) -> PathBuf {
        self.generated().join("reload")
    }

    /// The folder, made if need be, of what local development keeps between two starts: state, made-up secrets
    /// and locks.
    pub(crate) fn local(&self) -> Result<PathBuf> {
        let folder = self.root.join(".docket");
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        Ok(folder)
    }

    /// The folder of npm's packages.
    pub(crate) fn node_modules(&self) -> PathBuf {
        self.root.join("node_modules")
    }

    /// The programs that npm's packages bring.
    pub(crate) fn node_bin(&self) -> PathBuf {
        self.node_modules().join(".bin")
    }
}
