//! The files of the package.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use anyhow::{Context as _, Result};
use base16ct::lower::encode_string;
use docket_core::settings::{SETTINGS, Visibility};
use fs_err as fs;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use super::{config, crates::Crates, notices, sbom};
use crate::{environment::Environment, random, workspace::Workspace};

/// The checksums of the other files.
const SUMS: &str = "SHA256SUMS";
/// The configuration, which administrators edit.
const CONFIG: &str = "wrangler.jsonc";

/// Contents by path, in the order of the paths.
#[derive(Debug, Default)]
pub(super) struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// Everything of a release, from what was built last.
    pub(super) fn collect(environment: &Environment) -> Result<Self> {
        let workspace = &environment.workspace;
        let (root, edge) = (workspace.root(), workspace.edge());
        let mut files = Self::default();
        files.add_folder(config::ASSETS, &workspace.dist())?;
        files.add_folder(config::WORKER, &edge.join("build"))?;
        for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
            files.add(name, fs::read(root.join(name))?);
        }
        for name in ["backup-file.mjs", "backup.mjs", "check.mjs", "operator.mjs", "restore.mjs"] {
            files.add(name, fs::read(root.join("xtask/package").join(name))?);
        }
        files.add("words.txt", random::WORDS);

        let config = config::packed(&fs::read_to_string(edge.join(CONFIG))?)?;
        let wrangler = Wrangler::locked(workspace)?;
        files.add("release.json", pretty(&release(&config::read(&config)?, &wrangler))?);
        files.add(CONFIG, config);
        let readme = fs::read_to_string(root.join("xtask/package/README.md"))?;
        files.add("README.md", wrangler.fill_in(&readme));

        let crates = Crates::read(environment)?;
        files.add("sbom.cdx.json", pretty(&sbom::of(&crates))?);
        files.add("THIRD-PARTY-NOTICES.txt", notices::of(&crates)?);
        files.add(SUMS, files.sums()?);
        Ok(files)
    }

    /// Paths and contents, in the order of the paths.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Vec<u8>)> {
        self.0.iter()
    }

    /// Writes them below a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        for (path, content) in &self.0 {
            let target = folder.join(path);
            fs::create_dir_all(target.parent().context("a file of the package has no folder")?)?;
            fs::write(target, content)?;
        }
        Ok(())
    }

    pub(super) fn add(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), content.into());
    }

    /// All files below a folder, apart from hidden ones, which only the build needs.
    fn add_folder(&mut self, path: &str, folder: &Path) -> Result<()> {
        let is_hidden = |entry: &DirEntry| entry.file_name().to_string_lossy().starts_with('.');
        for entry in WalkDir::new(folder).min_depth(1).into_iter().filter_entry(|entry| !is_hidden(entry)) {
            let entry = entry.context("run `cargo xtask build --release`")?;
            if entry.file_type().is_file() {
                let inner = entry.path().strip_prefix(folder)?;
                let inner = inner.to_str().context("a built file has a name that is not UTF-8")?;
                self.add(format!("{path}/{inner}"), fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// The lines that `sha256sum --check` reads. The configuration is not among them.
    fn sums(&self) -> Result<String> {
        let mut lines = String::new();
        for (path, content) in self.0.iter().filter(|(path, _)| *path != CONFIG) {
            writeln!(lines, "{}  {path}", encode_string(&Sha256::digest(content)))?;
        }
        Ok(lines)
    }
}

/// The wrangler that the lock file names: the one that the tests ran with.
struct Wrangler {
    version: String,
    /// The Node that it needs, like `22`.
    node: String,
}

impl Wrangler {
    fn locked(workspace: &Workspace) -> Result<Self> {
        let lock: Value = serde_json::from_slice(&fs::read(workspace.root().join("package-lock.json"))?)?;
        let wrangler = lock.pointer("/packages/node_modules~1wrangler");
        let text = |pointer: &str| wrangler.and_then(|package| package.pointer(pointer)?.as_str());
        let version = text("/version").context("package-lock.json has no wrangler")?.to_owned();
        let node = text("/engines/node").and_then(|range| range.strip_prefix(">=")?.split('.').next());
        Ok(Self { version, node: node.context("wrangler does not say which Node it needs")?.to_owned() })
    }

    /// Replaces the placeholders of a text.
    fn fill_in(&self, text: &str) -> String {
        let values = [
            ("{{version}}", env!("CARGO_PKG_VERSION")),
            ("{{wrangler}}", &self.version),
            ("{{node}}", &self.node),
        ];
        values
            .into_iter()
            .fold(text.to_owned(), |text, (placeholder, value)| text.replace(placeholder, value))
    }
}

/// What check.mjs compares with: versions, the parts of the configuration that are the release's, and all settings.
fn release(config: &Value, wrangler: &Wrangler) -> Value {
    let kind = |visibility| match visibility {
        Visibility::Variable => "variable",
        Visibility::Secret => "secret",
    };
    let settings: BTreeMap<&str, &str> =
        SETTINGS.iter().map(|setting| (setting.name, kind(setting.visibility))).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "wrangler": wrangler.version,
        "config": config,
        "settings": settings,
    })
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksums_are_those_of_all_files_but_the_configuration() {
        let mut files = Files::default();
        files.add("b.txt", "b");
        files.add("a/empty", "");
        files.add(CONFIG, "{}");
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let b = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";
        assert_eq!(files.sums().unwrap(), format!("{empty}  a/empty\n{b}  b.txt\n"));
    }

    #[test]
    fn the_readme_has_no_placeholder_left() {
        let wrangler = Wrangler::locked(&Workspace::find().unwrap()).unwrap();
        let readme = wrangler.fill_in(include_str!("../../../package/README.md"));
        assert!(readme.contains(&format!("npx wrangler@{} deploy", wrangler.version)), "{readme}");
        assert!(!readme.contains("{{"), "{readme}");
    }

    #[test]
    fn hidden_files_of_a_build_are_not_packed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        for name in [".gitignore", "index.js", "inner/a.wasm"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let mut files = Files::default();
        files.add_folder("worker", folder.path()).unwrap();
        assert_eq!(files.0.keys().collect::<Vec<_>>(), ["worker/index.js", "worker/inner/a.wasm"]);
    }
}
