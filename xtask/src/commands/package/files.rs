//! The files of the package.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use anyhow::{Context as _, Result};
use base16ct::lower::encode_string;
use docket_core::settings::{SETTING_DOCS, SETTINGS, Visibility};
use fs_err as fs;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use super::{config, crates::Crates, notices, sbom, self_host};
use crate::{environment::Environment, random, workspace::Workspace};

/// The checksums of the other files.
const SUMS: &str = "SHA256SUMS";
/// The configuration of wrangler.
const CONFIG: &str = "wrangler.jsonc";
/// The manuals of who deploys, operates or calls Docket.
const MANUALS: [&str; 8] = [
    "docs/alerts.yml",
    "docs/api-reference.md",
    "docs/api.md",
    "docs/deploying.md",
    "docs/operating.md",
    "docs/performance.md",
    "docs/security.md",
    "docs/sizes.md",
];
/// What runs the Worker without Cloudflare.
const SELF_HOST: &str = "self-host";
/// The configuration of workerd.
const WORKERD: &str = "self-host/workerd.capnp";
/// Texts that name versions.
const FILLED_IN: [&str; 3] = ["README.md", "self-host/Containerfile", "self-host/docket.service"];
/// The files that administrators edit.
const EDITED: [&str; 3] = [CONFIG, "self-host/Caddyfile", WORKERD];

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
        for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"].into_iter().chain(MANUALS) {
            files.add(name, fs::read(root.join(name))?);
        }
        let package = root.join("xtask/package");
        for name in
            ["account.mjs", "backup-file.mjs", "backup.mjs", "check.mjs", "requests.mjs", "restore.mjs"]
        {
            files.add(name, fs::read(package.join(name))?);
        }
        files.add("words.txt", random::WORDS);

        let config = config::packed(&fs::read_to_string(edge.join(CONFIG))?)?;
        let runtime = Runtime::locked(workspace)?;
        let workerd = self_host::with_settings(&fs::read_to_string(package.join(WORKERD))?);
        files.add("release.json", pretty(&release(&config::read(&config)?, &workerd, &runtime))?);
        files.add(CONFIG, config);
        files.add_folder(SELF_HOST, &package.join(SELF_HOST))?;
        for name in FILLED_IN {
            files.add(name, runtime.fill_in(&fs::read_to_string(package.join(name))?));
        }
        files.add(WORKERD, workerd);

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

    /// Adds all files below a folder except hidden ones. Only the build needs those.
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

    /// The lines that `sha256sum --check` reads, without the files that administrators edit.
    fn sums(&self) -> Result<String> {
        let mut lines = String::new();
        for (path, content) in self.0.iter().filter(|(path, _)| !EDITED.contains(&path.as_str())) {
            writeln!(lines, "{}  {path}", encode_string(&Sha256::digest(content)))?;
        }
        Ok(lines)
    }
}

/// The versions of the tools that deploy or run the Worker, from the lock file: the tests ran with these.
struct Runtime {
    wrangler: String,
    workerd: String,
    /// The Node that wrangler needs, like `22`.
    node: String,
}

impl Runtime {
    fn locked(workspace: &Workspace) -> Result<Self> {
        let lock: Value = serde_json::from_slice(&fs::read(workspace.root().join("package-lock.json"))?)?;
        let text = |name: &str, pointer: &str| {
            let found = lock.pointer(&format!("/packages/node_modules~1{name}{pointer}"))?;
            found.as_str()
        };
        let version = |name: &str| {
            let version = text(name, "/version").map(str::to_owned);
            version.with_context(|| format!("package-lock.json has no {name}"))
        };
        let node =
            text("wrangler", "/engines/node").and_then(|range| range.strip_prefix(">=")?.split('.').next());
        let node = node.context("wrangler does not say which Node it needs")?.to_owned();
        Ok(Self { wrangler: version("wrangler")?, workerd: version("workerd")?, node })
    }

    /// Replaces the placeholders of a text.
    fn fill_in(&self, text: &str) -> String {
        let values = [
            ("{{version}}", env!("CARGO_PKG_VERSION")),
            ("{{wrangler}}", &self.wrangler),
            ("{{workerd}}", &self.workerd),
            ("{{node}}", &self.node),
        ];
        values
            .into_iter()
            .fold(text.to_owned(), |text, (placeholder, value)| text.replace(placeholder, value))
    }
}

/// What check.mjs compares with: versions, the parts of the configurations that are the release's, all settings, and the
/// ranges of those that are whole numbers.
fn release(config: &Value, workerd: &str, runtime: &Runtime) -> Value {
    let kind = |visibility| match visibility {
        Visibility::Variable => "variable",
        Visibility::Secret => "secret",
    };
    let settings: BTreeMap<&str, &str> =
        SETTINGS.iter().map(|setting| (setting.name, kind(setting.visibility))).collect();
    let ranges: BTreeMap<&str, [u32; 2]> = SETTINGS
        .iter()
        .zip(SETTING_DOCS)
        .filter_map(|(setting, docs)| Some((setting.name, docs.range?)))
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "wrangler": runtime.wrangler,
        "workerd": runtime.workerd,
        "workerdLines": self_host::fixed_lines(workerd),
        "config": config,
        "settings": settings,
        "ranges": ranges,
    })
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn the_checksums_are_those_of_all_files_that_nobody_edits() {
        let mut files = Files::default();
        files.add("b.txt", "b");
        files.add("a/empty", "");
        EDITED.into_iter().for_each(|name| files.add(name, "{}"));
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let b = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";
        assert_eq!(files.sums().unwrap(), format!("{empty}  a/empty\n{b}  b.txt\n"));
    }

    #[test]
    fn no_placeholder_is_left() {
        let workspace = Workspace::find().unwrap();
        let runtime = Runtime::locked(&workspace).unwrap();
        let package = workspace.root().join("xtask/package");
        let [readme, container, unit] =
            FILLED_IN.map(|name| runtime.fill_in(&fs::read_to_string(package.join(name)).unwrap()));
        assert!(readme.contains(&format!("npx wrangler@{} deploy", runtime.wrangler)), "{readme}");
        assert!(container.contains(&format!("workerd@{}", runtime.workerd)), "{container}");
        assert!(unit.contains(concat!("localhost/docket:", env!("CARGO_PKG_VERSION"))), "{unit}");
        assert!(!format!("{readme}{container}{unit}").contains("{{"), "{readme}{container}{unit}");
    }

    #[test]
    fn what_the_manuals_link_to_is_in_the_package() {
        let root = Workspace::find().unwrap().root().to_owned();
        let link = Regex::new(r"\]\((?:docs/)?([\w-]+\.(?:md|yml))").unwrap();
        for path in MANUALS.into_iter().chain(["xtask/package/README.md"]) {
            let text = fs::read_to_string(root.join(path)).unwrap();
            for found in link.captures_iter(&text) {
                let linked = format!("docs/{}", &found[1]);
                assert!(MANUALS.contains(&linked.as_str()), "{path} links to {linked}");
            }
        }
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
