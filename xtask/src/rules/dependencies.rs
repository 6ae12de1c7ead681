//! Rules of the repository about its dependencies, as tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
    sync::LazyLock,
};

use serde_json::Value;

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

/// What the crates that decide must not know: where they run, and who looks at it.
const OUTSIDE: [&str; 9] =
    ["getrandom", "gloo-net", "js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys", "worker", "worker-sys"];

struct Graph {
    packages: BTreeMap<String, Package>,
}

struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    source: Option<String>,
    /// Ids of what it needs to run, without what only its tests or its build need.
    needs: BTreeSet<String>,
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn list<'a>(value: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(path).and_then(Value::as_array).into_iter().flatten()
}

impl Graph {
    /// What cargo says, asked once for all tests.
    fn get() -> &'static Self {
        static GRAPH: LazyLock<Graph> = LazyLock::new(Graph::read);
        &GRAPH
    }

    fn read() -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
        let needs: BTreeMap<String, BTreeSet<String>> = list(&metadata, "/resolve/nodes")
            .map(|node| {
                let runs = |dep: &&Value| list(dep, "/dep_kinds").any(|kind| kind["kind"].is_null());
                let needs = list(node, "/deps").filter(runs).filter_map(|dep| text(dep, "pkg")).collect();
                (text(node, "id").unwrap(), needs)
            })
            .collect();
        let packages = list(&metadata, "/packages")
            .map(|package| {
                let id = text(package, "id").unwrap();
                let package = Package {
                    name: text(package, "name").unwrap(),
                    version: text(package, "version").unwrap(),
                    licence: text(package, "license"),
                    source: text(package, "source"),
                    needs: needs.get(&id).cloned().unwrap_or_default(),
                };
                (id, package)
            })
            .collect();
        Self { packages }
    }

    /// The names of everything that a package of the workspace needs to run.
    fn closure(&self, name: &str) -> BTreeSet<&str> {
        let own = self.packages.iter().find(|(_, p)| p.name == name && p.source.is_none());
        let mut open = vec![own.unwrap().0];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(&self.packages[id].needs);
            }
        }
        seen.into_iter().map(|id| self.packages[id].name.as_str()).collect()
    }
}

/// The names of everything that a package needs when it is built by itself. In the graph of the whole workspace it
/// has the features, and with them the dependencies, that others ask of what they share.
fn alone(package: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--edges=normal", "--target=all", "--prefix=none", "--format={p}", "-p"])
        .arg(package)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
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
    let graph = Graph::get();
    let app = graph.closure("docket-app");
    assert!(!app.contains("docket-core") && !app.contains("docket-edge") && !app.contains("worker"));
    let edge = graph.closure("docket-edge");
    assert!(!edge.contains("docket-app") && !edge.contains("leptos") && !edge.contains("docket-sim"));
}

#[test]
fn neither_the_app_nor_the_worker_has_the_description_of_the_api() {
    for package in ["docket-app", "docket-edge"] {
        let closure = alone(package);
        assert!(closure.contains("docket-wire"), "{closure:?}");
        assert!(!closure.contains("docket-openapi") && !closure.contains("schemars"), "{package}");
    }
}

#[test]
fn wasm_bindgen_is_there_once() {
    let graph = Graph::get();
    let versions: Vec<&str> =
        graph.packages.values().filter(|p| p.name == "wasm-bindgen").map(|p| p.version.as_str()).collect();
    assert!(versions.len() <= 1, "app and Worker must agree with the tool: {versions:?}");
}

#[test]
fn dependencies_come_from_the_registry_under_free_licences() {
    let allowed: Vec<spdx::Licensee> =
        LICENCES.into_iter().map(|licence| spdx::Licensee::parse(licence).unwrap()).collect();
    let mut refused = Vec::new();
    for package in Graph::get().packages.values() {
        let Some(source) = &package.source else { continue };
        // Older manifests write a slash for OR.
        let licence = package.licence.clone().unwrap_or_default().replace('/', " OR ");
        let is_free = spdx::Expression::parse(&licence)
            .is_ok_and(|expression| expression.evaluate(|req| allowed.iter().any(|l| l.satisfies(req))));
        if !is_free || !source.starts_with("registry+") {
            refused.push(format!("{} {} ({licence:?}, {source})", package.name, package.version));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}
