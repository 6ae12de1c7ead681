//! Rules of the repository about its dependencies, as tests.

use std::{collections::BTreeSet, process::Command, sync::LazyLock};

use cargo_metadata::{Metadata, MetadataCommand};

use super::root;

/// Licences that a dependency may have.
const LICENCES: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that `edge/core` and `edge/wire` must not depend on: they tie code to a runtime or to a user interface.
const OUTSIDE: [&str; 9] =
    ["getrandom", "gloo-net", "js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys", "worker", "worker-sys"];

/// What cargo says, asked once for all tests.
static METADATA: LazyLock<Metadata> =
    LazyLock::new(|| MetadataCommand::new().other_options(vec!["--locked".to_owned()]).exec().unwrap());

/// The names of everything that a package needs to run when it is built by itself. In the graph of the whole workspace it
/// has the features, and with them the dependencies, that others ask of what they share.
fn alone(package: &str) -> BTreeSet<String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["tree", "--locked", "--package", package, "--target", "all"]);
    cargo.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let output = cargo.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn what_decides_knows_nothing_of_browsers_and_workers() {
    for package in ["docket-core", "docket-wire"] {
        let closure = alone(package);
        assert!(closure.contains(package) && closure.contains("serde"), "{closure:?}");
        let outside: Vec<&str> = OUTSIDE.into_iter().filter(|name| closure.contains(*name)).collect();
        assert!(outside.is_empty(), "{package} depends on {outside:?}");
    }
}

#[test]
fn the_app_and_the_worker_share_only_what_crosses_a_wire() {
    let others = ["docket-openapi", "docket-sim", "schemars"];
    for (package, of_the_other) in [
        ("docket-app", ["docket-core", "docket-edge", "worker"]),
        ("docket-edge", ["docket-app", "leptos", "leptos_router"]),
    ] {
        let closure = alone(package);
        assert!(closure.contains("docket-wire"), "{closure:?}");
        let wrong = others.iter().chain(&of_the_other).find(|name| closure.contains(**name));
        assert_eq!(wrong, None, "{package}");
    }
}

#[test]
fn wasm_bindgen_is_there_once() {
    let copies = METADATA.packages.iter().filter(|package| *package.name == "wasm-bindgen");
    assert_eq!(copies.count(), 1, "app and Worker must agree with the tool");
}

#[test]
fn dependencies_come_from_the_registry_under_free_licences() {
    let allowed: Vec<spdx::Licensee> =
        LICENCES.into_iter().map(|licence| spdx::Licensee::parse(licence).unwrap()).collect();
    let mut refused = Vec::new();
    for package in &METADATA.packages {
        let Some(source) = &package.source else { continue };
        // Older manifests write a slash for OR.
        let licence = package.license.clone().unwrap_or_default().replace('/', " OR ");
        let is_free = spdx::Expression::parse(&licence)
            .is_ok_and(|expression| expression.evaluate(|req| allowed.iter().any(|l| l.satisfies(req))));
        if !is_free || !source.repr.starts_with("registry+") {
            refused.push(format!("{} {} ({licence:?}, {source})", package.name, package.version));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn every_dependency_has_its_reason_in_the_manual() {
    let (_, manual) = include_str!("../../../docs/architecture.md").split_once("\n## Libraries\n").unwrap();
    let table = manual.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let names = table.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    let named: BTreeSet<&str> = names.flat_map(|names| names.split(',')).map(str::trim).collect();
    let used = METADATA.workspace_packages().into_iter().flat_map(|package| &package.dependencies);
    let used: BTreeSet<&str> = used.filter(|it| it.path.is_none()).map(|it| it.name.as_str()).collect();
    let lacking: Vec<_> = used.difference(&named).collect();
    assert!(lacking.is_empty(), "docs/architecture.md#libraries lacks {lacking:?}");
}
