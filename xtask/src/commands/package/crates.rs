//! The crates that are compiled into the app and the Worker.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{MetadataCommand, Package};
use fs_err as fs;
use serde::Deserialize;

use crate::{environment::Environment, tools::TARGET};

/// The app and the Worker.
const PROGRAMS: [&str; 2] = ["docket-app", "docket-edge"];

/// Name and version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id {
    pub(super) name: String,
    pub(super) version: String,
}

#[derive(Debug)]
pub(super) struct Crate {
    pub(super) package: Package,
    /// SHA-256 of its archive in the registry; `None` for a crate of the workspace.
    pub(super) checksum: Option<String>,
    /// The other ones that it is compiled with.
    pub(super) needs: BTreeSet<Id>,
}

/// The crates of the app and the Worker, without what only a build or a test runs.
#[derive(Debug)]
pub(super) struct Crates(pub(super) BTreeMap<Id, Crate>);

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

impl Crates {
    pub(super) fn read(environment: &Environment) -> Result<Self> {
        let root = environment.workspace.root();
        let mut graph: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
        for program in PROGRAMS {
            add_lines(&tree(program, environment)?, &mut graph)?;
        }
        let lock: Lock = toml::from_str(&fs::read_to_string(root.join("Cargo.lock"))?)?;
        let mut checksums: BTreeMap<Id, Option<String>> = lock
            .package
            .into_iter()
            .map(|Locked { name, version, checksum }| (Id { name, version }, checksum))
            .collect();
        let mut metadata = MetadataCommand::new();
        metadata
            .current_dir(root)
            .other_options(["--locked", "--filter-platform", TARGET].map(str::to_owned));
        let mut packages: BTreeMap<Id, Package> = metadata
            .exec()?
            .packages
            .into_iter()
            .map(|package| {
                (Id { name: package.name.to_string(), version: package.version.to_string() }, package)
            })
            .collect();
        let crates = graph.into_iter().map(|(id, needs)| {
            let package = packages.remove(&id).with_context(|| format!("cargo does not know {}", id.name))?;
            Ok((id.clone(), Crate { package, checksum: checksums.remove(&id).flatten(), needs }))
        });
        Ok(Self(crates.collect::<Result<_>>()?))
    }

    /// The crates that come from the registry.
    pub(super) fn of_others(&self) -> impl Iterator<Item = &Package> {
        self.0.values().map(|it| &it.package).filter(|package| package.source.is_some())
    }
}

/// The crates that cargo compiles for one package alone, as lines like `2 serde v1.0.228 (*)`. The first number is the depth below the
/// package. The metadata of the workspace would not do: there, a crate has the features and the dependencies that all packages
/// together ask of it.
fn tree(package: &str, environment: &Environment) -> Result<String> {
    let mut cargo = environment.command("cargo");
    cargo.args(["tree", "--locked", "--package", package, "--target", TARGET]);
    cargo.args(["--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", " {p}"]);
    let output = cargo.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Adds the lines of a [`tree`].
fn add_lines(lines: &str, graph: &mut BTreeMap<Id, BTreeSet<Id>>) -> Result<()> {
    let mut path: Vec<Id> = Vec::new();
    for line in lines.lines() {
        let mut words = line.split_whitespace();
        let (Some(depth), Some(name), Some(version)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        path.truncate(depth.parse().with_context(|| format!("cargo tree wrote {line:?}"))?);
        let id = Id { name: name.to_owned(), version: version.trim_start_matches('v').to_owned() };
        if let Some(parent) = path.last() {
            graph.entry(parent.clone()).or_default().insert(id.clone());
        }
        graph.entry(id.clone()).or_default();
        path.push(id);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_a_graph() {
        let id = |name: &str| Id { name: name.to_owned(), version: "1.0.0".to_owned() };
        let lines = "0 a v1.0.0 (/a)\n1 b v1.0.0\n2 c v1.0.0\n1 c v1.0.0 (*)\n\n";
        let mut graph = BTreeMap::new();
        add_lines(lines, &mut graph).unwrap();
        let needs = |name: &str| graph[&id(name)].iter().map(|id| id.name.as_str()).collect::<Vec<_>>();
        assert_eq!((needs("a"), needs("b"), needs("c")), (vec!["b", "c"], vec!["c"], vec![]));
    }
}
